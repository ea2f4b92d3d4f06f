(* Functions of one real variable that are n times continuously differentiable near a place, and their derivatives near
   it: [deriv_near f a g] says that g is the derivative of f in a neighbourhood of a. What sums, products, compositions,
   … need is asked for at the place alone: it is open, so it holds nearby. *)
From Verify Require Export Spaces.

Definition deriv_near (f : R -> R) (a : R) (g : R -> R) : Prop := locally a (fun x => is_derive f x (g x)).

(* --- derivatives of higher order, one at a time --- *)
Lemma Derive_n_Derive f k x : Derive_n (Derive f) k x = Derive_n f (S k) x.
Proof. rewrite (Derive_n_comp f k 1). now replace (k + 1)%nat with (S k) by lia. Qed.
Lemma ex_derive_n_Derive f k x : (1 <= k)%nat -> ex_derive_n (Derive f) k x <-> ex_derive_n f (S k) x.
Proof.
  intros H. destruct k as [|k]; [lia|]. simpl. split; apply ex_derive_ext; intros t; rewrite Derive_n_Derive; reflexivity.
Qed.

Lemma continuous_is_derive (f : R -> R) (x l : R) : is_derive f x l -> continuous f x.
Proof. intros. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule) f). now exists l. Qed.

Lemma near_image (f : R -> R) a (P : R -> Prop) : continuous f a -> locally (f a) P -> locally a (fun x => P (f x)).
Proof. intros C H. exact (C P H). Qed.

Lemma smooth_near_ext n f g a : locally a (fun x => f x = g x) -> smooth_near n f a -> smooth_near n g a.
Proof.
  intros E H. apply locally_locally in E. unfold smooth_near in *. generalize (filter_and _ _ E H). apply filter_imp.
  intros x [Ex Hx] k Hk. destruct (Hx k Hk) as [Hd Hc]. split.
  - now apply (ex_derive_n_ext_loc f).
  - apply (continuous_ext_loc _ (Derive_n f k)); [|assumption].
    apply locally_locally in Ex. generalize Ex. apply filter_imp. intros y Ey. now apply Derive_n_ext_loc.
Qed.

Lemma smooth_near_le n m f a : (m <= n)%nat -> smooth_near n f a -> smooth_near m f a.
Proof. intros L. unfold smooth_near. apply filter_imp. intros x H k Hk. apply H. lia. Qed.

Lemma smooth_near_pred n f a : smooth_near (S n) f a -> smooth_near n f a.
Proof. apply smooth_near_le. lia. Qed.

Lemma smooth_near_locally n f a : smooth_near n f a -> locally a (smooth_near n f).
Proof. unfold smooth_near. intros H. now apply locally_locally in H. Qed.

Lemma smooth_near_0 f a : locally a (continuous f) <-> smooth_near 0 f a.
Proof.
  unfold smooth_near. split; apply filter_imp; intros x H.
  - intros k Hk. replace k with 0%nat by lia. now split.
  - now destruct (H 0%nat ltac:(lia)).
Qed.

Lemma smooth_near_S n f g a : deriv_near f a g -> smooth_near n g a -> smooth_near (S n) f a.
Proof.
  intros D H. apply locally_locally in D. unfold smooth_near in *. generalize (filter_and _ _ D H). apply filter_imp.
  intros x [Dx Hx] k Hk.
  assert (E : locally x (fun y => Derive f y = g y)).
  { generalize Dx. apply filter_imp. intros y Dy. now apply is_derive_unique. }
  destruct k as [|k].
  - split; [exact I|]. apply (continuous_is_derive _ _ (g x)). now apply locally_singleton in Dx.
  - destruct (Hx k ltac:(lia)) as [Hd Hc]. split.
    + destruct k as [|k]; [exists (g x); now apply locally_singleton in Dx|].
      apply ex_derive_n_Derive; [lia|]. apply (ex_derive_n_ext_loc g); [|assumption].
      generalize E. apply filter_imp. intros; now symmetry.
    + apply (continuous_ext_loc _ (Derive_n g k)); [|assumption].
      apply locally_locally in E. generalize E. apply filter_imp. intros y Ey.
      rewrite <- Derive_n_Derive. apply Derive_n_ext_loc. generalize Ey. apply filter_imp. intros; now symmetry.
Qed.

Lemma smooth_near_deriv n f a : smooth_near (S n) f a -> deriv_near f a (Derive f).
Proof.
  unfold smooth_near, deriv_near. apply filter_imp. intros x H. destruct (H 1%nat ltac:(lia)) as [Hd _].
  now apply Derive_correct.
Qed.
Lemma smooth_near_Derive n f a : smooth_near (S n) f a -> smooth_near n (Derive f) a.
Proof.
  unfold smooth_near. intros H. apply locally_locally in H. generalize H. apply filter_imp. clear H. intros x H k Hk.
  assert (H' := locally_singleton _ _ H). cbv beta in H'. destruct (H' (S k) ltac:(lia)) as [Hd Hc]. split.
  - destruct k; [exact I|]. apply ex_derive_n_Derive; [lia|assumption].
  - apply (continuous_ext (Derive_n f (S k))); [|assumption]. intros t. now rewrite Derive_n_Derive.
Qed.
Lemma smooth_near_Derive_n k n f a : smooth_near (k + n) f a -> smooth_near n (Derive_n f k) a.
Proof.
  revert n. induction k as [|k IH]; intros n H; [assumption|].
  change (smooth_near n (Derive (Derive_n f k)) a). apply smooth_near_Derive, IH. now replace (k + S n)%nat with (S k + n)%nat by lia.
Qed.

(* what holds at the place itself *)
Lemma smooth_near_ex n f a : smooth_near (S n) f a -> ex_derive f a.
Proof. intros H. exists (Derive f a). apply smooth_near_deriv in H. now apply locally_singleton in H. Qed.
Lemma smooth_near_continuous n f a : smooth_near n f a -> continuous f a.
Proof. intros H. apply locally_singleton in H. now destruct (H 0%nat ltac:(lia)). Qed.
Lemma deriv_near_Derive f a g : deriv_near f a g -> Derive f a = g a.
Proof. intros H. apply locally_singleton in H. now apply is_derive_unique. Qed.
Lemma deriv_near_Derive_near f a g : deriv_near f a g -> locally a (fun x => Derive f x = g x).
Proof. unfold deriv_near. apply filter_imp. intros x H. now apply is_derive_unique. Qed.
Lemma deriv_near_ext f f' a g g' : locally a (fun x => f x = f' x) -> locally a (fun x => g x = g' x) ->
  deriv_near f a g -> deriv_near f' a g'.
Proof.
  intros E1 E2 H. apply locally_locally in E1. unfold deriv_near in *. generalize (filter_and _ _ E1 (filter_and _ _ E2 H)).
  apply filter_imp. intros x (A & B & C). rewrite <- B. now apply (is_derive_ext_loc f).
Qed.
Lemma deriv_near_continuous f a g : deriv_near f a g -> continuous f a.
Proof. intros H. apply locally_singleton in H. now apply (continuous_is_derive _ _ (g a)). Qed.

Lemma deriv_near_all f a g : (forall x, is_derive f x (g x)) -> deriv_near f a g.
Proof. intros H. unfold deriv_near. now apply filter_forall. Qed.

Global Opaque smooth_near.

(* --- constants, sums, products, compositions --- *)
Lemma deriv_near_const c a : deriv_near (fun _ => c) a (fun _ => 0).
Proof. apply deriv_near_all. intros x. apply (is_derive_const c x). Qed.
Lemma deriv_near_id a : deriv_near (fun x => x) a (fun _ => 1).
Proof. apply deriv_near_all. intros x. apply (is_derive_id x). Qed.
Lemma deriv_near_plus f g f' g' a : deriv_near f a f' -> deriv_near g a g' ->
  deriv_near (fun x => f x + g x) a (fun x => f' x + g' x).
Proof.
  unfold deriv_near. intros F G. generalize (filter_and _ _ F G). apply filter_imp. intros x [A B].
  now apply (is_derive_plus f g).
Qed.
Lemma deriv_near_mult f g f' g' a : deriv_near f a f' -> deriv_near g a g' ->
  deriv_near (fun x => f x * g x) a (fun x => f' x * g x + f x * g' x).
Proof.
  unfold deriv_near. intros F G. generalize (filter_and _ _ F G). apply filter_imp. intros x [A B].
  apply (is_derive_mult f g); auto. intros; apply Rmult_comm.
Qed.
Lemma deriv_near_comp F f F' f' a : deriv_near F (f a) F' -> deriv_near f a f' ->
  deriv_near (fun x => F (f x)) a (fun x => f' x * F' (f x)).
Proof.
  intros H D. assert (C := deriv_near_continuous _ _ _ D). unfold deriv_near in *. apply (near_image _ _ _ C) in H.
  generalize (filter_and _ _ H D). apply filter_imp. intros x [A B]. now apply (is_derive_comp F f).
Qed.

Lemma smooth_near_const n c a : smooth_near n (fun _ => c) a.
Proof.
  revert c. induction n; intros c.
  - apply smooth_near_0, filter_forall. intros. apply continuous_const.
  - apply (smooth_near_S _ _ (fun _ => 0)); [apply deriv_near_const | apply IHn].
Qed.
Lemma smooth_near_id n a : smooth_near n (fun x => x) a.
Proof.
  destruct n.
  - apply smooth_near_0, filter_forall. intros. apply continuous_id.
  - apply (smooth_near_S _ _ (fun _ => 1)); [apply deriv_near_id | apply smooth_near_const].
Qed.
Lemma smooth_near_plus n f g a : smooth_near n f a -> smooth_near n g a -> smooth_near n (fun x => f x + g x) a.
Proof.
  revert f g. induction n; intros f g F G.
  - apply smooth_near_0. apply smooth_near_0 in F. apply smooth_near_0 in G. generalize (filter_and _ _ F G).
    apply filter_imp. intros x [A B]. now apply (continuous_plus f g).
  - apply (smooth_near_S _ _ (fun x => Derive f x + Derive g x)).
    + apply deriv_near_plus; eapply smooth_near_deriv; eassumption.
    + apply IHn; now apply smooth_near_Derive.
Qed.
Lemma smooth_near_mult n f g a : smooth_near n f a -> smooth_near n g a -> smooth_near n (fun x => f x * g x) a.
Proof.
  revert f g. induction n; intros f g F G.
  - apply smooth_near_0. apply smooth_near_0 in F. apply smooth_near_0 in G. generalize (filter_and _ _ F G).
    apply filter_imp. intros x [A B]. now apply (continuous_mult f g).
  - apply (smooth_near_S _ _ (fun x => Derive f x * g x + f x * Derive g x)).
    + apply deriv_near_mult; eapply smooth_near_deriv; eassumption.
    + apply smooth_near_plus; apply IHn; [now apply smooth_near_Derive | now apply smooth_near_pred | now apply smooth_near_pred | now apply smooth_near_Derive].
Qed.
Lemma smooth_near_comp n F f a : smooth_near n F (f a) -> smooth_near n f a -> smooth_near n (fun x => F (f x)) a.
Proof.
  revert F f. induction n; intros F f H D.
  - apply smooth_near_0. assert (C := smooth_near_continuous _ _ _ D). apply smooth_near_0 in H. apply smooth_near_0 in D.
    apply (near_image _ _ _ C) in H. generalize (filter_and _ _ H D). apply filter_imp. intros x [A B]. now apply (continuous_comp f F).
  - apply (smooth_near_S _ _ (fun x => Derive f x * Derive F (f x))).
    + apply deriv_near_comp; eapply smooth_near_deriv; eassumption.
    + apply smooth_near_mult; [now apply smooth_near_Derive|].
      apply IHn; [now apply smooth_near_Derive | now apply smooth_near_pred].
Qed.
Lemma smooth_near_scal n c f a : smooth_near n f a -> smooth_near n (fun x => c * f x) a.
Proof. intros. apply smooth_near_mult; [apply smooth_near_const | assumption]. Qed.
Lemma smooth_near_opp n f a : smooth_near n f a -> smooth_near n (fun x => - f x) a.
Proof.
  intros H. apply (smooth_near_ext _ (fun x => -1 * f x)); [|now apply smooth_near_scal].
  apply filter_forall. intros. ring.
Qed.
Lemma deriv_near_opp f f' a : deriv_near f a f' -> deriv_near (fun x => - f x) a (fun x => - f' x).
Proof. unfold deriv_near. apply filter_imp. intros x A. now apply (is_derive_opp f). Qed.
Lemma smooth_near_minus n f g a : smooth_near n f a -> smooth_near n g a -> smooth_near n (fun x => f x - g x) a.
Proof. intros. apply smooth_near_plus; [assumption | now apply smooth_near_opp]. Qed.
Lemma smooth_near_pow n k f a : smooth_near n f a -> smooth_near n (fun x => f x ^ k) a.
Proof.
  intros H. induction k.
  - apply (smooth_near_const n 1).
  - now apply (smooth_near_mult n f (fun x => f x ^ k)).
Qed.
Lemma deriv_near_pow k f f' a : deriv_near f a f' -> deriv_near (fun x => f x ^ k) a (fun x => INR k * f' x * f x ^ pred k).
Proof. unfold deriv_near. apply filter_imp. intros x A. now apply (is_derive_pow f k). Qed.

(* --- elementary functions, at a place --- *)
Lemma near_gt (a y : R) : a < y -> locally y (fun x => a < x). Proof. apply (open_gt a). Qed.
Lemma near_lt (a y : R) : y < a -> locally y (fun x => x < a). Proof. apply (open_lt a). Qed.
Lemma near_neq (a y : R) : y <> a -> locally y (fun x => x <> a). Proof. apply (open_neq a). Qed.
Lemma near_in (a b y : R) : a < y < b -> locally y (fun x => a < x < b).
Proof. intros [A B]. apply filter_and; [now apply near_gt | now apply near_lt]. Qed.

Lemma deriv_near_exp y : deriv_near exp y exp.
Proof. apply deriv_near_all. intros. apply is_derive_Reals, derivable_pt_lim_exp. Qed.
Lemma deriv_near_sin y : deriv_near sin y cos.
Proof. apply deriv_near_all. intros. apply is_derive_Reals, derivable_pt_lim_sin. Qed.
Lemma deriv_near_cos y : deriv_near cos y (fun x => - sin x).
Proof. apply deriv_near_all. intros. apply is_derive_Reals, derivable_pt_lim_cos. Qed.
Lemma deriv_near_sinh y : deriv_near sinh y cosh.
Proof. apply deriv_near_all. intros. apply is_derive_Reals, derivable_pt_lim_sinh. Qed.
Lemma deriv_near_cosh y : deriv_near cosh y sinh.
Proof. apply deriv_near_all. intros. apply is_derive_Reals, derivable_pt_lim_cosh. Qed.
Lemma deriv_near_inv y : y <> 0 -> deriv_near Rinv y (fun x => - (/ x * / x)).
Proof.
  intros H. apply near_neq in H. unfold deriv_near. generalize H. apply filter_imp. intros x N.
  auto_derive; [assumption | field; assumption].
Qed.
Lemma deriv_near_ln y : 0 < y -> deriv_near ln y Rinv.
Proof.
  intros H. apply near_gt in H. unfold deriv_near. generalize H. apply filter_imp. intros.
  now apply is_derive_Reals, derivable_pt_lim_ln.
Qed.
Lemma deriv_near_sqrt y : 0 < y -> deriv_near sqrt y (fun x => / 2 * / sqrt x).
Proof.
  intros H. apply near_gt in H. unfold deriv_near. generalize H. apply filter_imp. intros x P.
  apply is_derive_Reals. rewrite <- Rinv_mult. now apply derivable_pt_lim_sqrt.
Qed.
Lemma deriv_near_tan y : cos y <> 0 -> deriv_near tan y (fun x => 1 + tan x ^ 2).
Proof.
  intros H. assert (C : continuous cos y) by apply (continuous_is_derive _ _ (- sin y)), is_derive_Reals, derivable_pt_lim_cos.
  apply near_neq in H. apply (near_image _ _ _ C) in H. unfold deriv_near. generalize H. apply filter_imp. intros x N. cbv beta in N.
  unfold tan. auto_derive; [assumption | field; assumption].
Qed.
Lemma deriv_near_tanh y : deriv_near tanh y (fun x => 1 - tanh x ^ 2).
Proof.
  apply deriv_near_all. intros x. assert (P : 0 < cosh x).
  { unfold cosh. assert (A := exp_pos x). assert (B := exp_pos (- x)). lra. }
  apply (is_derive_ext (fun x => sinh x / cosh x)); [reflexivity|]. unfold tanh.
  replace (1 - (sinh x / cosh x) ^ 2) with ((cosh x * cosh x - sinh x * sinh x) / (cosh x) ^ 2) by (field; lra).
  apply is_derive_div; [apply is_derive_Reals, derivable_pt_lim_sinh | apply is_derive_Reals, derivable_pt_lim_cosh | lra].
Qed.
Lemma deriv_near_atan y : deriv_near atan y (fun x => / (1 + x ^ 2)).
Proof.
  apply deriv_near_all. intros x. apply is_derive_Reals, derivable_pt_lim_atan.
Qed.
Lemma deriv_near_asin y : -1 < y < 1 -> deriv_near asin y (fun x => / sqrt (1 - x ^ 2)).
Proof.
  intros H. apply near_in in H. unfold deriv_near. generalize H. apply filter_imp. intros x P.
  apply is_derive_Reals. replace (/ sqrt (1 - x ^ 2)) with (1 / sqrt (1 - Rsqr x)); [apply (derive_pt_eq_1 asin x _ (derivable_pt_asin x P)), derive_pt_asin|].
  replace (Rsqr x) with (x ^ 2) by (unfold Rsqr; ring). unfold Rdiv. ring.
Qed.
Lemma deriv_near_acos y : -1 < y < 1 -> deriv_near acos y (fun x => - / sqrt (1 - x ^ 2)).
Proof.
  intros H. apply near_in in H. unfold deriv_near. generalize H. apply filter_imp. intros x P.
  apply is_derive_Reals. replace (- / sqrt (1 - x ^ 2)) with (-1 / sqrt (1 - Rsqr x)); [apply (derive_pt_eq_1 acos x _ (derivable_pt_acos x P)), derive_pt_acos|].
  replace (Rsqr x) with (x ^ 2) by (unfold Rsqr; ring). unfold Rdiv. ring.
Qed.
Lemma deriv_near_abs y : y <> 0 -> deriv_near Rabs y (fun x => x * / Rabs x).
Proof.
  intros H. apply near_neq in H. unfold deriv_near. generalize H. apply filter_imp. intros x N.
  destruct (Rlt_le_dec 0 x) as [P|P].
  - apply (is_derive_ext_loc (fun x => x)).
    + generalize (near_gt 0 x P). apply filter_imp. intros. rewrite Rabs_pos_eq; lra.
    + rewrite Rabs_pos_eq by lra. replace (x * / x) with 1 by (field; lra). apply (is_derive_id x).
  - apply (is_derive_ext_loc (fun x => - x)).
    + generalize (near_lt 0 x ltac:(lra)). apply filter_imp. intros. rewrite Rabs_left1; lra.
    + rewrite Rabs_left1 by lra. replace (x * / - x) with (- (1)) by (field; lra). auto_derive; [exact I | ring].
Qed.
Lemma deriv_near_asinh y : deriv_near asinh y (fun x => / sqrt (1 + x ^ 2)).
Proof.
  apply deriv_near_all. intros x. unfold asinh. assert (0 < x ^ 2 + 1) by nra.
  assert (Q := sqrt_sqrt (x ^ 2 + 1) ltac:(lra)). assert (P := sqrt_lt_R0 _ H).
  assert (0 < x + sqrt (x ^ 2 + 1)) by nra.
  auto_derive; [repeat split; assumption|]. replace (x * (x * 1) + 1) with (x ^ 2 + 1) by ring.
  replace (1 + x ^ 2) with (x ^ 2 + 1) by ring. field. split; lra.
Qed.
Lemma deriv_near_acosh y : 1 < y -> deriv_near acosh y (fun x => / sqrt (x ^ 2 - 1)).
Proof.
  intros H. apply near_gt in H. unfold deriv_near. generalize H. apply filter_imp. intros x L. unfold acosh.
  assert (0 < x ^ 2 - 1) by nra. assert (P := sqrt_lt_R0 _ H0). assert (0 < x + sqrt (x ^ 2 - 1)) by lra.
  auto_derive; [repeat split; assumption|]. replace (x * (x * 1) + - (1)) with (x ^ 2 - 1) by ring.
  field. split; lra.
Qed.
Lemma deriv_near_atanh y : -1 < y < 1 -> deriv_near atanh y (fun x => / (1 - x ^ 2)).
Proof.
  intros H. apply near_in in H. unfold deriv_near. generalize H. apply filter_imp. intros x L. unfold atanh.
  auto_derive; [repeat split; lra|]. field. repeat split; nra.
Qed.
Lemma deriv_near_Rpower e y : 0 < y -> deriv_near (fun x => Rpower x e) y (fun x => e * Rpower x e * / x).
Proof.
  intros H. apply near_gt in H. unfold deriv_near. generalize H. apply filter_imp. intros x L. unfold Rpower.
  auto_derive; [assumption|]. field. lra.
Qed.
Lemma deriv_near_root q y : 0 < y -> deriv_near (root q) y (fun x => / INR q * root q x * / x).
Proof.
  intros H. apply (deriv_near_ext (fun x => Rpower x (/ INR q)) _ _ (fun x => / INR q * Rpower x (/ INR q) * / x)).
  3: now apply deriv_near_Rpower.
  all: generalize (near_gt _ _ H); apply filter_imp; intros x P; unfold root; destruct Rle_dec; [lra | reflexivity].
Qed.

Lemma smooth_near_exp n y : smooth_near n exp y.
Proof.
  induction n; [|now apply (smooth_near_S _ _ exp); [apply deriv_near_exp|]].
  apply smooth_near_0. apply filter_forall. intros x. apply (continuous_is_derive _ _ (exp x)), is_derive_Reals, derivable_pt_lim_exp.
Qed.
Lemma deriv_near_smooth_0 f g y : deriv_near f y g -> smooth_near 0 f y.
Proof. intros D. apply smooth_near_0. unfold deriv_near in D. generalize D. apply filter_imp. intros x. apply continuous_is_derive. Qed.
Lemma smooth_near_sin_cos n : forall y, smooth_near n sin y /\ smooth_near n cos y.
Proof.
  induction n; intros y; split.
  - apply (deriv_near_smooth_0 _ cos), deriv_near_sin.
  - apply (deriv_near_smooth_0 _ (fun x => - sin x)), deriv_near_cos.
  - apply (smooth_near_S _ _ cos); [apply deriv_near_sin | apply IHn].
  - apply (smooth_near_S _ _ (fun x => - sin x)); [apply deriv_near_cos | apply smooth_near_opp, IHn].
Qed.
Lemma smooth_near_sin n y : smooth_near n sin y. Proof. apply smooth_near_sin_cos. Qed.
Lemma smooth_near_cos n y : smooth_near n cos y. Proof. apply smooth_near_sin_cos. Qed.
Lemma smooth_near_sinh n y : smooth_near n sinh y.
Proof.
  unfold sinh, Rdiv. apply smooth_near_mult; [|apply smooth_near_const]. apply smooth_near_minus; [apply smooth_near_exp|].
  apply (smooth_near_comp n exp); [apply smooth_near_exp | apply smooth_near_opp, smooth_near_id].
Qed.
Lemma smooth_near_cosh n y : smooth_near n cosh y.
Proof.
  unfold cosh, Rdiv. apply smooth_near_mult; [|apply smooth_near_const]. apply smooth_near_plus; [apply smooth_near_exp|].
  apply (smooth_near_comp n exp); [apply smooth_near_exp | apply smooth_near_opp, smooth_near_id].
Qed.
Lemma smooth_near_inv n y : y <> 0 -> smooth_near n Rinv y.
Proof.
  intros H. induction n; [now apply (deriv_near_smooth_0 _ (fun x => - (/ x * / x))), deriv_near_inv|].
  apply (smooth_near_S _ _ (fun x => - (/ x * / x))); [now apply deriv_near_inv|].
  apply smooth_near_opp. now apply smooth_near_mult.
Qed.
Lemma smooth_near_ln n y : 0 < y -> smooth_near n ln y.
Proof.
  intros H. destruct n; [now apply (deriv_near_smooth_0 _ Rinv), deriv_near_ln|].
  apply (smooth_near_S _ _ Rinv); [now apply deriv_near_ln | apply smooth_near_inv; lra].
Qed.
Lemma smooth_near_exp_ln n (c : R) y : 0 < y -> smooth_near n (fun x => exp (c * ln x)) y.
Proof.
  intros H. apply (smooth_near_comp n exp); [apply smooth_near_exp | apply smooth_near_scal; now apply smooth_near_ln].
Qed.
Lemma smooth_near_Rpower n e y : 0 < y -> smooth_near n (fun x => Rpower x e) y.
Proof. apply smooth_near_exp_ln. Qed.
Lemma smooth_near_sqrt n y : 0 < y -> smooth_near n sqrt y.
Proof.
  intros H. apply (smooth_near_ext _ (fun x => Rpower x (/ 2))); [|now apply smooth_near_Rpower].
  generalize (near_gt _ _ H). apply filter_imp. intros x P. now apply Rpower_sqrt.
Qed.
Lemma smooth_near_root n q y : 0 < y -> smooth_near n (root q) y.
Proof.
  intros H. apply (smooth_near_ext _ (fun x => Rpower x (/ INR q))); [|now apply smooth_near_Rpower].
  generalize (near_gt _ _ H). apply filter_imp. intros x P. unfold root. destruct Rle_dec; [lra | reflexivity].
Qed.
Lemma smooth_near_tan n y : cos y <> 0 -> smooth_near n tan y.
Proof.
  intros H. apply smooth_near_mult; [apply smooth_near_sin|].
  apply (smooth_near_comp n Rinv); [now apply smooth_near_inv | apply smooth_near_cos].
Qed.
Lemma smooth_near_tanh n y : smooth_near n tanh y.
Proof.
  apply smooth_near_mult; [apply smooth_near_sinh|]. apply (smooth_near_comp n Rinv); [|apply smooth_near_cosh].
  apply smooth_near_inv. unfold cosh. assert (A := exp_pos y). assert (B := exp_pos (- y)). lra.
Qed.
Lemma smooth_near_atan n y : smooth_near n atan y.
Proof.
  destruct n; [apply (deriv_near_smooth_0 _ (fun x => / (1 + x ^ 2))), deriv_near_atan|].
  apply (smooth_near_S _ _ (fun x => / (1 + x ^ 2))); [apply deriv_near_atan|].
  apply (smooth_near_comp n Rinv); [apply smooth_near_inv; nra|].
  apply smooth_near_plus; [apply smooth_near_const | apply smooth_near_pow, smooth_near_id].
Qed.
Lemma smooth_near_asin n y : -1 < y < 1 -> smooth_near n asin y.
Proof.
  intros H. destruct n; [now apply (deriv_near_smooth_0 _ (fun x => / sqrt (1 - x ^ 2))), deriv_near_asin|].
  apply (smooth_near_S _ _ (fun x => / sqrt (1 - x ^ 2))); [now apply deriv_near_asin|].
  assert (0 < 1 - y ^ 2) by nra.
  apply (smooth_near_comp n Rinv); [apply smooth_near_inv; assert (P := sqrt_lt_R0 _ H0); lra|].
  apply (smooth_near_comp n sqrt); [now apply smooth_near_sqrt|].
  apply smooth_near_minus; [apply smooth_near_const | apply smooth_near_pow, smooth_near_id].
Qed.
Lemma smooth_near_acos n y : -1 < y < 1 -> smooth_near n acos y.
Proof.
  intros H. apply (smooth_near_ext _ (fun x => PI / 2 - asin x)).
  - generalize (near_in _ _ _ H). apply filter_imp. intros x P. rewrite acos_asin by lra. reflexivity.
  - apply smooth_near_minus; [apply smooth_near_const | now apply smooth_near_asin].
Qed.
Lemma smooth_near_abs n y : y <> 0 -> smooth_near n Rabs y.
Proof.
  intros H. destruct (Rlt_le_dec 0 y) as [P|P].
  - apply (smooth_near_ext _ (fun x => x)); [|apply smooth_near_id].
    generalize (near_gt 0 y P). apply filter_imp. intros. rewrite Rabs_pos_eq; lra.
  - apply (smooth_near_ext _ (fun x => - x)); [|apply smooth_near_opp, smooth_near_id].
    generalize (near_lt 0 y ltac:(lra)). apply filter_imp. intros. rewrite Rabs_left1; lra.
Qed.
Lemma smooth_near_asinh n y : smooth_near n asinh y.
Proof.
  assert (0 < y ^ 2 + 1) by nra. assert (Q := sqrt_sqrt (y ^ 2 + 1) ltac:(lra)). assert (P := sqrt_lt_R0 _ H).
  apply (smooth_near_comp n ln (fun x => x + sqrt (x ^ 2 + 1))); [apply smooth_near_ln; nra|].
  apply smooth_near_plus; [apply smooth_near_id|]. apply (smooth_near_comp n sqrt (fun x => x ^ 2 + 1)); [now apply smooth_near_sqrt|].
  apply smooth_near_plus; [apply smooth_near_pow, smooth_near_id | apply smooth_near_const].
Qed.
Lemma smooth_near_acosh n y : 1 < y -> smooth_near n acosh y.
Proof.
  intros L. assert (0 < y ^ 2 - 1) by nra. assert (P := sqrt_lt_R0 _ H).
  apply (smooth_near_comp n ln (fun x => x + sqrt (x ^ 2 - 1))); [apply smooth_near_ln; nra|].
  apply smooth_near_plus; [apply smooth_near_id|]. apply (smooth_near_comp n sqrt (fun x => x ^ 2 - 1)); [now apply smooth_near_sqrt|].
  apply smooth_near_minus; [apply smooth_near_pow, smooth_near_id | apply smooth_near_const].
Qed.
Lemma smooth_near_atanh n y : -1 < y < 1 -> smooth_near n atanh y.
Proof.
  intros L. unfold atanh, Rdiv. apply smooth_near_mult; [|apply smooth_near_const].
  apply smooth_near_minus; apply (smooth_near_comp n ln); try (apply smooth_near_ln; lra).
  - apply smooth_near_plus; [apply smooth_near_const | apply smooth_near_id].
  - apply smooth_near_minus; [apply smooth_near_const | apply smooth_near_id].
Qed.
Lemma deriv_near_iff f a g : deriv_near f a g <-> locally a (fun x => is_derive f x (g x)).
Proof. reflexivity. Qed.
Global Opaque deriv_near.
