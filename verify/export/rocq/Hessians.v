(* Hessians: linear in the direction, and symmetric (Schwarz). *)
From Verify Require Export Fields.

Section Hessians.
Variable E : Space.
Implicit Types (f : E -> R) (x u v w : E).

Lemma hess_eq f x u (z : E) : C2_near f x -> (forall w, ip (grad (fun y => ip (grad f y) w) x) u = ip z w) -> hess f x u = z.
Proof. intros C H. apply vec_ext. intros w. now rewrite ip_hess. Qed.
Lemma hess_add f x u v : C2_near f x -> hess f x (u +v v) = hess f x u +v hess f x v.
Proof. intros C. apply hess_eq; [assumption|]. intros w. rewrite ip_add, !ip_hess by assumption. apply ip_add_r. Qed.
Lemma hess_scal f x c u : C2_near f x -> hess f x (c *v u) = c *v hess f x u.
Proof. intros C. apply hess_eq; [assumption|]. intros w. rewrite ip_scal, !ip_hess by assumption. apply ip_scal_r. Qed.
Lemma hess_0 f x : C2_near f x -> hess f x vzero = vzero.
Proof. intros C. apply hess_eq; [assumption|]. intros w. now rewrite ip_0, ip_0_r. Qed.
Lemma hess_VSum f x lo hi (u : R -> E) : C2_near f x -> hess f x (VSum lo hi u) = VSum lo hi (fun i => hess f x (u i)).
Proof.
  intros C. apply hess_eq; [assumption|]. intros w. rewrite ip_VSum_r, ip_VSum. unfold Sum. apply bigsum_ext.
  intros k _. now rewrite ip_hess.
Qed.

(* the patch through x that u and w span *)
Definition patch x u w (s t : R) : E := x +v s *v u +v t *v w.
Lemma patch_0 x u w : patch x u w 0 0 = x.
Proof. apply vec_ext. intros z. unfold patch. rewrite !ip_add, !ip_scal. ring. Qed.
Lemma vnear_patch x u w (P : E -> Prop) : vnear x P -> locally_2d (fun s t => P (patch x u w s t)) 0 0.
Proof.
  intros (d & Hd & H). set (M := 2 * (ip u u + ip w w) + 1).
  assert (A := ip_pos E u). assert (B := ip_pos E w). assert (PM : 1 <= M) by (unfold M; lra).
  assert (Pr : 0 < Rmin 1 (d / M)). { apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; lra]. }
  exists (mkposreal _ Pr). simpl. intros s t Hs Ht. rewrite Rminus_0_r in Hs, Ht. apply H.
  assert (L1 := Rmin_l 1 (d / M)). assert (L2 := Rmin_r 1 (d / M)). set (r := Rmin 1 (d / M)) in *.
  assert (Er : r * M <= d). { apply Rmult_le_compat_r with (r := M) in L2; [|lra]. unfold Rdiv in L2. rewrite Rmult_assoc, Rinv_l, Rmult_1_r in L2 by lra. exact L2. }
  assert (Q : ip (patch x u w s t +v (-1) *v x) (patch x u w s t +v (-1) *v x) =
              s * s * ip u u + 2 * (s * t) * ip u w + t * t * ip w w).
  { unfold patch. rewrite !ip_add, !ip_add_r, !ip_scal, !ip_scal_r, (ip_sym E w u), (ip_sym E u x), (ip_sym E w x). ring. }
  rewrite Q. assert (N := ip_pos E (s *v u +v (- t) *v w)).
  rewrite ip_add, !ip_add_r, !ip_scal, !ip_scal_r, (ip_sym E w u) in N.
  assert (S : s * s <= r). { apply Rabs_def2 in Hs. nra. } assert (T : t * t <= r). { apply Rabs_def2 in Ht. nra. }
  assert (s * s * ip u u <= r * ip u u) by (apply Rmult_le_compat_r; assumption).
  assert (t * t * ip w w <= r * ip w w) by (apply Rmult_le_compat_r; assumption).
  unfold M in Er. nra.
Qed.
Lemma continuity_patch x u w (g : E -> R) : continuous_at g x -> continuity_2d_pt (fun s t => g (patch x u w s t)) 0 0.
Proof.
  intros C eps. apply (vnear_patch x u w (fun y => Rabs (g y - g (patch x u w 0 0)) < eps)). rewrite patch_0.
  apply C, cond_pos.
Qed.
Lemma is_derive_patch_1 x u w (g : E -> R) s t : differentiable_at g (patch x u w s t) ->
  is_derive (fun z => g (patch x u w z t)) s (ip (grad g (patch x u w s t)) u).
Proof.
  intros D. apply (chain_rule E g (fun z => patch x u w z t) s u); [assumption|]. intros z. unfold patch.
  apply (is_derive_ext (fun r => ip x z + r * ip u z + t * ip w z)).
  - intros r. now rewrite !ip_add, !ip_scal.
  - auto_derive; [exact I | ring].
Qed.
Lemma is_derive_patch_2 x u w (g : E -> R) s t : differentiable_at g (patch x u w s t) ->
  is_derive (fun z => g (patch x u w s z)) t (ip (grad g (patch x u w s t)) w).
Proof.
  intros D. apply (chain_rule E g (fun z => patch x u w s z) t w); [assumption|]. intros z. unfold patch.
  apply (is_derive_ext (fun r => ip x z + s * ip u z + r * ip w z)).
  - intros r. now rewrite !ip_add, !ip_scal.
  - auto_derive; [exact I | ring].
Qed.

Theorem hess_sym f x u w : C2_near f x -> ip (hess f x u) w = ip (hess f x w) u.
Proof.
  intros C. rewrite !ip_hess by assumption. destruct C as [C1 C2].
  assert (Nf := vnear_vnear _ _ _ (C1_near_nearby _ _ _ C1)).
  assert (Nw := C1_near_nearby _ _ _ (C2 w)). assert (Nu := C1_near_nearby _ _ _ (C2 u)).
  set (gw := fun y => ip (grad f y) w) in *. set (gu := fun y => ip (grad f y) u) in *.
  set (F := fun s t => f (patch x u w s t)).
  assert (All := vnear_and _ _ _ _ Nf (vnear_and _ _ _ _ Nw Nu)). apply (vnear_patch x u w) in All.
  assert (D1 : locally_2d (fun s t => is_derive (fun z => Derive (fun r => F z r) t) s (ip (grad gw (patch x u w s t)) u) /\
                                      is_derive (fun z => Derive (fun r => F r z) s) t (ip (grad gu (patch x u w s t)) w) /\
                                      is_derive (fun z => F z t) s (gu (patch x u w s t)) /\ is_derive (fun z => F s z) t (gw (patch x u w s t))) 0 0).
  { apply (locally_2d_impl_strong _ _ 0 0) with (2 := All). apply locally_2d_forall. intros s t L.
    assert (H := locally_2d_singleton _ _ _ L). cbv beta in H. destruct H as (H1 & H2 & H3).
    assert (Hs : locally s (fun z => differentiable_at f (patch x u w z t))).
    { apply (vnear_along E (fun z => patch x u w z t)); [|exact H1]. intros z. unfold patch.
      apply (continuous_ext (fun r => ip x z + r * ip u z + t * ip w z)); [intros; now rewrite !ip_add, !ip_scal|].
      apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). auto_derive. exact I. }
    assert (Ht : locally t (fun z => differentiable_at f (patch x u w s z))).
    { apply (vnear_along E (fun z => patch x u w s z)); [|exact H1]. intros z. unfold patch.
      apply (continuous_ext (fun r => ip x z + s * ip u z + r * ip w z)); [intros; now rewrite !ip_add, !ip_scal|].
      apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). auto_derive. exact I. }
    split; [|split; [|split]].
    - apply (is_derive_ext_loc (fun z => gw (patch x u w z t)) (fun z => Derive (fun r => F z r) t) s _); [|exact (is_derive_patch_1 x u w gw s t H2)].
      generalize Hs. apply filter_imp. intros z D. symmetry. exact (is_derive_unique _ _ _ (is_derive_patch_2 x u w f z t D)).
    - apply (is_derive_ext_loc (fun z => gu (patch x u w s z)) (fun z => Derive (fun r => F r z) s) t _); [|exact (is_derive_patch_2 x u w gu s t H3)].
      generalize Ht. apply filter_imp. intros z D. symmetry. exact (is_derive_unique _ _ _ (is_derive_patch_1 x u w f s z D)).
    - exact (is_derive_patch_1 x u w f s t (vnear_here _ _ _ H1)).
    - exact (is_derive_patch_2 x u w f s t (vnear_here _ _ _ H1)). }
  assert (K1 : continuity_2d_pt (fun s t => Derive (fun z => Derive (fun r => F z r) t) s) 0 0).
  { apply (continuity_2d_pt_ext_loc (fun s t => ip (grad gw (patch x u w s t)) u)).
    - generalize D1. apply locally_2d_impl, locally_2d_forall. intros s t (A & _). symmetry. now apply is_derive_unique.
    - apply (continuity_patch x u w (fun y => ip (grad gw y) u)). apply (vnear_here _ _ _ (C2 w)). }
  assert (K2 : continuity_2d_pt (fun s t => Derive (fun z => Derive (fun r => F r z) s) t) 0 0).
  { apply (continuity_2d_pt_ext_loc (fun s t => ip (grad gu (patch x u w s t)) w)).
    - generalize D1. apply locally_2d_impl, locally_2d_forall. intros s t (_ & A & _). symmetry. now apply is_derive_unique.
    - apply (continuity_patch x u w (fun y => ip (grad gu y) w)). apply (vnear_here _ _ _ (C2 u)). }
  assert (S := Schwarz F 0 0). destruct (locally_2d_singleton _ _ _ D1) as (A & B & _). cbv beta in A, B.
  apply is_derive_unique in A. apply is_derive_unique in B. rewrite patch_0 in A, B.
  rewrite <- A, <- B. apply S; [|assumption|assumption].
  generalize D1. apply locally_2d_impl, locally_2d_forall. intros s t (A1 & A2 & A3 & A4).
  repeat split; eexists; eassumption.
Qed.
End Hessians.
