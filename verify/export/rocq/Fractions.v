(* Equations between polynomials with fractions of any length for coefficients, checked by calculating with these. *)
From Bignums Require BigQ.
Require Import Reals Qreals Lra Ring Ring_tac RealField List.
Require Ring_polynom.
Import BigQ.

(* as it is written: an integer, or a quotient of two *)
Definition real_of (c : BigQ.t) : R := match BigQ.to_Q c with
  | QArith_base.Qmake p 1 => IZR p | QArith_base.Qmake p q => (IZR p / IZR (Zpos q))%R end.
Lemma real_of_Q c : real_of c = Q2R (BigQ.to_Q c).
Proof. unfold real_of, Q2R. destruct (BigQ.to_Q c) as [p [q|q|]]; try reflexivity. simpl. field. Qed.
Lemma real_of_add x y : real_of (BigQ.add_norm x y) = (real_of x + real_of y)%R.
Proof. rewrite !real_of_Q, <- Q2R_plus. apply Qeq_eqR, BigQ.spec_add_norm. Qed.
Lemma real_of_mul x y : real_of (BigQ.mul_norm x y) = (real_of x * real_of y)%R.
Proof. rewrite !real_of_Q, <- Q2R_mult. apply Qeq_eqR, BigQ.spec_mul_norm. Qed.
Lemma real_of_sub x y : real_of (BigQ.sub_norm x y) = (real_of x - real_of y)%R.
Proof. rewrite !real_of_Q, <- Q2R_minus. apply Qeq_eqR, BigQ.spec_sub_norm. Qed.
Lemma real_of_opp x : real_of (BigQ.opp x) = (- real_of x)%R.
Proof. rewrite !real_of_Q, <- Q2R_opp. apply Qeq_eqR, BigQ.spec_opp. Qed.
Lemma real_of_eq x y : BigQ.eq_bool x y = true -> real_of x = real_of y.
Proof. rewrite BigQ.spec_eq_bool, !real_of_Q. intros H. apply Qeq_eqR, QArith_base.Qeq_bool_iff, H. Qed.
Lemma real_of_ring : ring_morph 0%R 1%R Rplus Rmult Rminus Ropp eq
  BigQ.zero BigQ.one BigQ.add_norm BigQ.mul_norm BigQ.sub_norm BigQ.opp BigQ.eq_bool real_of.
Proof.
  constructor; [reflexivity | reflexivity
    | exact real_of_add | exact real_of_sub | exact real_of_mul | exact real_of_opp | exact real_of_eq].
Qed.

(* the normal form of a polynomial, and whether two have one *)
Definition normal (a : Ring_polynom.PExpr BigQ.t) := Ring_polynom.norm_subst BigQ.zero BigQ.one BigQ.add_norm
  BigQ.mul_norm BigQ.sub_norm BigQ.opp BigQ.eq_bool (fun x y => (BigQ.zero, x)) 0 nil a.
Definition same (a b : Ring_polynom.PExpr BigQ.t) : bool := Ring_polynom.Peq BigQ.eq_bool (normal a) (normal b).
Lemma division : div_theory eq BigQ.add_norm BigQ.mul_norm real_of (fun x y => (BigQ.zero, x)).
Proof.
  constructor. intros x y. cbv beta iota.
  rewrite real_of_add, real_of_mul, (morph0 real_of_ring). ring.
Qed.
Lemma same_agree l a b : same a b = true ->
  Ring_polynom.PEeval 0%R 1%R Rplus Rmult Rminus Ropp real_of N.to_nat pow l a =
  Ring_polynom.PEeval 0%R 1%R Rplus Rmult Rminus Ropp real_of N.to_nat pow l b.
Proof.
  intros H. refine (Ring_polynom.ring_correct (Eqsth R) (Eq_ext Rplus Rmult Ropp)
    (Rth_ARth (Eqsth R) (Eq_ext Rplus Rmult Ropp) RTheory) real_of_ring R_power_theory division 0 l nil a b I H).
Qed.

(* the number that a numeral or a fraction of numerals is *)
Ltac as_fraction t := lazymatch t with
  | (IZR ?p / IZR (Zpos ?q))%R => eval vm_compute in (BigQ.of_Q (QArith_base.Qmake p q))
  | IZR ?p => eval vm_compute in (BigQ.of_Q (QArith_base.Qmake p 1%positive))
  | _ => constr:(InitialRing.NotConstant) end.
