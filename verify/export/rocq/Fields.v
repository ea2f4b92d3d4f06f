(* Functions of vectors along curves: the chain rule, gradients and hessians. *)
From Verify Require Export Curves.

Section Fields.
Variable E : Space.
Implicit Types (a : R) (c : R -> E) (f : E -> R) (x : E).

(* the square of the distance *)
Definition gap (u v : E) : R := ip (u +v (-1) *v v) (u +v (-1) *v v).
Lemma ip_minus (u v w : E) : ip (u +v (-1) *v v) w = ip u w - ip v w.
Proof. rewrite ip_add, ip_scal. ring. Qed.
Lemma gap_components u v : gap u v = bigsum (dim E) (fun k => (ip u (base k) - ip v (base k)) ^ 2).
Proof. unfold gap. rewrite ip_components. apply bigsum_ext. intros k _. rewrite ip_minus. ring. Qed.

Lemma continuous_bigsum n (f : nat -> R -> R) a : (forall k, (k < n)%nat -> continuous (f k) a) ->
  continuous (fun t => bigsum n (fun k => f k t)) a.
Proof.
  induction n; intros H; [apply continuous_const|].
  apply (continuous_plus (fun t => bigsum n (fun k => f k t)) (f n)); [apply IHn; intros; apply H; lia | apply H; lia].
Qed.

Definition vcontinuous c a : Prop := forall w, continuous (fun t => ip (c t) w) a.
Lemma vsmooth_near_vcontinuous n c a : vsmooth_near n c a -> vcontinuous c a.
Proof. intros H w. exact (smooth_near_continuous _ _ _ (H w)). Qed.
Lemma vderiv_near_vcontinuous c a c' : vderiv_near c a c' -> vcontinuous c a.
Proof. intros H w. exact (deriv_near_continuous _ _ _ (H w)). Qed.

(* what holds near a place of a curve holds along it *)
Lemma vnear_along c a (P : E -> Prop) : vcontinuous c a -> vnear (c a) P -> locally a (fun t => P (c t)).
Proof.
  intros C (d & Hd & H).
  assert (G : continuous (fun t => gap (c t) (c a)) a).
  { apply (continuous_ext (fun t => bigsum (dim E) (fun k => (ip (c t) (base k) - ip (c a) (base k)) ^ 2))).
    - intros t. symmetry. apply gap_components.
    - apply (continuous_bigsum _ (fun k t => (ip (c t) (base k) - ip (c a) (base k)) ^ 2)). intros k _.
      apply (continuous_comp (fun t => ip (c t) (base k)) (fun y => (y - ip (c a) (base k)) ^ 2)); [apply C|].
      apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). auto_derive. exact I. }
  assert (Z : gap (c a) (c a) = 0). { unfold gap. rewrite vadd_opp. apply ip_0. }
  assert (L : locally (gap (c a) (c a)) (fun y => y < d)) by (apply near_lt; lra).
  apply (near_image _ _ _ G) in L. generalize L. apply filter_imp. intros t Ht. now apply H.
Qed.
Lemma vnear_imp x (P Q : E -> Prop) : (forall y, P y -> Q y) -> vnear x P -> vnear x Q.
Proof. intros I (d & Hd & H). exists d. auto. Qed.
Lemma vnear_and x (P Q : E -> Prop) : vnear x P -> vnear x Q -> vnear x (fun y => P y /\ Q y).
Proof.
  intros (d & Hd & H) (e & He & G). exists (Rmin d e). split; [now apply Rmin_glb_lt|].
  intros y L. assert (A := Rmin_l d e). assert (B := Rmin_r d e). split; [apply H | apply G]; lra.
Qed.
Lemma vnear_here x (P : E -> Prop) : vnear x P -> P x.
Proof. intros (d & Hd & H). apply H. rewrite vadd_opp, ip_0. assumption. Qed.

Lemma continuous_along f c a : continuous_at f (c a) -> vcontinuous c a -> continuous (fun t => f (c t)) a.
Proof.
  intros F C. apply filterlim_locally. intros eps. specialize (F eps (cond_pos eps)).
  apply (vnear_along c) in F; [|assumption]. generalize F. apply filter_imp. intros t H. exact H.
Qed.

Lemma quotient_bound (y l h : R) : h <> 0 -> Rabs (y / h - l) < 1 -> y ^ 2 <= (Rabs l + 1) ^ 2 * h ^ 2.
Proof.
  intros Nh H. set (q := y / h) in *. replace y with (q * h) by (unfold q; field; assumption).
  assert (Hq : Rabs q <= Rabs l + 1).
  { replace q with ((q - l) + l) by ring. eapply Rle_trans; [apply Rabs_triang|]. lra. }
  rewrite Rpow_mult_distr. apply Rmult_le_compat_r; [apply pow2_ge_0|].
  rewrite <- (pow2_abs q). apply pow_incr. split; [apply Rabs_pos | assumption].
Qed.

(* a curve with a derivative stays within a cone *)
Lemma cone c a (c' : E) : (forall w, is_derive (fun t => ip (c t) w) a (ip c' w)) ->
  exists K, 0 < K /\ locally a (fun t => sqrt (gap (c t) (c a)) <= K * Rabs (t - a)).
Proof.
  intros D.
  assert (B : exists M, 0 < M /\ locally a (fun t => gap (c t) (c a) <= M * (t - a) ^ 2)).
  { enough (N : forall n, exists M, 0 < M /\
      locally a (fun t => bigsum n (fun k => (ip (c t) (base k) - ip (c a) (base k)) ^ 2) <= M * (t - a) ^ 2)).
    { destruct (N (dim E)) as (M & P & Q). exists M. split; [assumption|]. generalize Q. apply filter_imp.
      intros t. now rewrite gap_components. }
    induction n as [|n (M & P & Q)].
    { exists 1. split; [lra|]. apply filter_forall. intros t. simpl. assert (A := Rle_0_sqr (t - a)). unfold Rsqr in A. lra. }
    set (l := ip c' (base n)). exists (M + (Rabs l + 1) ^ 2). assert (A := Rabs_pos l). split; [nra|].
    assert (S := D (base n)). fold l in S. apply is_derive_Reals in S. destruct (S 1 Rlt_0_1) as [d Hd].
    assert (U : locally a (fun t => Rabs (t - a) < d)) by (exists d; intros t Ht; exact Ht).
    generalize (filter_and _ _ Q U). apply filter_imp. intros t [Q1 U1]. simpl bigsum.
    enough ((ip (c t) (base n) - ip (c a) (base n)) ^ 2 <= (Rabs l + 1) ^ 2 * (t - a) ^ 2) by (rewrite Rmult_plus_distr_r; now apply Rplus_le_compat).
    destruct (Req_dec t a) as [->|Ne]; [rewrite !Rminus_diag_eq by reflexivity; simpl; lra|].
    specialize (Hd (t - a) (Rminus_eq_contra _ _ Ne) U1). rewrite Rplus_minus in Hd.
    apply (quotient_bound _ l); [now apply Rminus_eq_contra | exact Hd]. }
  destruct B as (M & P & Q). exists (sqrt M). split; [now apply sqrt_lt_R0|].
  generalize Q. apply filter_imp. intros t H. rewrite <- (sqrt_Rsqr_abs (t - a)), <- sqrt_mult; [|lra|apply Rle_0_sqr].
  apply sqrt_le_1_alt. replace (Rsqr (t - a)) with ((t - a) ^ 2) by (unfold Rsqr; ring). assumption.
Qed.

Theorem chain_rule f c a (c' : E) : differentiable_at f (c a) -> (forall w, is_derive (fun t => ip (c t) w) a (ip c' w)) ->
  is_derive (fun t => f (c t)) a (ip (grad f (c a)) c').
Proof.
  intros F D. apply is_derive_Reals. intros eps He.
  assert (C : vcontinuous c a). { intros w. eapply continuous_is_derive. apply D. }
  destruct (cone c a c' D) as (K & PK & HK).
  assert (S := D (grad f (c a))). apply is_derive_Reals in S.
  destruct (S (eps / 2) ltac:(lra)) as [d1 H1].
  assert (P : 0 < eps / (4 * K)). { apply Rdiv_lt_0_compat; lra. }
  assert (F1 := vnear_along c a _ C (F _ P)). destruct (filter_and _ _ HK F1) as [d2 H2].
  assert (PD : 0 < Rmin d1 d2) by (apply Rmin_glb_lt; apply cond_pos).
  exists (mkposreal _ PD). simpl. intros h Nh Lh.
  assert (L1 := Rmin_l d1 d2). assert (L2 := Rmin_r d1 d2).
  specialize (H1 h Nh ltac:(lra)).
  assert (B : ball a d2 (a + h)). { change (Rabs (a + h - a) < d2). replace (a + h - a) with h by ring. lra. }
  destruct (H2 _ B) as [HC HF]. cbv zeta in HF. replace (a + h - a) with h in HC by ring.
  fold (gap (c (a + h)) (c a)) in HF. rewrite ip_sym, ip_minus, !(ip_sym E _ (grad f (c a))) in HF.
  rewrite !(ip_sym E _ (grad f (c a))) in H1.
  set (g := ip (grad f (c a))) in *.
  assert (Ph : 0 < Rabs h) by now apply Rabs_pos_lt.
  assert (Q : Rabs (f (c (a + h)) - f (c a) - (g (c (a + h)) - g (c a))) <= eps / 4 * Rabs h).
  { eapply Rle_trans; [exact HF|]. replace (eps / 4 * Rabs h) with (eps / (4 * K) * (K * Rabs h)) by (field; lra).
    apply Rmult_le_compat_l; lra. }
  replace ((f (c (a + h)) - f (c a)) / h - g c') with
    ((f (c (a + h)) - f (c a) - (g (c (a + h)) - g (c a))) / h + ((g (c (a + h)) - g (c a)) / h - g c')) by (field; assumption).
  eapply Rle_lt_trans; [apply Rabs_triang|].
  enough (Rabs ((f (c (a + h)) - f (c a) - (g (c (a + h)) - g (c a))) / h) <= eps / 4) by lra.
  unfold Rdiv at 1. rewrite Rabs_mult, Rabs_inv. apply Rmult_le_reg_r with (Rabs h); [assumption|].
  rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(* --- along curves, near a place --- *)
Lemma C1_near_nearby f x : C1_near f x -> vnear x (differentiable_at f).
Proof. apply vnear_imp. now intros y [H _]. Qed.
Lemma deriv_near_field f c c' a : C1_near f (c a) -> vderiv_near c a c' ->
  deriv_near (fun t => f (c t)) a (fun t => ip (grad f (c t)) (c' t)).
Proof.
  intros F D. assert (C := vderiv_near_vcontinuous _ _ _ D).
  assert (N := vnear_along c a _ C (C1_near_nearby _ _ F)).
  assert (V : locally a (fun t => forall k, (k < dim E)%nat -> is_derive (fun s => ip (c s) (base k)) t (ip (c' t) (base k)))).
  { generalize (dim E). intros n. induction n as [|n IH]; [apply filter_forall; intros; lia|].
    assert (B := D (base n)). apply deriv_near_iff in B. generalize (filter_and _ _ IH B). apply filter_imp.
    intros t [P Q] k Hk. destruct (Nat.eq_dec k n) as [->|]; [exact Q | apply P; lia]. }
  apply deriv_near_iff. generalize (filter_and _ _ N V). apply filter_imp. intros t [P Q].
  apply chain_rule; [assumption|]. intros w.
  replace (ip (c' t) w) with (ip (vDerive c t) w).
  - apply is_derive_component. intros k Hk. eexists. now apply Q.
  - unfold vDerive. rewrite ip_fold, (ip_components E (c' t)). apply bigsum_ext. intros k Hk.
    rewrite ip_scal, (ip_sym E (base k)). f_equal. now apply is_derive_unique, Q.
Qed.
Lemma vsmooth_near_grad_0 f c a : C1_near f (c a) -> vsmooth_near 0 c a -> vsmooth_near 0 (fun t => grad f (c t)) a.
Proof.
  intros F C w. apply smooth_near_0.
  assert (N := vnear_along c a _ (vsmooth_near_vcontinuous _ _ _ C) F).
  assert (V : locally a (fun t => forall k, (k < dim E)%nat -> continuous (fun s => ip (c s) (base k)) t)).
  { generalize (dim E). intros n. induction n as [|n IH]; [apply filter_forall; intros; lia|].
    assert (B := C (base n)). apply smooth_near_0 in B. generalize (filter_and _ _ IH B). apply filter_imp.
    intros t [P Q] k Hk. destruct (Nat.eq_dec k n) as [->|]; [exact Q | apply P; lia]. }
  generalize (filter_and _ _ N V). apply filter_imp. intros t [[_ P] Q].
  apply (continuous_along (fun y => ip (grad f y) w)); [apply P|]. intros u.
  apply (continuous_ext (fun s => bigsum (dim E) (fun k => ip (c s) (base k) * ip u (base k)))).
  { intros s. symmetry. apply ip_components. }
  apply (continuous_bigsum _ (fun k s => ip (c s) (base k) * ip u (base k))). intros k Hk.
  apply (continuous_mult (fun s => ip (c s) (base k)) (fun _ => ip u (base k))); [now apply Q | apply continuous_const].
Qed.
Lemma smooth_near_field f c a : C1_near f (c a) -> vsmooth_near 1 c a -> smooth_near 1 (fun t => f (c t)) a.
Proof.
  intros F C. apply (smooth_near_S _ _ (fun t => ip (grad f (c t)) (vDerive c t))).
  - apply deriv_near_field; [assumption | now apply (vsmooth_near_vderiv E 0)].
  - apply (smooth_near_ip E 0 (fun t => grad f (c t))); [|now apply vsmooth_near_vDerive].
    apply vsmooth_near_grad_0; [assumption | now apply (vsmooth_near_le E 0 1); [lia|]].
Qed.

(* the hessian *)
Lemma along_0 x u : along x u 0 = x.
Proof. apply vec_ext. intros w. unfold along. rewrite ip_add, ip_scal. ring. Qed.
Lemma vderiv_near_along x u a : vderiv_near (along x u) a (fun _ => u).
Proof.
  apply (vderiv_near_ext E (fun t => x +v t *v u) _ (fun t => vzero +v (1 *v u +v t *v vzero))); [reflexivity| |].
  - intros t. apply vec_ext. intros w. rewrite !ip_add, !ip_scal, !ip_0. ring.
  - apply vderiv_near_add; [apply vderiv_near_const|].
    apply (vderiv_near_scal E (fun t => t) (fun _ => u)); [apply deriv_near_id | apply vderiv_near_const].
Qed.
Lemma C2_near_1 f x : C2_near f x -> C1_near f x. Proof. now intros [H _]. Qed.
Lemma ip_hess_at f x u w : (forall k, (k < dim E)%nat -> C1_near (fun y => ip (grad f y) (base k)) x) ->
  C1_near (fun y => ip (grad f y) w) x -> ip (hess f x u) w = ip (grad (fun y => ip (grad f y) w) x) u.
Proof.
  intros H Hw. unfold hess.
  assert (G : forall v, C1_near (fun y => ip (grad f y) v) x -> deriv_near (fun t => ip (grad f (along x u t)) v) 0
                        (fun t => ip (grad (fun y => ip (grad f y) v) (along x u t)) u)).
  { intros v Hv. apply (deriv_near_field (fun y => ip (grad f y) v) (along x u) (fun _ => u)); [|apply vderiv_near_along].
    now rewrite along_0. }
  assert (D : is_derive (fun t => ip (grad f (along x u t)) w) 0 (ip (vDerive (fun t => grad f (along x u t)) 0) w)).
  { apply is_derive_component. intros k Hk. eexists. assert (B := G _ (H k Hk)). apply deriv_near_iff in B.
    exact (locally_singleton _ _ B). }
  apply is_derive_unique in D. etransitivity; [symmetry; exact D|].
  etransitivity; [exact (deriv_near_Derive _ _ _ (G w Hw))|]. now rewrite along_0.
Qed.
Lemma ip_hess f x u w : C2_near f x -> ip (hess f x u) w = ip (grad (fun y => ip (grad f y) w) x) u.
Proof. intros [_ H]. apply ip_hess_at; auto. Qed.
Lemma vnear_vnear x (P : E -> Prop) : vnear x P -> vnear x (fun y => vnear y P).
Proof.
  (* the balls are open: the norm obeys the triangle inequality *)
  intros (d & Hd & H). set (r := sqrt d). assert (Pr : 0 < r) by now apply sqrt_lt_R0.
  assert (Er : r * r = d) by (apply sqrt_sqrt; lra).
  exists (d / 4). split; [lra|]. intros y Hy. exists (d / 4). split; [lra|]. intros z Hz. apply H.
  set (p := y +v (-1) *v x) in *. set (q := z +v (-1) *v y) in *.
  assert (Q : ip (z +v (-1) *v x) (z +v (-1) *v x) = ip (q +v p) (q +v p)).
  { unfold p, q. rewrite !ip_add, !ip_add_r, !ip_scal, !ip_scal_r. ring. }
  rewrite Q. assert (0 <= ip (p +v (-1) *v q) (p +v (-1) *v q)) by apply ip_pos.
  rewrite ip_add, !ip_add_r, !ip_scal, !ip_scal_r in H0. rewrite ip_add, !ip_add_r.
  rewrite (ip_sym E q p) in *. lra.
Qed.
Lemma C2_near_nearby f x : C2_near f x -> forall n, vnear x (fun y => forall k, (k < n)%nat -> C1_near (fun z => ip (grad f z) (base k)) y).
Proof.
  intros [_ H] n. induction n as [|n IH]; [exists 1; split; [lra | intros; lia]|].
  assert (B := vnear_vnear _ _ (H (base n))). assert (N := vnear_and _ _ _ IH B). apply (vnear_imp _ _ _) with (2 := N).
  intros y [P Q] k Hk. destruct (Nat.eq_dec k n) as [->|]; [exact Q | apply P; lia].
Qed.
Lemma C1_near_nearby_1 f x : C1_near f x -> vnear x (C1_near f). Proof. apply vnear_vnear. Qed.
Lemma vderiv_near_grad f c (c' : R -> E) a : C2_near f (c a) -> vderiv_near c a c' ->
  vderiv_near (fun t => grad f (c t)) a (fun t => hess f (c t) (c' t)).
Proof.
  intros F D w. assert (C := vderiv_near_vcontinuous _ _ _ D).
  assert (N := vnear_along c a _ C (vnear_and _ _ _ (C2_near_nearby f (c a) F (dim E)) (C1_near_nearby_1 _ _ (proj2 F w)))).
  apply (deriv_near_ext (fun t => ip (grad f (c t)) w) _ _ (fun t => ip (grad (fun y => ip (grad f y) w) (c t)) (c' t))).
  - apply filter_forall. reflexivity.
  - generalize N. apply filter_imp. intros t [P Q]. symmetry. now apply ip_hess_at.
  - apply (deriv_near_field (fun y => ip (grad f y) w)); [apply F | assumption].
Qed.
Lemma vsmooth_near_grad f c a : C2_near f (c a) -> vsmooth_near 1 c a -> vsmooth_near 1 (fun t => grad f (c t)) a.
Proof. intros F C w. apply (smooth_near_field (fun y => ip (grad f y) w)); [apply F | assumption]. Qed.
Lemma smooth_near_field_2 f c a : C2_near f (c a) -> vsmooth_near 2 c a -> smooth_near 2 (fun t => f (c t)) a.
Proof.
  intros F C. apply (smooth_near_S _ _ (fun t => ip (grad f (c t)) (vDerive c t))).
  - apply deriv_near_field; [apply F | now apply (vsmooth_near_vderiv E 1)].
  - apply (smooth_near_ip E 1 (fun t => grad f (c t))); [|now apply vsmooth_near_vDerive].
    apply vsmooth_near_grad; [assumption | now apply (vsmooth_near_le E 1 2); [lia|]].
Qed.
End Fields.
