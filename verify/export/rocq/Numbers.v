(* What the toolkit's language means in Rocq, first part: integers, finite sums, elementary functions.

   Every number is a real one. An integer is a real number that is one: [Int x]. A family over the integers is a function
   of reals, of which only the values at integers count. What has no value in the toolkit's language (1/0, the root of
   -1, the logarithm of 0) has some value here: so that a term is defined is always said beside it, as a proposition. *)
Require Export Reals Lra Lia Psatz ZArith Field.
Require Machin.
From Coquelicot Require Export Coquelicot.
Open Scope R_scope.

(* --- integers --- *)
Definition Int (x : R) : Prop := exists z : Z, x = IZR z.

Lemma Int_IZR z : Int (IZR z). Proof. exists z; reflexivity. Qed.
Lemma Int_plus x y : Int x -> Int y -> Int (x + y).
Proof. intros [a ->] [b ->]. exists (a + b)%Z. now rewrite plus_IZR. Qed.
Lemma Int_mult x y : Int x -> Int y -> Int (x * y).
Proof. intros [a ->] [b ->]. exists (a * b)%Z. now rewrite mult_IZR. Qed.
Lemma Int_opp x : Int x -> Int (- x).
Proof. intros [a ->]. exists (- a)%Z. now rewrite opp_IZR. Qed.
Lemma Int_minus x y : Int x -> Int y -> Int (x - y).
Proof. intros [a ->] [b ->]. exists (a - b)%Z. now rewrite minus_IZR. Qed.
Lemma Int_pow x n : Int x -> Int (x ^ n).
Proof. intros H; induction n; simpl; [exists 1%Z; reflexivity | now apply Int_mult]. Qed.
Lemma Int_INR n : Int (INR n). Proof. exists (Z.of_nat n). now rewrite INR_IZR_INZ. Qed.
Lemma Int_max x y : Int x -> Int y -> Int (Rmax x y).
Proof. intros. unfold Rmax. now destruct Rle_dec. Qed.
Lemma Int_min x y : Int x -> Int y -> Int (Rmin x y).
Proof. intros. unfold Rmin. now destruct Rle_dec. Qed.
Lemma Int_abs x : Int x -> Int (Rabs x).
Proof. intros. unfold Rabs. destruct Rcase_abs; [now apply Int_opp | assumption]. Qed.
Global Hint Resolve Int_IZR Int_plus Int_mult Int_opp Int_minus Int_pow Int_INR Int_max Int_min Int_abs : int.

Lemma Int_gt x y : Int x -> Int y -> x < y -> x + 1 <= y.
Proof. intros [a ->] [b ->] H. apply lt_IZR in H. rewrite <- plus_IZR. apply IZR_le. lia. Qed.

(* the rule "induct" *)
Theorem Int_induct (P : R -> Prop) a : Int a -> P a ->
  (forall n, Int n -> a <= n -> P n -> P (n + 1)) -> forall n, Int n -> a <= n -> P n.
Proof.
  intros [z ->] H0 HS n [m ->] Hle. apply le_IZR in Hle.
  replace m with (z + Z.of_nat (Z.to_nat (m - z)))%Z by lia.
  induction (Z.to_nat (m - z)) as [|k IH].
  - now replace (z + Z.of_nat 0)%Z with z by lia.
  - replace (z + Z.of_nat (S k))%Z with ((z + Z.of_nat k) + 1)%Z by lia.
    rewrite plus_IZR. apply HS; auto with int. apply IZR_le. lia.
Qed.

(* --- finite sums over the integers from lo to hi; empty if hi < lo --- *)
Fixpoint bigsum (n : nat) (g : nat -> R) : R := match n with O => 0 | S m => bigsum m g + g m end.
Definition count (lo hi : R) : nat := Z.to_nat (Int_part (hi - lo + 1)).
Definition Sum (lo hi : R) (f : R -> R) : R := bigsum (count lo hi) (fun k => f (lo + INR k)).

Lemma Int_part_IZR z : Int_part (IZR z) = z.
Proof.
  assert (H := base_Int_part (IZR z)). destruct H as [H1 H2].
  apply le_IZR in H1. assert (IZR z - 1 < IZR (Int_part (IZR z))) by lra.
  rewrite <- minus_IZR in H. apply lt_IZR in H. lia.
Qed.
Lemma count_pos lo hi : Int lo -> Int hi -> lo <= hi + 1 -> INR (count lo hi) = hi - lo + 1.
Proof.
  intros [a ->] [b ->] H. unfold count. rewrite <- minus_IZR, <- plus_IZR, Int_part_IZR.
  rewrite <- plus_IZR in H. apply le_IZR in H. rewrite INR_IZR_INZ, Z2Nat.id by lia. reflexivity.
Qed.
Lemma count_empty lo hi : Int lo -> Int hi -> hi < lo -> count lo hi = O.
Proof.
  intros [a ->] [b ->] H. unfold count. rewrite <- minus_IZR, <- plus_IZR, Int_part_IZR. apply lt_IZR in H. lia.
Qed.
Lemma count_bound lo hi k : Int lo -> Int hi -> (k < count lo hi)%nat -> lo + INR k <= hi.
Proof.
  intros Hl Hh H. destruct (Rle_lt_dec lo hi) as [L|L].
  - assert (E := count_pos lo hi Hl Hh ltac:(lra)). apply lt_INR in H.
    assert (INR k + 1 <= INR (count lo hi)). { apply Int_gt; auto with int. } lra.
  - rewrite count_empty in H by auto. lia.
Qed.
Lemma count_last lo hi : Int lo -> Int hi -> lo <= hi + 1 -> count lo (hi + 1) = S (count lo hi).
Proof. intros. apply INR_eq. rewrite S_INR, !count_pos; auto with int; lra. Qed.
Lemma bigsum_ext n f g : (forall k, (k < n)%nat -> f k = g k) -> bigsum n f = bigsum n g.
Proof. induction n; intros H; simpl; [reflexivity|]. rewrite IHn, H; auto. Qed.
Lemma bigsum_plus n f g : bigsum n (fun k => f k + g k) = bigsum n f + bigsum n g.
Proof. induction n; simpl; [ring|]. rewrite IHn. ring. Qed.
Lemma bigsum_scal n c f : bigsum n (fun k => c * f k) = c * bigsum n f.
Proof. induction n; simpl; [ring|]. rewrite IHn. ring. Qed.
Lemma bigsum_nonneg n f : (forall k, (k < n)%nat -> 0 <= f k) -> 0 <= bigsum n f.
Proof. induction n; intros H; simpl; [lra|]. assert (0 <= bigsum n f) by auto. assert (0 <= f n) by auto. lra. Qed.
Lemma bigsum_tel n F : bigsum n (fun k => F (S k) - F k) = F n - F O.
Proof. induction n; simpl; [ring|]. rewrite IHn. ring. Qed.
Lemma bigsum_exchange m n (f : nat -> nat -> R) :
  bigsum m (fun i => bigsum n (fun j => f i j)) = bigsum n (fun j => bigsum m (fun i => f i j)).
Proof.
  induction m; simpl.
  - induction n; simpl; [reflexivity|]. rewrite <- IHn. ring.
  - rewrite IHm, <- bigsum_plus. reflexivity.
Qed.

Lemma Sum_ext lo hi f g : Int lo -> Int hi -> (forall i, Int i -> lo <= i -> i <= hi -> f i = g i) -> Sum lo hi f = Sum lo hi g.
Proof.
  intros Hl Hh H. apply bigsum_ext. intros k Hk. apply H; auto with int.
  - assert (0 <= INR k) by apply pos_INR. lra.
  - now apply count_bound.
Qed.
Lemma Sum_plus lo hi f g : Sum lo hi (fun i => f i + g i) = Sum lo hi f + Sum lo hi g.
Proof. apply bigsum_plus. Qed.
Lemma Sum_scal lo hi c f : Sum lo hi (fun i => c * f i) = c * Sum lo hi f.
Proof. apply (bigsum_scal _ c (fun k => f (lo + INR k))). Qed.
Lemma Sum_exchange a b c d (f : R -> R -> R) :
  Sum a b (fun i => Sum c d (fun j => f i j)) = Sum c d (fun j => Sum a b (fun i => f i j)).
Proof. apply (bigsum_exchange _ _ (fun i j => f (a + INR i) (c + INR j))). Qed.
Lemma Sum_nonneg lo hi f : Int lo -> Int hi -> (forall i, Int i -> lo <= i -> i <= hi -> 0 <= f i) -> 0 <= Sum lo hi f.
Proof.
  intros Hl Hh H. apply bigsum_nonneg. intros k Hk. apply H; auto with int.
  - assert (0 <= INR k) by apply pos_INR. lra.
  - now apply count_bound.
Qed.
Lemma Sum_one lo hi : Int lo -> Int hi -> lo <= hi + 1 -> Sum lo hi (fun _ => 1) = hi - lo + 1.
Proof.
  intros Hl Hh H. rewrite <- count_pos by auto. unfold Sum. generalize (count lo hi). intros n.
  induction n; simpl bigsum; [reflexivity|]. rewrite IHn, S_INR. ring.
Qed.
Lemma Sum_empty lo hi f : Int lo -> Int hi -> hi < lo -> Sum lo hi f = 0.
Proof. intros. unfold Sum. now rewrite count_empty. Qed.
Lemma Sum_last lo hi f : Int lo -> Int hi -> lo <= hi + 1 -> Sum lo (hi + 1) f = Sum lo hi f + f (hi + 1).
Proof.
  intros Hl Hh H. unfold Sum. rewrite count_last by auto. simpl. do 2 f_equal. rewrite count_pos; auto. ring.
Qed.
Lemma Sum_last' lo hi f : Int lo -> Int hi -> lo <= hi -> Sum lo hi f = Sum lo (hi - 1) f + f hi.
Proof.
  intros Hl Hh H. replace hi with ((hi - 1) + 1) at 1 3 by ring. apply Sum_last; auto with int. lra.
Qed.
Lemma Sum_pos lo hi f : Int lo -> Int hi -> lo <= hi -> (forall i, Int i -> lo <= i -> i <= hi -> 0 < f i) -> 0 < Sum lo hi f.
Proof.
  intros Hl Hh H P. rewrite Sum_last' by auto.
  assert (0 <= Sum lo (hi - 1) f). { apply Sum_nonneg; auto with int. intros. left. apply P; auto; lra. }
  assert (0 < f hi) by (apply P; auto; lra). lra.
Qed.
Lemma Sum_tel lo hi F : Int lo -> Int hi -> lo <= hi + 1 -> Sum lo hi (fun t => F (t + 1) - F t) = F (hi + 1) - F lo.
Proof.
  intros Hl Hh H. assert (C := count_pos lo hi Hl Hh H).
  replace (hi + 1) with (lo + INR (count lo hi)) by (rewrite C; ring).
  unfold Sum. rewrite (bigsum_ext _ _ (fun k => (fun k => F (lo + INR k)) (S k) - (fun k => F (lo + INR k)) k)).
  - rewrite (bigsum_tel _ (fun k => F (lo + INR k))). simpl INR. now replace (lo + 0) with lo by ring.
  - intros k _. cbv beta. rewrite S_INR. do 2 f_equal. ring.
Qed.
Lemma Sum_zero lo hi f : Int lo -> Int hi -> (forall t, Int t -> lo <= t -> t <= hi -> f t = 0) -> Sum lo hi f = 0.
Proof.
  intros Hl Hh H. rewrite (Sum_ext _ _ _ (fun _ => 0 * 1)) by (auto; intros; rewrite H; auto; ring).
  rewrite (Sum_scal _ _ 0 (fun _ => 1)). ring.
Qed.

(* the rule "telescope" *)
Theorem telescope_ge lo hi (d F : R -> R) : Int lo -> Int hi -> lo <= hi + 1 ->
  (forall t, Int t -> lo <= t -> t <= hi -> 0 <= d t) ->
  0 <= F lo + -1 * F (hi + 1) + Sum lo hi (fun t => d t + -1 * F t + F (t + 1)).
Proof.
  intros Hl Hh H P. rewrite (Sum_ext _ _ _ (fun t => d t + (F (t + 1) - F t))) by (auto; intros; ring).
  rewrite Sum_plus, Sum_tel by auto. assert (0 <= Sum lo hi d) by (apply Sum_nonneg; auto). lra.
Qed.
Theorem telescope_eq lo hi (d F : R -> R) : Int lo -> Int hi -> lo <= hi + 1 ->
  (forall t, Int t -> lo <= t -> t <= hi -> d t = 0) ->
  F lo + -1 * F (hi + 1) + Sum lo hi (fun t => d t + -1 * F t + F (t + 1)) = 0.
Proof.
  intros Hl Hh H P. rewrite (Sum_ext _ _ _ (fun t => 0 * 1 + (F (t + 1) - F t))).
  - rewrite Sum_plus, Sum_tel, (Sum_scal _ _ 0 (fun _ => 1)) by auto. ring.
  - auto. - auto. - intros. rewrite P; auto. ring.
Qed.

(* --- what Rocq's library lacks --- *)
Definition sinc (x : R) : R := if Req_EM_T x 0 then 1 else sin x / x.
Lemma sinc_mul x : x * sinc x = sin x.
Proof. unfold sinc. destruct (Req_EM_T x 0) as [->|H]; [rewrite sin_0; ring | field; auto]. Qed.
Lemma sinc_0 : sinc 0 = 1. Proof. unfold sinc. destruct (Req_EM_T 0 0); lra. Qed.
Lemma sinc_opp x : sinc (- x) = sinc x.
Proof. unfold sinc. destruct (Req_EM_T (- x) 0), (Req_EM_T x 0); try lra. rewrite sin_neg. field; auto. Qed.

Definition delta (i j : R) : R := if Req_EM_T i j then 1 else 0.
Lemma delta_sq i j : delta i j * delta i j = delta i j.
Proof. unfold delta. destruct (Req_EM_T i j); ring. Qed.
Lemma delta_sym i j : delta i j = delta j i.
Proof. unfold delta. destruct (Req_EM_T i j), (Req_EM_T j i); congruence. Qed.
Lemma delta_on i j : i = j -> delta i j = 1. Proof. unfold delta. now destruct (Req_EM_T i j). Qed.
Lemma delta_off i j : i <> j -> delta i j = 0. Proof. unfold delta. now destruct (Req_EM_T i j). Qed.
Lemma Sum_delta lo hi j f : Int lo -> Int hi -> Int j -> lo <= j -> j <= hi -> Sum lo hi (fun i => delta i j * f i) = f j.
Proof.
  intros Hl Hh Hj L1 L2. revert hi Hh L2. apply (Int_induct (fun hi => Sum lo hi (fun i => delta i j * f i) = f j) j); auto.
  - rewrite Sum_last' by auto. rewrite (Sum_ext _ _ _ (fun i => 0 * 1)); auto with int.
    + rewrite (Sum_scal _ _ 0 (fun _ => 1)). unfold delta. destruct (Req_EM_T j j); lra.
    + intros i _ _ Hi. unfold delta. destruct (Req_EM_T i j); [lra | ring].
  - intros n Hn Hle IH. rewrite Sum_last by (auto with int; lra). rewrite IH. unfold delta. destruct (Req_EM_T (n + 1) j); lra.
Qed.

Definition acosh (x : R) : R := ln (x + sqrt (x ^ 2 - 1)).
Definition asinh (x : R) : R := ln (x + sqrt (x ^ 2 + 1)).
Definition atanh (x : R) : R := (ln (1 + x) - ln (1 - x)) / 2.

(* by π/4 = 2 arctan 1/3 + arctan 1/7 *)
Lemma PI_bounds : 314159 / 100000 < PI < 314160 / 100000.
Proof.
  destruct (Machin.PI_2_3_7_ineq 3) as [L U]. unfold tg_alt, Machin.PI_2_3_7_tg, Ratan.Ratan_seq in L, U. simpl in L, U. split; lra.
Qed.

(* the q-th root of what is not negative *)
Definition root (q : nat) (x : R) : R := if Rle_dec x 0 then 0 else Rpower x (/ INR q).

(* b ^ e, for any real exponent; defined for b > 0, for b = 0 <= e, and for integers e if b <> 0 *)
Definition pw (b e : R) : R :=
  if Rlt_dec 0 b then exp (e * ln b)
  else if Req_EM_T b 0 then (if Req_EM_T e 0 then 1 else 0)
  else powerRZ b (Int_part e).
Definition pw_defined (b e : R) : Prop := 0 < b \/ (b = 0 /\ 0 <= e) \/ (b <> 0 /\ Int e).
Lemma pw_exp b e : 0 < b -> pw b e = exp (e * ln b).
Proof. intros. unfold pw. destruct Rlt_dec; [reflexivity | contradiction]. Qed.
