(* Tactics that compute at concrete values: sums written out, integers of a range one by one, vectors by their parts. *)
From Verify Require Export Tuples.
From Interval Require Export Tactic.
Require Export List.

(* --- functions that are differentiated, by the list of their derivatives --- *)
Fixpoint chained (f : R -> R) (l : list (R -> R)) : Prop :=
  match l with nil => forall x, continuous f x | g :: m => (forall x, is_derive f x (g x)) /\ chained g m end.

Lemma chained_nth l : forall f, chained f l -> forall k, (k < length l)%nat -> forall x,
  is_derive (nth k (f :: l) f) x (nth (S k) (f :: l) f x).
Proof.
  induction l as [|g l IH]; intros f H k Hk x; simpl in Hk; [lia|]. destruct H as [H C]. destruct k as [|k]; [apply H|].
  assert (K : (k < length l)%nat) by lia. specialize (IH g C k K x).
  change (nth (S k) (f :: g :: l) f) with (nth k (g :: l) f). change (nth (S (S k)) (f :: g :: l) f) with (nth (S k) (g :: l) f).
  rewrite (nth_indep (g :: l) f g) by (simpl; lia). rewrite (nth_indep (g :: l) f g (n := S k)) by (simpl; lia). exact IH.
Qed.
Lemma chained_last l : forall f, chained f l -> forall x, continuous (nth (length l) (f :: l) f) x.
Proof.
  induction l as [|g l IH]; intros f H x; [apply H|]. destruct H as [_ C]. specialize (IH g C x).
  change (nth (length (g :: l)) (f :: g :: l) f) with (nth (length l) (g :: l) f).
  rewrite (nth_indep (g :: l) f g) by (simpl; lia). exact IH.
Qed.
Lemma chained_Derive f l : chained f l -> forall k, (k <= length l)%nat -> forall x, Derive_n f k x = nth k (f :: l) f x.
Proof.
  intros H k. induction k as [|k IH]; intros Hk x; [reflexivity|]. change (Derive_n f (S k) x) with (Derive (Derive_n f k) x).
  rewrite (Derive_ext _ (nth k (f :: l) f)) by (intro; apply IH; lia). apply is_derive_unique, chained_nth; [exact H | lia].
Qed.
Lemma smooth_chain f l : chained f l -> forall a, smooth_near (length l) f a.
Proof.
  intros H a. unfold smooth_near. apply filter_forall. intros x k Hk. split.
  - destruct k as [|k]; [exact I|]. exists (nth (S k) (f :: l) f x).
    apply (is_derive_ext (nth k (f :: l) f)); [intro; symmetry; apply chained_Derive; [exact H | lia]|].
    apply chained_nth; [exact H | lia].
  - apply (continuous_ext (nth k (f :: l) f)); [intro; symmetry; apply chained_Derive; auto|].
    destruct (Nat.eq_dec k (length l)) as [->|N]; [now apply chained_last|].
    apply (ex_derive_continuous (V := R_NormedModule)). exists (nth (S k) (f :: l) f x). apply chained_nth; [exact H | lia].
Qed.

(* --- gradients on the line --- *)
Global Arguments grad {E} f x : simpl never.
Global Arguments hess {E} f x u : simpl never.
Lemma grad_line (f : line -> R) (x : line) : @grad line f x = Derive (f : R -> R) x.
Proof.
  unfold grad, along. cbn. rewrite Rplus_0_l, Rmult_1_r. rewrite (Derive_ext _ (fun t => f (t + x))).
  - unfold Derive. apply f_equal, Lim_ext. intros h. now rewrite !Rplus_0_l, (Rplus_comm h x).
  - intros t. f_equal. ring.
Qed.
Lemma hess_line (f : line -> R) (x u : line) :
  @hess line f x u = Derive (fun t => Derive (f : R -> R) (x + t * u)) 0.
Proof.
  unfold hess, vDerive. cbn. rewrite Rplus_0_l, Rmult_1_r. apply Derive_ext. intros t.
  now rewrite (grad_line f), Rplus_0_l, Rmult_1_r || now rewrite (grad_line f), Rmult_1_r.
Qed.
Lemma vnear_line (x : line) (P : line -> Prop) : locally (x : R) P -> vnear x P.
Proof.
  intros [d H]. exists (d * d). split; [apply Rmult_lt_0_compat; apply d|]. intros y K. apply H. cbn in K.
  unfold ball; simpl; unfold AbsRing_ball, abs, minus, plus, opp; simpl.
  apply Rsqr_incrst_0; [|apply Rabs_pos | left; apply d].
  unfold Rsqr. rewrite <- Rabs_mult, Rabs_right; [|apply Rle_ge, Rle_0_sqr]. replace (y + - x) with (y + -1 * x) by ring. exact K.
Qed.
Lemma slope_near (f g : R -> R) (x : R) : is_derive f x (g x) -> forall eps, 0 < eps ->
  locally x (fun y => Rabs (f y - f x - g x * (y + -1 * x)) <= eps * sqrt ((y + -1 * x) * (y + -1 * x))).
Proof.
  intros H eps He. apply is_derive_Reals in H. destruct (H eps He) as [d K]. exists d. intros y B. change (UniformSpace.sort R_UniformSpace) with R in y.
  unfold ball in B; simpl in B; unfold AbsRing_ball, abs, minus, plus, opp in B; simpl in B.
  destruct (Req_dec y x) as [->|N].
  - replace (f x - f x - g x * (x + -1 * x)) with 0 by ring. rewrite Rabs_R0. apply Rmult_le_pos; [lra | apply sqrt_pos].
  - specialize (K (y - x)). assert (L : y - x <> 0) by lra. specialize (K L B).
    replace (x + (y - x)) with y in K by ring.
    replace ((y + -1 * x) * (y + -1 * x)) with (Rsqr (y - x)) by (unfold Rsqr; ring). rewrite sqrt_Rsqr_abs.
    replace (f y - f x - g x * (y + -1 * x)) with (((f y - f x) / (y - x) - g x) * (y - x)) by (field; exact L).
    rewrite Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos | left; exact K].
Qed.
Lemma differentiable_line (f : line -> R) (g : R -> R) (x : line) : is_derive (f : R -> R) x (g x) -> @differentiable_at line f x.
Proof.
  intros H eps He. apply vnear_line. rewrite grad_line, (is_derive_unique _ _ _ H). exact (slope_near f g x H eps He).
Qed.
Lemma continuous_line (f : line -> R) (x : line) : continuous (f : R -> R) x -> @continuous_at line f x.
Proof.
  intros H eps He. apply vnear_line. assert (P : locally (f x) (fun y => Rabs (y - f x) < eps)).
  { exists (mkposreal eps He). intros y B. exact B. } exact (H _ P).
Qed.
Lemma C1_line (f : line -> R) (g : R -> R) : chained f (g :: nil) -> forall z : line, C1_near f z.
Proof.
  intros [H C] z. exists 1. split; [lra|]. intros y _. split; [exact (differentiable_line f g y (H y))|]. intros w.
  apply continuous_line. apply (continuous_ext (fun t => g t * w)).
  - intros t. cbn. now rewrite (grad_line f), (is_derive_unique _ _ _ (H t)).
  - apply (continuous_mult g (fun _ => w)); [apply C | apply continuous_const].
Qed.
Lemma C2_line (f : line -> R) (g h : R -> R) : chained f (g :: h :: nil) -> forall z : line, C2_near f z.
Proof.
  intros [H [K C]] z. split.
  - apply (C1_line f g). split; [exact H|]. intros x. apply (ex_derive_continuous (V := R_NormedModule)). now exists (h x).
  - intros w. apply (C1_line _ (fun t => h t * w)). split.
    + intros x. apply (is_derive_ext (fun t => g t * w)).
      * intros t. cbn. now rewrite (grad_line f), (is_derive_unique _ _ _ (H t)).
      * replace (h x * w) with (w * h x) by ring. apply (is_derive_ext (fun t => scal w (g t))).
        -- intros t. unfold scal; simpl; unfold mult; simpl. ring.
        -- exact (is_derive_scal g x w (h x) (K x)).
    + intros x. apply (continuous_mult h (fun _ => w)); [apply C | apply continuous_const].
Qed.

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
Proof. induction n; [simpl; ring|]. change (bigsum (S (S n)) f) with (bigsum (S n) f + f (S n)). rewrite IHn. simpl. ring. Qed.
Lemma listed_cons z l f : listed (z :: l) f = f (IZR z) + listed l f.
Proof. destruct l; simpl; ring. Qed.
Lemma bigsum_listed n z f : bigsum n (fun k => f (IZR z + INR k)) = listed (integers n z) f.
Proof.
  revert z. induction n; intros z; [reflexivity|]. rewrite bigsum_first. change (integers (S n) z) with (z :: integers n (z + 1)).
  rewrite listed_cons, <- IHn. simpl INR at 1. rewrite Rplus_0_r. f_equal. apply bigsum_ext. intros k _. f_equal.
  rewrite plus_IZR, S_INR. ring.
Qed.
Lemma Sum_listed a b y z l f : a = IZR y -> b = IZR z -> integers (Z.to_nat (z - y + 1)) y = l -> Sum a b f = listed l f.
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
  replace (- INR n * ln b) with (- (INR n * ln b)) by ring. rewrite exp_Ropp. f_equal. rewrite <- Rpower_pow by exact H. reflexivity.
Qed.
Lemma pw_Z b e z : 0 < b -> e = IZR z ->
  pw b e = match z with Z0 => 1 | Zpos p => b ^ Pos.to_nat p | Zneg p => / b ^ Pos.to_nat p end.
Proof.
  intros H ->. destruct z as [|p|p].
  - rewrite pw_exp by exact H. rewrite Rmult_0_l. apply exp_0.
  - rewrite <- positive_nat_Z. apply pw_nat, H.
  - rewrite <- Pos2Z.opp_pos, <- positive_nat_Z. apply pw_minus, H.
Qed.
Ltac powers := repeat match goal with |- context [pw ?b ?e] =>
  let z := integer e in rewrite (pw_Z b e z) by lra; cbv beta iota;
  repeat match goal with |- context [Pos.to_nat ?p] => let n := eval compute in (Pos.to_nat p) in change (Pos.to_nat p) with n end
  end.
Ltac deltas := repeat match goal with |- context [delta ?a ?b] =>
  first [rewrite (delta_on a b) by lra | rewrite (delta_off a b) by lra] end.
Ltac wholes := repeat match goal with |- context [whole ?a] =>
  let z := integer a in replace (whole a) with (IZR z) by (symmetry; etransitivity; [|apply whole_IZR]; f_equal; lra) end.

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
Lemma acos_half : acos (1 / 2) = PI / 3.
Proof. apply acos_is; [split; interval | apply cos_PI3]. Qed.
Lemma acos_minus_root : acos (- (sqrt 2 / 2)) = 3 * PI / 4.
Proof. apply acos_is; [split; interval | apply cos_three_quarters]. Qed.
Lemma acos_root : acos (sqrt 2 / 2) = PI / 4.
Proof. apply acos_is; [split; interval | apply cos_quarter]. Qed.

(* without functions, but for finished roots and angles *)
Ltac plain t := lazymatch t with
  | IZR _ => idtac | PI => idtac | sqrt (IZR _) => idtac | acos (IZR _ / IZR _) => idtac | exp (IZR _) => idtac
  | ln (IZR _) => idtac
  | ?a + ?b => plain a; plain b | ?a - ?b => plain a; plain b | ?a * ?b => plain a; plain b
  | ?a / ?b => plain a; plain b | / ?a => plain a | - ?a => plain a | ?a ^ _ => plain a end.
Lemma sqrt_pow3 x : 0 <= x -> sqrt x ^ 3 = x * sqrt x. Proof. intros H. simpl. rewrite Rmult_1_r, <- Rmult_assoc, sqrt_sqrt; auto. Qed.
Lemma sqrt_pow4 x : 0 <= x -> sqrt x ^ 4 = x * x.
Proof. intros H. replace (sqrt x ^ 4) with ((sqrt x * sqrt x) * (sqrt x * sqrt x)) by ring. now rewrite sqrt_sqrt. Qed.
Ltac sides_nonzero := repeat split; try apply Rgt_not_eq; first [lra | apply PI_RGT_0 | interval].
(* the normal form of a closed term, to the continuation with its equation *)
Ltac normal t k :=
  let N := fresh "N" in let u := fresh "u" in
  evar (u : R);
  assert (N : t = u) by (
    try (field_simplify; [| sides_nonzero ..]); rewrite ?sqrt_pow4, ?sqrt_pow3, ?pow2_sqrt, ?sqrt_sqrt by lra;
    try (field_simplify; [| sides_nonzero ..]); unfold u; reflexivity);
  unfold u in N; match type of N with _ = ?v => k N v end.
Ltac whole_root z := let k := eval compute in (Z.sqrt z) in
  let same := eval compute in (Z.eqb (k * k) z) in
  lazymatch same with true => rewrite (sqrt_is (IZR z) (IZR k)) by lra end.
Ltac atom := match goal with
  | |- context [sqrt (IZR ?z)] => whole_root z
  | |- context [sqrt (PI ^ 2)] => rewrite (sqrt_pow2 PI) by interval
  | |- context [sqrt (?a / ?b)] => plain a; plain b; rewrite (sqrt_div_alt a b) by lra
  | |- context [sinc 0] => rewrite sinc_0
  | |- context [sinc ?t] => plain t; rewrite (sinc_div t) by (apply Rgt_not_eq; interval)
  | |- context [cos (acos ?t)] => rewrite (cos_acos t) by lra
  | |- context [sin (acos ?t)] => rewrite (sin_acos t) by lra
  | |- context [sin (2 * ?t)] => lazymatch t with acos _ => rewrite (sin_2a t) end
  | |- context [cos 0] => rewrite cos_0 | |- context [sin 0] => rewrite sin_0
  | |- context [cos PI] => rewrite cos_PI | |- context [sin PI] => rewrite sin_PI
  | |- context [cos (PI / 2)] => rewrite cos_PI2 | |- context [sin (PI / 2)] => rewrite sin_PI2
  | |- context [cos (PI / 4)] => rewrite cos_quarter | |- context [sin (PI / 4)] => rewrite sin_quarter
  | |- context [cos (PI / 3)] => rewrite cos_PI3 | |- context [sin (PI / 3)] => rewrite sin_PI3
  | |- context [cos (3 * PI / 4)] => rewrite cos_three_quarters
  | |- context [sin (3 * PI / 4)] => rewrite sin_three_quarters
  | |- context [cos (3 * PI / 2)] => rewrite cos_3PI2
  | |- context [acos 0] => rewrite acos_0 | |- context [acos 1] => rewrite acos_1
  | |- context [acos (-1)] => rewrite (acos_is (-1) PI) by (first [split; interval | apply cos_PI])
  | |- context [acos (1 / 2)] => rewrite acos_half
  | |- context [exp 0] => rewrite exp_0 | |- context [ln 1] => rewrite ln_1
  | |- context [Rabs ?t] => first [rewrite (Rabs_right t) by (first [lra | interval]) | rewrite (Rabs_left1 t) by (first [lra | interval])]
  | |- context [Rmax ?a ?b] => first [rewrite (Rmax_left a b) by (first [lra | interval]) | rewrite (Rmax_right a b) by (first [lra | interval])]
  | |- context [Rmin ?a ?b] => first [rewrite (Rmin_left a b) by (first [lra | interval]) | rewrite (Rmin_right a b) by (first [lra | interval])]
  | |- context [?f ?t] => lazymatch f with sqrt => idtac | sinc => idtac | cos => idtac | sin => idtac | acos => idtac | exp => idtac | ln => idtac end;
      plain t; normal t ltac:(fun N v => tryif constr_eq t v then fail else rewrite N; clear N)
  end.
Ltac atoms := repeat atom.

(* --- derivatives --- *)
Ltac positive := repeat first [lra | apply exp_pos | apply Rmult_lt_0_compat | apply Rplus_lt_0_compat | apply Rinv_0_lt_compat
  | apply sqrt_lt_R0 | apply pow_lt | apply Rdiv_lt_0_compat].
Ltac nonzero := repeat split; trivial; try first [lra | timeout 5 nra | intro; timeout 5 nra | apply Rgt_not_eq; solve [positive] | interval].
Ltac derived := first [exact I | repeat split; trivial; try first [lra | solve [positive] | apply Rgt_not_eq; solve [positive]
  | timeout 5 nra | apply Rgt_not_eq; timeout 5 nra | interval]].
Ltac inner := match goal with |- context [Derive (fun t => Derive ?f (@?g t)) ?a] =>
  let d := fresh "d" in let E := fresh "E" in
  evar (d : R -> R);
  assert (E : forall x, Derive f x = d x) by (intro; apply is_derive_unique; unfold d; auto_derive; [derived | reflexivity]);
  rewrite (Derive_ext (fun t => Derive f (g t)) (fun t => d (g t))) by (intro; apply E); unfold d; cbv beta; clear E d end.
Ltac derives := repeat inner; repeat match goal with |- context [Derive ?f ?x] =>
  let l := fresh "l" in let E := fresh "E" in
  evar (l : R); assert (E : is_derive f x l) by (unfold l; auto_derive; [derived | reflexivity]);
  rewrite (is_derive_unique f x l E); unfold l; clear E; clear l end.
Ltac chain l := lazymatch l with
  | (?f :: nil)%list => intro; apply (ex_derive_continuous (V := R_NormedModule)); auto_derive; derived
  | (?f :: ?m)%list => split; [intro; auto_derive; [derived | try reflexivity; try field; derived] | chain m]
  end.
Ltac smooth l := lazymatch l with (?f :: ?m)%list => apply (smooth_chain f m); cbn [chained]; chain l end.
Ltac smooth_field l := lazymatch l with
  | (?f :: ?g :: nil)%list => apply (C1_line f g)
  | (?f :: ?g :: ?h :: nil)%list => apply (C2_line f g h)
  end; cbn [chained]; chain l.

(* near a place: all numbers at a distance below a tenth *)
Lemma near_tenth (a : R) (P : R -> Prop) : (forall x, a - 1 / 10 < x < a + 1 / 10 -> P x) -> locally a P.
Proof.
  intros H. assert (T : 0 < 1 / 10) by lra. exists (mkposreal _ T). intros x B.
  unfold ball in B; simpl in B; unfold AbsRing_ball, abs, minus, plus, opp in B; simpl in B. apply H.
  apply Rabs_def2 in B. lra.
Qed.
Lemma smooth_tenth (f g : R -> R) (a : R) :
  (forall x, a - 1 / 10 < x < a + 1 / 10 -> is_derive f x (g x)) ->
  (forall x, a - 1 / 10 < x < a + 1 / 10 -> ex_derive g x) -> smooth_near 1 f a.
Proof.
  intros H K. assert (U : forall x, a - 1 / 10 < x < a + 1 / 10 -> locally x (fun y => a - 1 / 10 < y < a + 1 / 10)).
  { intros x [X1 X2]. apply (filter_and (F := locally x)); [now apply open_gt | now apply open_lt]. }
  apply near_tenth. intros x X k Hk. destruct k as [|[|k]]; [| |lia].
  - split; [exact I|]. apply (ex_derive_continuous (V := R_NormedModule)). exists (g x). now apply H.
  - split; [exists (g x); now apply H|]. apply (continuous_ext_loc _ g).
    + generalize (U x X). apply filter_imp. intros y Y. symmetry. apply is_derive_unique. now apply H.
    + apply (ex_derive_continuous (V := R_NormedModule)). now apply K.
Qed.
Ltac here := lra || (timeout 5 nra) || interval.
Ltac nearby := lazymatch goal with
  | |- locally _ _ => apply near_tenth; intros; first [here | apply Rgt_not_eq; here | apply Rlt_not_eq; here]
  | |- smooth_near 1 ?f ?a => eapply (smooth_tenth f _ a);
      [ intros; auto_derive; [repeat split; trivial; first [here | apply Rgt_not_eq; here | apply Rlt_not_eq; here] | reflexivity]
      | intros; auto_derive; repeat split; trivial; first [here | apply Rgt_not_eq; here | apply Rlt_not_eq; here] ]
  end.

(* --- convexity of squares and exponentials --- *)
Lemma exp_above u m : exp m * (1 + u - m) <= exp u.
Proof.
  replace (exp u) with (exp m * exp (u - m)) by (rewrite <- exp_plus; f_equal; ring).
  apply Rmult_le_compat_l; [left; apply exp_pos|]. assert (H := exp_ineq1_le (u - m)). lra.
Qed.
Lemma exp_above_strictly u m : u <> m -> exp m * (1 + u - m) < exp u.
Proof.
  intros N. replace (exp u) with (exp m * exp (u - m)) by (rewrite <- exp_plus; f_equal; ring).
  apply Rmult_lt_compat_l; [apply exp_pos|]. assert (H : u - m <> 0) by lra. assert (K := exp_ineq1 (u - m) H). lra.
Qed.
Lemma exp_convex r u v : 0 < r < 1 -> u <> v -> exp (r * u + (1 - r) * v) < r * exp u + (1 - r) * exp v.
Proof.
  intros [H K] N. set (m := r * u + (1 - r) * v).
  assert (A : exp m * (1 + u - m) < exp u). { apply exp_above_strictly. unfold m. intro E. apply N. assert ((1 - r) * (u - v) = 0) by lra. nra. }
  assert (B : exp m * (1 + v - m) < exp v). { apply exp_above_strictly. unfold m. intro E. apply N. assert (r * (u - v) = 0) by lra. nra. }
  assert (C : exp m = r * (exp m * (1 + u - m)) + (1 - r) * (exp m * (1 + v - m))) by (unfold m; ring).
  rewrite C. apply Rplus_lt_compat; apply Rmult_lt_compat_l; lra.
Qed.
Ltac distinct := let E := fresh in intro E; subst; lra.
Ltac differ u v := assert (u <> v) by (intro; subst; lra).
Ltac exponentials := repeat match goal with |- context [exp ?u] =>
   lazymatch goal with K : 0 < exp u |- _ => fail | |- _ => assert (0 < exp u) by apply exp_pos end end.

(* --- what is to be shown --- *)
Ltac parts := repeat match goal with |- _ /\ _ => split end; cbv beta.
Ltac declared := intros; rewrite ?pw_exp by lra; first [lra | solve [positive] | timeout 5 nra | apply Int_IZR | apply Int_whole | interval].

Ltac work_out := cbv beta; spaces; rewrite ?grad_line, ?hess_line in *; split_vectors; spaces; cbv beta; sums; wholes; deltas; powers.
Ltac vector_eq := lazymatch goal with |- @eq R _ _ => idtac | |- (_, _) = (_, _) => apply f_equal2; vector_eq | |- _ => idtac end.
(* squares of differences, and products of what is positive *)
Ltac squares := repeat match goal with a : R, b : R |- _ =>
  lazymatch goal with K : 0 <= (a - b) ^ 2 |- _ => fail | K : 0 <= (b - a) ^ 2 |- _ => fail | |- _ => assert (0 <= (a - b) ^ 2) by apply pow2_ge_0 end end.
Ltac inside := repeat match goal with H : ?x > 0, K : 1 > ?x |- _ =>
  lazymatch goal with _ : 0 < x * (1 - x) |- _ => fail | |- _ => assert (0 < x * (1 - x)) by (apply Rmult_lt_0_compat; lra) end end.
Ltac close_convex := match goal with
  | |- ?r * exp ?u + (1 + -1 * ?r) * exp ?v > exp _ =>
      let K := fresh in assert (K : exp (r * u + (1 - r) * v) < r * exp u + (1 - r) * exp v) by (apply exp_convex; [lra | distinct]);
      replace (r * u + (1 + -1 * r) * v) with (r * u + (1 - r) * v) by ring; lra
  | |- context [exp ?u] => match goal with |- context [exp ?v] => tryif constr_eq u v then fail else
      let K := fresh in assert (K : exp v * (1 + u - v) < exp u) by (apply exp_above_strictly; distinct); timeout 5 nra end
  end.
Ltac roots := repeat match goal with |- context [sqrt (IZR ?z)] =>
  lazymatch goal with _ : sqrt (IZR z) * sqrt (IZR z) = IZR z |- _ => fail | |- _ => assert (sqrt (IZR z) * sqrt (IZR z) = IZR z) by (apply sqrt_sqrt; lra) end end.
Ltac close := first [reflexivity | lra | ring | nearby | solve [field; nonzero] | solve [interval]
  | (apply Rgt_not_eq; solve [interval]) | (apply Rlt_not_eq; solve [interval])
  | solve [squares; inside; timeout 8 nra] | close_convex | solve [atoms; first [lra | solve [roots; timeout 5 nra] | interval | field; nonzero]]
  | solve [rewrite ?ln_exp; first [lra | ring]] ].
Ltac hypotheses := repeat match goal with H : context [Derive (fun _ => _) ?x] |- _ => progress (revert H; derives; intro H) end.
Ltac prepare := cbv beta; intros; work_out; repeat (range; work_out); try hypotheses; derives; vector_eq.
Ltac absurd_exp := exfalso; match goal with H : context [exp ?v] |- _ => assert (0 < exp v) by apply exp_pos; solve [lra | timeout 5 nra] end.
Ltac settle := prepare; first [close | absurd_exp].
Ltac prepare_false := let H := fresh "H" in intro H; revert H; work_out; derives; intro H.
Ltac apart H := first [ lra | timeout 5 nra
    | solve [apply Rge_not_lt in H; apply H; interval] | solve [apply Rgt_not_le in H; apply H; interval]
    | solve [apply H; first [lra | field; nonzero | atoms; lra]]
    | match type of H with ?a = ?b => first [
        solve [assert (a < b) by interval; lra] | solve [assert (b < a) by interval; lra] ] end
    | match type of H with (_, _) = (_, _) => assert (0 < PI) by apply PI_RGT_0; injection H; intros; lra end ].
Ltac close_false := match goal with H : _ |- False => first [apart H | revert H; atoms; intro H; apart H] end.
Ltac fails := prepare_false; close_false.
Ltac print_goal := match goal with |- ?G => idtac G end.
Ltac context_print := repeat match goal with H : ?P |- _ => match type of P with Prop => idtac "   " H ":" P; clear H end end.
