"""The books and papers that more than one inequality is taken from."""

BOTTEMA = "Bottema et al., Geometric Inequalities (1969)"
BOUCHERON = "Boucheron, Lugosi, Massart, Concentration Inequalities (2013)"
BULLEN = "Bullen, Handbook of Means and Their Inequalities (2003)"
CHEN_CHEUNG = "Chen, Cheung, Sharp Cusa and Becker-Stark inequalities, J. Inequal. Appl. 2011:136"
CIRTOAJE = (
    "Cîrtoaje, Proofs of three open inequalities with power-exponential functions, J. Nonlinear Sci. Appl. 4 (2011)"
)
COVER = "Cover, Thomas, Elements of Information Theory (2nd ed.)"
HLP = "Hardy, Littlewood, Pólya, Inequalities (1934)"
KLEN = "Klén, Visuri, Vuorinen, On Jordan type inequalities for hyperbolic functions, J. Inequal. Appl. 2010:362548"
MITRINOVIC = "Mitrinović, Analytic Inequalities (1970)"
REZNICK = "Reznick, Some concrete aspects of Hilbert's 17th problem (2000)"
TOPSOE = "Topsøe, Some bounds for the logarithmic function, RGMIA Res. Rep. 7 (2004)"
SPHERES = "Krakowski, Mahony, Williamson, Warmuth, Online Learning on Spheres"
TSUDA = "Tsuda, Rätsch, Warmuth, Matrix Exponentiated Gradient Updates (NIPS 2004)"
KIVINEN = "Kivinen, Warmuth, Relative Loss Bounds for Multidimensional Regression Problems (Machine Learning 45, 2001)"
CESA = "Cesa-Bianchi, Online Gradient Descent (lecture notes, April 2024)"
