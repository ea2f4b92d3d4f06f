(* Tactics that compute: sums written out, integers of a range one by one, vectors by their parts, and what roots,
   sines, logarithms and the like are at numbers. *)
From Verify Require Export Chains.

(* --- integers --- *)
(* the integer part: what a family with integer values has at all reals *)
Definition whole (x : R) : R := IZR (Int_part x).
Lemma Int_whole x : Int (whole x). Proof. exists (Int_part x). reflexivity. Qed.
Lemma whole_IZR z : whole (IZR z) = IZR z. Proof. unfold whole. now rewrite Int_part_IZR. Qed.

(* the sum of the values at the listed integers *)
Fixpoint listed (l : list Z) (f : R -> R) : R :=
  match l with nil => 0 | z :: nil => f (IZR z) | z :: m => f (IZR z) + listed m f end.
Fixpoint integers (n : nat) (z : Z) : list Z := match n with O => nil | S m => z :: integers m (z + 1) end.

Lemma bigsum_first n f : bigsum (S n) f = f O + bigsum n (fun k => f (S k)).
Proof. induction n; [simpl; ring|]. change (bigsum (S (S n)) f) with (bigsum (S n) f + f (S n)). rewrite IHn. simpl.
    ring. Qed.
Lemma listed_cons z l f : listed (z :: l) f = f (IZR z) + listed l f.
Proof. destruct l; simpl; ring. Qed.
Lemma bigsum_listed n z f : bigsum n (fun k => f (IZR z + INR k)) = listed (integers n z) f.
Proof.
  revert z. induction n; intros z;
      [reflexivity|]. rewrite bigsum_first. change (integers (S n) z) with (z :: integers n (z + 1)).
  rewrite listed_cons, <- IHn. simpl INR at 1. rewrite Rplus_0_r. f_equal. apply bigsum_ext. intros k _. f_equal.
  rewrite plus_IZR, S_INR. ring.
Qed.
Lemma Sum_listed a b y z l f : a = IZR y -> b = IZR z -> integers (Z.to_nat (z - y + 1)) y = l -> Sum a b f = listed
    l f.
Proof.
  intros -> -> <-. unfold Sum, count. rewrite <- minus_IZR, <- plus_IZR, Int_part_IZR. apply bigsum_listed.
Qed.

(* the integer that a closed term is, as one of Z *)
Ltac integer t :=
  lazymatch t with
  | IZR ?z => z
  | ?a + ?b => let x := integer a in let y := integer b in eval compute in (x + y)%Z
  | ?a - ?b => let x := integer a in let y := integer b in eval compute in (x - y)%Z
  | ?a * ?b => let x := integer a in let y := integer b in eval compute in (x * y)%Z
  | - ?a => let x := integer a in eval compute in (- x)%Z
  end.
Ltac sum_out a b f :=
  let y := integer a in let z := integer b in
  let l := eval compute in (integers (Z.to_nat (z - y + 1)) y) in
  rewrite (Sum_listed a b y z l f) by (first [reflexivity | lra]); cbn [listed].
Ltac sums := repeat match goal with
  | |- context [Sum ?a ?b ?f] => sum_out a b f
  | H : context [Sum ?a ?b ?f] |- _ =>
      let y := integer a in let z := integer b in
      let l := eval compute in (integers (Z.to_nat (z - y + 1)) y) in
      rewrite (Sum_listed a b y z l f) in H by (first [reflexivity | lra]); cbn [listed] in H
  end.

(* all integers from lo to hi in place of the one of which that is known *)
Ltac each z lo hi :=
  let over := eval compute in (Z.ltb hi lo) in
  lazymatch over with
  | true => exfalso; lia
  | false => let next := eval compute in (lo + 1)%Z in
             destruct (Z.eq_dec z lo) as [->|?]; [| each z next hi]
  end.
Ltac range_of H x lo hi := let z := fresh "z" in
  destruct H as [z ->]; assert (lo <= z <= hi)%Z by (split; apply le_IZR; lra); each z lo hi.
Ltac range := match goal with H : Int ?x |- _ => is_var x;
  match goal with
  | L : x >= ?a, U : ?b >= x |- _ => let lo := integer a in let hi := integer b in range_of H x lo hi
  | L : ?a <= x, U : x <= ?b |- _ => let lo := integer a in let hi := integer b in range_of H x lo hi
  end end.

(* --- vectors by their parts --- *)
Ltac spaces := cbn [plane solid line times car vzero vadd vscal ip dim base fold_vectors times_base fst snd
  Nat.ltb Nat.leb Nat.add Nat.sub] in *.
Ltac split_vectors := repeat match goal with
  | u : car _ |- _ => progress cbn [plane solid line times car] in u
  | u : (_ * _)%type |- _ => destruct u
  end.

(* --- numbers --- *)
Lemma pw_nat b n : 0 < b -> pw b (IZR (Z.of_nat n)) = b ^ n.
Proof. intros H. rewrite pw_exp, <- INR_IZR_INZ by exact H. rewrite <- Rpower_pow by exact H. reflexivity. Qed.
Lemma pw_minus b n : 0 < b -> pw b (IZR (- Z.of_nat n)) = / b ^ n.
Proof.
  intros H. rewrite pw_exp by exact H. rewrite opp_IZR, <- INR_IZR_INZ.
  replace (- INR n * ln b) with (- (INR n * ln b)) by ring. rewrite exp_Ropp. f_equal. rewrite <- Rpower_pow by exact
      H. reflexivity.
Qed.
Lemma pw_Z b e z : 0 < b -> e = IZR z ->
  pw b e = match z with Z0 => 1 | Zpos p => b ^ Pos.to_nat p | Zneg p => / b ^ Pos.to_nat p end.
Proof.
  intros H ->. destruct z as [|p|p].
  - rewrite pw_exp by exact H. rewrite Rmult_0_l. apply exp_0.
  - rewrite <- positive_nat_Z. apply pw_nat, H.
  - rewrite <- Pos2Z.opp_pos, <- positive_nat_Z. apply pw_minus, H.
Qed.
Ltac naturals := repeat match goal with |- context [Pos.to_nat ?p] =>
  let n := eval compute in (Pos.to_nat p) in change (Pos.to_nat p) with n end.
Ltac powers := repeat match goal with |- context [pw ?b ?e] =>
  let z := integer e in rewrite (pw_Z b e z) by lra; cbv beta iota; naturals end.
Ltac deltas := repeat match goal with |- context [delta ?a ?b] =>
  first [rewrite (delta_on a b) by lra | rewrite (delta_off a b) by lra] end.
Ltac wholes := repeat match goal with |- context [whole ?a] =>
  let z := integer a in replace (whole a) with (IZR z) by (symmetry; etransitivity; [|apply whole_IZR]; f_equal;
      lra) end.

(* --- closed numbers: roots, sines and the like, from the inside outwards --- *)
Lemma sinc_div x : x <> 0 -> sinc x = sin x / x.
Proof. intros H. unfold sinc. destruct (Req_EM_T x 0); [contradiction | reflexivity]. Qed.
Lemma sqrt_is a b : 0 <= b -> a = b * b -> sqrt a = b. Proof. intros H ->. now apply sqrt_square. Qed.
Lemma acos_is x t : 0 <= t <= PI -> cos t = x -> acos x = t. Proof. intros H <-. now apply acos_cos. Qed.
Lemma cos_quarter : cos (PI / 4) = sqrt 2 / 2.
Proof. rewrite cos_PI4. replace (sqrt 2 / 2) with (sqrt 2 / (sqrt 2 * sqrt 2)) by (now rewrite sqrt_sqrt by lra).
  assert (0 < sqrt 2) by (apply sqrt_lt_R0; lra). field. lra. Qed.
Lemma sin_quarter : sin (PI / 4) = sqrt 2 / 2. Proof. rewrite sin_PI4, <- cos_PI4. apply cos_quarter. Qed.
Lemma cos_three_quarters : cos (3 * PI / 4) = - (sqrt 2 / 2).
Proof. replace (3 * PI / 4) with (PI - PI / 4) by field. rewrite Rtrigo_facts.cos_pi_minus, cos_quarter. ring. Qed.
Lemma sin_three_quarters : sin (3 * PI / 4) = sqrt 2 / 2.
Proof. replace (3 * PI / 4) with (PI - PI / 4) by field. rewrite Rtrigo_facts.sin_pi_minus. apply sin_quarter. Qed.
Lemma cos_three_halves : cos (3 * PI / 2) = 0.
Proof. replace (3 * PI / 2) with (3 * (PI / 2)) by field. apply cos_3PI2. Qed.
Lemma sin_three_halves : sin (3 * PI / 2) = -1.
Proof. replace (3 * PI / 2) with (3 * (PI / 2)) by field. apply sin_3PI2. Qed.
Lemma sin_of_acos x : -1 <= x <= 1 -> sin (acos x) = sqrt (1 - x * x). Proof. exact (sin_acos x). Qed.
Lemma acos_by_atan x : -1 < x < 1 -> acos x = PI / 2 - atan (x / sqrt (1 - x * x)).
Proof.
  intros [H K]. unfold acos. destruct (Rle_dec x (-1)); [lra|]. destruct (Rle_dec 1 x); [lra|]. reflexivity.
Qed.
Lemma zero_over x : 0 / x = 0. Proof. unfold Rdiv. ring. Qed.
Lemma exp_minus x y : exp (x - y) = exp x * exp (-1 * y). Proof. rewrite <- exp_plus. f_equal. ring. Qed.
Lemma exp_ln_times z a : 0 < a ->
  exp (IZR z * ln a) = match z with Z0 => 1 | Zpos p => a ^ Pos.to_nat p | Zneg p => / a ^ Pos.to_nat p end.
Proof. intros H. rewrite <- (pw_exp a (IZR z)) by exact H. now apply pw_Z. Qed.
Lemma ln_quotient a b : 0 < a -> 0 < b -> ln (a / b) = ln a - ln b. Proof. intros. now apply ln_div. Qed.
Lemma at_half : 1 / 2 * PI = PI / 2. Proof. field. Qed.
Lemma at_quarter : 1 / 4 * PI = PI / 4. Proof. field. Qed.
Lemma at_third : 1 / 3 * PI = PI / 3. Proof. field. Qed.
Lemma at_three_quarters : 3 / 4 * PI = 3 * PI / 4. Proof. field. Qed.
Lemma at_three_halves : 3 / 2 * PI = 3 * PI / 2. Proof. field. Qed.
Lemma acos_half : acos (1 / 2) = PI / 3.
Proof. apply acos_is; [assert (H := PI_RGT_0); lra | apply cos_PI3]. Qed.
Lemma acos_minus_one : acos (-1) = PI.
Proof. apply acos_is; [assert (H := PI_RGT_0); lra | apply cos_PI]. Qed.

(* without functions, but for finished roots and angles *)
Ltac plain t := lazymatch t with
  | IZR _ => idtac | PI => idtac | sqrt (IZR _) => idtac | acos (IZR _ / IZR _) => idtac
  | exp ?a => plain a | ln ?a => plain a
  | ?a + ?b => plain a; plain b | ?a - ?b => plain a; plain b | ?a * ?b => plain a; plain b
  | ?a / ?b => plain a; plain b | / ?a => plain a | - ?a => plain a | ?a ^ _ => plain a | _ => is_var t end.
(* a fraction of numerals in lowest terms *)
Ltac lowest a b :=
  let g := eval compute in (Z.gcd a b) in
  lazymatch g with 1%Z => fail | _ => idtac end;
  let p := eval compute in (a / g)%Z in let q := eval compute in (b / g)%Z in
  lazymatch q with
  | 1%Z => replace (IZR a / IZR b) with (IZR p) by lra
  | _ => replace (IZR a / IZR b) with (IZR p / IZR q) by lra
  end.
(* a sum of numerals times products *)
Lemma over_plus a b d : (a + b) / d = a / d + b / d. Proof. unfold Rdiv. ring. Qed.
Lemma over_minus a b d : (a - b) / d = a / d - b / d. Proof. unfold Rdiv. ring. Qed.
Lemma over_mult a b d : (a * b) / d = a / d * b. Proof. unfold Rdiv. ring. Qed.
Lemma over_one a d : a / d = 1 / d * a. Proof. unfold Rdiv. ring. Qed.
Lemma minus_one a : - a = -1 * a. Proof. ring. Qed.
Ltac reduce := rewrite ?zero_over; repeat match goal with
  | |- context [- IZR ?z] => let y := eval compute in (- z)%Z in replace (- IZR z) with (IZR y) by lra
  | |- context [IZR ?a / IZR ?b] => lowest a b
  | |- context [(?a + ?b) / IZR ?d] => rewrite (over_plus a b (IZR d))
  | |- context [(?a - ?b) / IZR ?d] => rewrite (over_minus a b (IZR d))
  | |- context [(?a * ?b) / IZR ?d] => rewrite (over_mult a b (IZR d))
  | |- context [?a / IZR ?d] => lazymatch a with IZR _ => fail | _ => rewrite (over_one a (IZR d)) end
  | |- context [- ?a] => rewrite (minus_one a)
  | |- context [1 * ?a] => rewrite (Rmult_1_l a)
  end.
Lemma sqrt_pow3 x : 0 <= x -> sqrt x ^ 3 = x * sqrt x. Proof. intros H. simpl. rewrite Rmult_1_r, <- Rmult_assoc,
    sqrt_sqrt; auto. Qed.
Lemma sqrt_pow4 x : 0 <= x -> sqrt x ^ 4 = x * x.
Proof. intros H. replace (sqrt x ^ 4) with ((sqrt x * sqrt x) * (sqrt x * sqrt x)) by ring. now rewrite sqrt_sqrt.
    Qed.
Ltac sides_nonzero := repeat split; try apply Rgt_not_eq; first [lra | apply PI_RGT_0 | assert (P'' := PI_bounds); lra | interval].
(* the normal form of a closed term, to the continuation with its equation *)
Ltac normal t k :=
  let N := fresh "N" in let u := fresh "u" in
  evar (u : R);
  assert (N : t = u) by (
    try (field_simplify; [| sides_nonzero ..]); rewrite ?sqrt_pow4, ?sqrt_pow3, ?pow2_sqrt, ?sqrt_sqrt by lra;
    try (field_simplify; [| sides_nonzero ..]); reduce; unfold u; reflexivity);
  unfold u in N; match type of N with _ = ?v => k N v end.
Ltac whole_root z := let k := eval compute in (Z.sqrt z) in
  let same := eval compute in (Z.eqb (k * k) z) in
  lazymatch same with true => rewrite (sqrt_is (IZR z) (IZR k)) by lra end.
Ltac atom := match goal with
  | |- context [sqrt (IZR ?z)] => whole_root z
  | |- context [sqrt (PI ^ 2)] => rewrite (sqrt_pow2 PI) by (left; apply PI_RGT_0)
  | |- context [sqrt (?a / ?b)] => plain a; plain b; rewrite (sqrt_div_alt a b) by lra
  | |- context [sinc 0] => rewrite sinc_0
  | |- context [sinc ?t] => plain t; rewrite (sinc_div t) by sides_nonzero
  | |- context [cos (acos ?t)] => rewrite (cos_acos t) by (first [lra | interval])
  | |- context [sin (acos ?t)] => rewrite (sin_of_acos t) by (first [lra | interval])
  | |- context [sin (2 * ?t)] => lazymatch t with acos _ => rewrite (sin_2a t) end
  | |- context [cos 0] => rewrite cos_0 | |- context [sin 0] => rewrite sin_0
  | |- context [cos PI] => rewrite cos_PI | |- context [sin PI] => rewrite sin_PI
  | |- context [cos (1 / 2 * PI)] => rewrite at_half, cos_PI2
      | |- context [sin (1 / 2 * PI)] => rewrite at_half, sin_PI2
  | |- context [cos (1 / 4 * PI)] => rewrite at_quarter, cos_quarter
      | |- context [sin (1 / 4 * PI)] => rewrite at_quarter, sin_quarter
  | |- context [cos (1 / 3 * PI)] => rewrite at_third, cos_PI3
      | |- context [sin (1 / 3 * PI)] => rewrite at_third, sin_PI3
  | |- context [cos (3 / 4 * PI)] => rewrite at_three_quarters, cos_three_quarters
  | |- context [sin (3 / 4 * PI)] => rewrite at_three_quarters, sin_three_quarters
  | |- context [cos (3 / 2 * PI)] => rewrite at_three_halves, cos_three_halves
      | |- context [sin (3 / 2 * PI)] => rewrite at_three_halves, sin_three_halves
  | |- context [acos 0] => rewrite acos_0 | |- context [acos 1] => rewrite acos_1
  | |- context [acos (-1)] => rewrite acos_minus_one
  | |- context [acos (1 / 2)] => rewrite acos_half
  | |- context [exp 0] => rewrite exp_0 | |- context [ln 1] => rewrite ln_1
  | |- context [ln (exp ?t)] => rewrite (ln_exp t)
  | |- context [exp (ln ?t)] => rewrite (exp_ln t) by (first [lra | interval])
  | |- context [exp (IZR ?z * ln ?a)] => rewrite (exp_ln_times z a) by (first [lra
      | interval]); cbv beta iota; naturals
  | |- context [ln (IZR ?a / IZR ?b)] => rewrite (ln_quotient (IZR a) (IZR b)) by lra
  | |- context [Rabs ?t] => first [rewrite (Rabs_right t) by (first [lra | interval])
      | rewrite (Rabs_left1 t) by (first [lra | interval])]
  | |- context [Rmax ?a ?b] => first [rewrite (Rmax_left a b) by (first [lra | interval])
      | rewrite (Rmax_right a b) by (first [lra | interval])]
  | |- context [Rmin ?a ?b] => first [rewrite (Rmin_left a b) by (first [lra | interval])
      | rewrite (Rmin_right a b) by (first [lra | interval])]
  | |- context [?f ?t] => lazymatch f with sqrt => idtac | sinc => idtac | cos => idtac | sin => idtac
      | acos => idtac | exp => idtac | ln => idtac end;
      plain t; normal t ltac:(fun N v => tryif constr_eq t v then fail else rewrite N; clear N)
  | |- context [exp (- ?t)] => lazymatch t with context [ln _] => rewrite (exp_Ropp t) end
  | |- context [exp (?a - ?b)] => lazymatch constr:(a - b) with context [ln _] => rewrite (exp_minus a b) end
  | |- context [exp (?a + ?b)] => lazymatch constr:(a + b) with context [ln _] => rewrite (exp_plus a b) end
  end.
Ltac atoms := repeat atom.
