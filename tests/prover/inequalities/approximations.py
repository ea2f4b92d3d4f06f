"""Approximations by polynomials and quotients, with the bounds on their errors that are published with them."""

from tests.prover.inequalities.known import fails, holds

AS = "Abramowitz, Stegun, Handbook of Mathematical Functions (1964)"

STATEMENTS = (
    holds(
        "log10-4-1-41", "abs(log(x)/log(10) - (0.86304*((x - 1)/(x + 1)) + 0.36415*((x - 1)/(x + 1))^3)) <= 7e-4",
        "1/sqrt(10) <= x <= sqrt(10)", f"{AS}, 4.1.41 (Hastings), whose 6e-4 is rounded", degenerate=False,
    ),
    fails(
        "log10-4-1-41-printed", "abs(log(x)/log(10) - (0.86304*((x - 1)/(x + 1)) + 0.36415*((x - 1)/(x + 1))^3)) <= 6e-4",
        "1/sqrt(10) <= x <= sqrt(10)", "x=sqrt(10)", f"{AS}, 4.1.41 (Hastings), with the rounded error",
    ),
    holds(
        "log1p-4-1-43",
        "abs(log(1 + x) - (0.99949556*x - 0.49190896*x^2 + 0.28947478*x^3 - 0.13606275*x^4 + 0.03215845*x^5)) <= 1e-5",
        "0 <= x <= 1", f"{AS}, 4.1.43 (Hastings)", degenerate=False,
    ),
    fails(
        "log1p-4-1-43-longer",
        "abs(log(1 + x) - (0.99949556*x - 0.49190896*x^2 + 0.28947478*x^3 - 0.13606275*x^4 + 0.03215845*x^5)) <= 1e-5",
        "0 <= x <= 11/10", "x=11/10", f"{AS}, 4.1.43 (Hastings), on a longer interval",
    ),
    holds(
        "log1p-4-1-44",
        "abs(log(1 + x) - (0.9999964239*x - 0.4998741238*x^2 + 0.3317990258*x^3 - 0.2407338084*x^4 + 0.1676540711*x^5"
        " - 0.0953293897*x^6 + 0.0360884937*x^7 - 0.0064535442*x^8)) <= 4e-8",
        "0 <= x <= 1", f"{AS}, 4.1.44 (Hastings), whose 3e-8 is rounded", degenerate=False,
    ),
    holds(
        "exp-4-2-43", "abs(exp(-x) - (1 - 0.9664*x + 0.3536*x^2)) <= 3e-3", "0 <= x <= log(2)",
        f"{AS}, 4.2.43 (Hastings)", degenerate=False,
    ),
    fails(
        "exp-4-2-43-past", "abs(exp(-x) - (1 - 0.9664*x + 0.3536*x^2)) <= 2e-3", "0 <= x <= log(2)", "x=1/5",
        f"{AS}, 4.2.43 (Hastings), with a smaller error",
    ),
    holds(
        "exp-4-2-44", "abs(exp(-x) - (1 - 0.9998684*x + 0.4982926*x^2 - 0.1595332*x^3 + 0.0293641*x^4)) <= 3e-5",
        "0 <= x <= log(2)", f"{AS}, 4.2.44 (Hastings)", degenerate=False,
    ),
    holds(
        "exp-4-2-45",
        "abs(exp(-x) - (1 - 0.9999999995*x + 0.4999999206*x^2 - 0.1666653019*x^3 + 0.0416573475*x^4"
        " - 0.0083013598*x^5 + 0.0013298820*x^6 - 0.0001413161*x^7)) <= 2e-10",
        "0 <= x <= log(2)", f"{AS}, 4.2.45 (Carlson, Goldstein)", degenerate=False,
    ),
    holds(
        "ten-to-the-x-4-2-46",
        "abs(10^x - (1 + 1.1499196*x + 0.6774323*x^2 + 0.2080030*x^3 + 0.1268089*x^4)^2) <= 8e-4", "0 <= x <= 1",
        f"{AS}, 4.2.46 (Hastings), whose 7e-4 is rounded", degenerate=False,
    ),
    fails(
        "ten-to-the-x-4-2-46-printed",
        "abs(10^x - (1 + 1.1499196*x + 0.6774323*x^2 + 0.2080030*x^3 + 0.1268089*x^4)^2) <= 7e-4", "0 <= x <= 1", "x=1",
        f"{AS}, 4.2.46 (Hastings), with the rounded error",
    ),
    holds(
        "ten-to-the-x-4-2-47",
        "abs(10^x - (1 + 1.15129277603*x + 0.66273088429*x^2 + 0.25439357484*x^3 + 0.07295173666*x^4"
        " + 0.01742111988*x^5 + 0.00255491796*x^6 + 0.00093264267*x^7)^2) <= 5e-8",
        "0 <= x <= 1", f"{AS}, 4.2.47 (Hastings)", degenerate=False,
    ),
    holds(
        "sine-4-3-96", "abs(sin(x)/x - (1 - 0.16605*x^2 + 0.00761*x^4)) <= 2e-4", "0 < x <= pi/2",
        f"{AS}, 4.3.96 (Hastings)", degenerate=False,
    ),
    holds(
        "sine-4-3-97",
        "abs(sin(x)/x - (1 - 0.1666666664*x^2 + 0.0083333315*x^4 - 0.0001984090*x^6 + 0.0000027526*x^8"
        " - 0.0000000239*x^10)) <= 2e-9",
        "0 < x <= pi/2", f"{AS}, 4.3.97 (Carlson, Goldstein)", degenerate=False,
    ),
    holds(
        "tangent-4-3-100", "abs(tan(x)/x - (1 + 0.31755*x^2 + 0.20330*x^4)) <= 2e-3", "0 < x <= pi/4",
        f"{AS}, 4.3.100 (Hastings), whose 1e-3 is rounded", degenerate=False,
    ),
    fails(
        "tangent-4-3-100-longer", "abs(tan(x)/x - (1 + 0.31755*x^2 + 0.20330*x^4)) <= 1e-3", "0 < x <= pi/3", "x=1",
        f"{AS}, 4.3.100 (Hastings), on a longer interval",
    ),
    holds(
        "cotangent-4-3-102", "abs(x*cot(x) - (1 - 0.332867*x^2 - 0.024369*x^4)) <= 3e-5", "0 < x <= pi/4",
        f"{AS}, 4.3.102 (Hastings)", degenerate=False,
    ),
    holds(
        "acos-4-4-45", "abs(acos(x) - sqrt(1 - x)*(1.5707288 - 0.2121144*x + 0.0742610*x^2 - 0.0187293*x^3)) <= 7e-5",
        "0 <= x <= 1", f"{AS}, 4.4.45 (Hastings), whose bound 5e-5 does not hold at x = 0", degenerate=False,
    ),
    fails(
        "acos-4-4-45-printed",
        "abs(acos(x) - sqrt(1 - x)*(1.5707288 - 0.2121144*x + 0.0742610*x^2 - 0.0187293*x^3)) <= 5e-5", "0 <= x <= 1",
        "x=0", f"{AS}, 4.4.45 (Hastings), as printed", note="pi/2 - 1.5707288 = 6.75e-5",
    ),
    holds(
        "acos-4-4-46",
        "abs(acos(x) - sqrt(1 - x)*(1.5707963050 - 0.2145988016*x + 0.0889789874*x^2 - 0.0501743046*x^3"
        " + 0.0308918810*x^4 - 0.0170881256*x^5 + 0.0066700901*x^6 - 0.0012624911*x^7)) <= 3e-8",
        "0 <= x <= 1", f"{AS}, 4.4.46 (Hastings), with 3e-8 for 2e-8", degenerate=False,
    ),
    holds(
        "atan-4-4-47",
        "abs(atan(x) - (0.9998660*x - 0.3302995*x^3 + 0.1801410*x^5 - 0.0851330*x^7 + 0.0208351*x^9)) <= 2e-5",
        "-1 <= x <= 1", f"{AS}, 4.4.47 (Hastings), with 2e-5 for 1e-5", degenerate=False,
    ),
    holds(
        "atan-4-4-48", "abs(atan(x) - x/(1 + 0.28*x^2)) <= 5e-3", "-1 <= x <= 1", f"{AS}, 4.4.48", degenerate=False,
    ),
    fails(
        "atan-4-4-48-past", "abs(atan(x) - x/(1 + 0.28*x^2)) <= 4e-3", "-1 <= x <= 1", "x=1",
        f"{AS}, 4.4.48, with a smaller error",
    ),
    holds(
        "atan-4-4-49",
        "abs(atan(x) - x*(1 - 0.3333314528*x^2 + 0.1999355085*x^4 - 0.1420889944*x^6 + 0.1065626393*x^8"
        " - 0.0752896400*x^10 + 0.0429096138*x^12 - 0.0161657367*x^14 + 0.0028662257*x^16)) <= 2e-8",
        "-1 <= x <= 1", f"{AS}, 4.4.49 (Carlson, Goldstein)", degenerate=False,
    ),
    holds(
        "bhaskara", "abs(sin(x) - 16*x*(pi - x)/(5*pi^2 - 4*x*(pi - x))) <= 17/10000", "0 <= x <= pi",
        "Bhāskara I, Mahābhāskarīya; Plofker, Mathematics in India (2009), 4.2", degenerate=False,
    ),
    fails(
        "bhaskara-past", "abs(sin(x) - 16*x*(pi - x)/(5*pi^2 - 4*x*(pi - x))) <= 16/10000", "0 <= x <= pi", "x=1/5",
        "Bhāskara I (as above), with a smaller error",
    ),
    holds(
        "atan-linear", "abs(atan(x) - (pi/4*x + 0.273*x*(1 - abs(x)))) <= 0.0038", "-1 <= x <= 1",
        "Rajan, Wang, Inkol, Joyal, Efficient approximations for the arctangent function, IEEE Signal Process. Mag. 23 (2006), (9)",
        degenerate=False,
    ),
    holds(
        "atan-cubic", "abs(atan(x) - (pi/4*x - x*(abs(x) - 1)*(0.2447 + 0.0663*abs(x)))) <= 0.0016", "-1 <= x <= 1",
        "Rajan, Wang, Inkol, Joyal (as above)", degenerate=False,
    ),
    holds(
        "harrison-expm1",
        "abs(exp(x) - 1 - (x + 8388676/2^24*x^2 + 11184876/2^26*x^3)) <= 23/27/2^33",
        "-10831/1000000 <= x <= 10831/1000000",
        "Harrison, Verifying the Accuracy of Polynomial Approximations in HOL (TPHOLs 1997)", degenerate=False,
    ),
    fails(
        "harrison-expm1-past",
        "abs(exp(x) - 1 - (x + 8388676/2^24*x^2 + 11184876/2^26*x^3)) <= 20/27/2^33",
        "-10831/1000000 <= x <= 10831/1000000", "x=10831/1000000",
        "Harrison, Verifying the Accuracy of Polynomial Approximations in HOL (TPHOLs 1997), with a smaller error",
    ),
    holds(
        "melquiond-root",
        "abs(sqrt(x) - (((((122/7397*x - 1733/13547)*x + 529/1274)*x - 767/999)*x + 407/334)*x + 227/925)) <= 5/65536",
        "1/2 <= x <= 2", "Melquiond, Proving Bounds on Real-Valued Functions with Computations (IJCAR 2008)",
        degenerate=False,
    ),
    holds(
        "melquiond-two", "abs(sqrt(1 + x/sqrt(x + y)) - 0.144*x - 1.18) <= 71/32768", "3/2 < x < 2, 1 < y < 33/32",
        "Melquiond (as above); MetiTarski problem set: sqrt-problem-Melquiond2", degenerate=False,
    ),
    holds(
        "daumas-atan", "abs(atan(x) - (x - 11184811/33554432*x^3 - 13421773/67108864*x^5)) <= 5/268435456",
        "-1/30 <= x <= 1/30",
        "Daumas, Lester, Muñoz, Verified Real Number Calculations, IEEE Trans. Comput. 58 (2009), as in coq-interval's tests",
        degenerate=False,
    ),
    holds(
        "cos-cos-2",
        "abs(5009597/2^26 - 3452481/2^36*x + 10948483/2^24*x^2 - cos(3/2*cos(x))) <= 57/1024*cos(3/2*cos(x))",
        "-1 <= x <= 1/2", "Martin-Dorel, Melquiond, Proving Tight Bounds on Univariate Expressions (J. Autom. Reason. 57, 2016)",
        degenerate=False,
    ),
    holds(
        "geodesic",
        "abs(6378137/sqrt(1 + (1 - 1000000000/298257223563)^2*tan(x)^2) - (4439091/4 + ((715/512)^2 - x^2)*(9023647/4"
        " + ((715/512)^2 - x^2)*(13868737/64 + ((715/512)^2 - x^2)*(13233647/2048 + ((715/512)^2 - x^2)*(-1898597/16384"
        " + ((715/512)^2 - x^2)*(-6661427/131072))))))) <= 23/16777216*6378137/sqrt(1 + (1 - 1000000000/298257223563)^2*tan(x)^2)",
        "0 <= x <= 715/512",
        "Daumas, Melquiond, Muñoz, Guaranteed Proofs Using Interval Arithmetic (IEEE ARITH 17, 2005)", degenerate=False,
    ),
)  # fmt: skip
