(* Functions that are given with their derivatives are smooth: on the line, as fields there, and near a place. *)
From Verify Require Export Tuples.
From Interval Require Export Tactic.
Require Export List.

(* --- functions that are differentiated, by the list of their derivatives --- *)
Fixpoint chained (f : R -> R) (l : list (R -> R)) : Prop :=
  match l with nil => forall x, continuous f x | g :: m => (forall x, is_derive f x (g x)) /\ chained g m end.

Lemma chained_nth l : forall f, chained f l -> forall k, (k < length l)%nat -> forall x,
  is_derive (nth k (f :: l) f) x (nth (S k) (f :: l) f x).
Proof.
  induction l as [|g l IH]; intros f H k Hk x; simpl in Hk; [lia|]. destruct H as [H C]. destruct k as [|k];
      [apply H|].
  assert (K : (k < length l)%nat) by lia. specialize (IH g C k K x).
  change (nth (S k) (f :: g :: l) f) with (nth k (g :: l) f). change (nth (S (S k)) (f :: g :: l) f) with (nth (S k)
      (g :: l) f).
  rewrite (nth_indep (g :: l) f g) by (simpl; lia). rewrite (nth_indep (g :: l) f g (n := S k)) by (simpl;
      lia). exact IH.
Qed.
Lemma chained_last l : forall f, chained f l -> forall x, continuous (nth (length l) (f :: l) f) x.
Proof.
  induction l as [|g l IH]; intros f H x; [apply H|]. destruct H as [_ C]. specialize (IH g C x).
  change (nth (length (g :: l)) (f :: g :: l) f) with (nth (length l) (g :: l) f).
  rewrite (nth_indep (g :: l) f g) by (simpl; lia). exact IH.
Qed.
Lemma chained_Derive f l : chained f l -> forall k, (k <= length l)%nat -> forall x,
    Derive_n f k x = nth k (f :: l) f x.
Proof.
  intros H k. induction k as [|k IH]; intros Hk x;
      [reflexivity|]. change (Derive_n f (S k) x) with (Derive (Derive_n f k) x).
  rewrite (Derive_ext _ (nth k (f :: l) f)) by (intro; apply IH; lia). apply is_derive_unique, chained_nth;
      [exact H | lia].
Qed.
Lemma smooth_chain f l : chained f l -> forall a, smooth_near (length l) f a.
Proof.
  intros H a. unfold smooth_near. apply filter_forall. intros x k Hk. split.
  - destruct k as [|k]; [exact I|]. exists (nth (S k) (f :: l) f x).
    apply (is_derive_ext (nth k (f :: l) f)); [intro; symmetry; apply chained_Derive; [exact H | lia]|].
    apply chained_nth; [exact H | lia].
  - apply (continuous_ext (nth k (f :: l) f)); [intro; symmetry; apply chained_Derive; auto|].
    destruct (Nat.eq_dec k (length l)) as [->|N]; [now apply chained_last|].
    apply (ex_derive_continuous (V := R_NormedModule)). exists (nth (S k) (f :: l) f x). apply chained_nth;
        [exact H | lia].
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
  unfold Rsqr. rewrite <- Rabs_mult, Rabs_right;
      [|apply Rle_ge, Rle_0_sqr]. replace (y + - x) with (y + -1 * x) by ring. exact K.
Qed.
Lemma slope_near (f g : R -> R) (x : R) : is_derive f x (g x) -> forall eps, 0 < eps ->
  locally x (fun y => Rabs (f y - f x - g x * (y + -1 * x)) <= eps * sqrt ((y + -1 * x) * (y + -1 * x))).
Proof.
  intros H eps He. apply is_derive_Reals in H. destruct (H eps He) as [d K]. exists d. intros y B. change
      (UniformSpace.sort R_UniformSpace) with R in y.
  unfold ball in B; simpl in B; unfold AbsRing_ball, abs, minus, plus, opp in B; simpl in B.
  destruct (Req_dec y x) as [->|N].
  - replace (f x - f x - g x * (x + -1 * x)) with 0 by ring. rewrite Rabs_R0. apply Rmult_le_pos; [lra
      | apply sqrt_pos].
  - specialize (K (y - x)). assert (L : y - x <> 0) by lra. specialize (K L B).
    replace (x + (y - x)) with y in K by ring.
    replace ((y + -1 * x) * (y + -1 * x)) with (Rsqr (y - x)) by (unfold Rsqr; ring). rewrite sqrt_Rsqr_abs.
    replace (f y - f x - g x * (y + -1 * x)) with (((f y - f x) / (y - x) - g x) * (y - x)) by (field; exact L).
    rewrite Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos | left; exact K].
Qed.
Lemma differentiable_line (f : line -> R) (g : R -> R) (x : line) : is_derive (f : R -> R) x (g x) ->
    @differentiable_at line f x.
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
  - apply (C1_line f g). split; [exact H|]. intros x. apply (ex_derive_continuous (V := R_NormedModule)). now exists
      (h x).
  - intros w. apply (C1_line _ (fun t => h t * w)). split.
    + intros x. apply (is_derive_ext (fun t => g t * w)).
      * intros t. cbn. now rewrite (grad_line f), (is_derive_unique _ _ _ (H t)).
      * replace (h x * w) with (w * h x) by ring. apply (is_derive_ext (fun t => scal w (g t))).
        -- intros t. unfold scal; simpl; unfold mult; simpl. ring.
        -- exact (is_derive_scal g x w (h x) (K x)).
    + intros x. apply (continuous_mult h (fun _ => w)); [apply C | apply continuous_const].
Qed.

(* --- near a place --- *)
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
