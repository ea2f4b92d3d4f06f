(* Geodesics of the unit sphere, and its exponential map: that a geodesic is known by where it starts and how fast. *)
From Verify Require Import Tuples.
From Verify Require Export Curves.

(* a twice continuously differentiable curve on the unit sphere, whose acceleration is normal to all tangent vectors *)
Definition sphere_geodesic {E : Space} (c : R -> E) : Prop := forall t,
  vsmooth_near 2 c t /\ ip (c t) (c t) = 1 /\ forall u, ip u (c t) = 0 -> ip (vDerive (vDerive c) t) u = 0.
Definition geodesic_from {E : Space} (p V : E) (c : R -> E) : Prop := sphere_geodesic c /\ c 0 = p /\ vDerive c 0 = V.
(* where the geodesic from p with the velocity V is at the time 1, by its components; they are 0 if there is none *)
Definition sphere_exp {E : Space} (p V : E) : E := fold_vectors vzero vadd (dim E) (fun k =>
  real (Lub_Rbar (fun r => exists c, geodesic_from p V c /\ r = ip (c 1) (base k))) *v base k).

Lemma deriv_near_here f a g : deriv_near f a g -> is_derive f a (g a).
Proof. apply (locally_singleton a (fun x => is_derive f x (g x))). Qed.
Lemma constant_0 (f : R -> R) : (forall t, is_derive f t 0) -> forall t, f t = f 0.
Proof.
  intros H t. destruct (MVT_gen f 0 t (fun _ => 0)) as (x & _ & D); [auto | | lra].
  intros s _. apply continuity_pt_filterlim, (continuous_is_derive _ _ 0), H.
Qed.
Lemma derive_const (f : R -> R) k a l : (forall t, f t = k) -> is_derive f a l -> l = 0.
Proof.
  intros F D. apply is_derive_unique in D. rewrite <- D.
  rewrite (Derive_ext f (fun _ => k) a F). apply Derive_const.
Qed.

Section Sphere.
Variable E : Space.
Implicit Types (c d : R -> E) (p V w : E).

Section OfOne.
Variable c : R -> E.
Hypothesis G : sphere_geodesic c.
Let c' := vDerive c.
Let c'' := vDerive (vDerive c).

Lemma velocity t : vderiv_near c t c'.
Proof. apply (vsmooth_near_vderiv _ 1), G. Qed.
Lemma acceleration t : vderiv_near c' t c''.
Proof. apply (vsmooth_near_vderiv _ 0), (vsmooth_near_vDerive _ 1), G. Qed.
Lemma tangent t : ip (c' t) (c t) = 0.
Proof.
  assert (D := deriv_near_here _ _ _ (deriv_near_ip _ c c c' c' t (velocity t) (velocity t))).
  apply (derive_const _ 1) in D; [|intros s; apply G]. rewrite (ip_sym E (c t)) in D. lra.
Qed.
Lemma inward t : ip (c'' t) (c t) = - ip (c' t) (c' t).
Proof.
  assert (D := deriv_near_here _ _ _ (deriv_near_ip _ c' c c'' c' t (acceleration t) (velocity t))).
  apply (derive_const _ 0) in D; [lra | exact tangent].
Qed.
(* the acceleration is a multiple of the place *)
Lemma centripetal t w : ip (c'' t) w = - ip (c' t) (c' t) * ip (c t) w.
Proof.
  destruct (G t) as (_ & One & Normal). set (u := w +v (- ip (c t) w) *v c t).
  assert (N : ip (c'' t) u = 0).
  { apply Normal. unfold u. rewrite ip_add, ip_scal, One, (ip_sym E w). ring. }
  unfold u in N. rewrite ip_add_r, ip_scal_r, inward in N. lra.
Qed.
Lemma speed t : ip (c' t) (c' t) = ip (c' 0) (c' 0).
Proof.
  apply (constant_0 (fun s => ip (c' s) (c' s))). intros s.
  assert (D := deriv_near_here _ _ _ (deriv_near_ip _ c' c' c'' c'' s (acceleration s) (acceleration s))). cbv beta in D.
  replace 0 with (ip (c'' s) (c' s) + ip (c' s) (c'' s)); [exact D|].
  rewrite (ip_sym E (c' s)), centripetal, (ip_sym E (c s)), tangent. ring.
Qed.
End OfOne.

(* two geodesics with one start: the energy of their difference is constant, so it is 0 *)
Lemma one_geodesic p V c d t : geodesic_from p V c -> geodesic_from p V d -> c t = d t.
Proof.
  intros (Gc & C0 & C1) (Gd & D0 & D1). set (k := ip V V).
  set (h := fun s => c s +v (-1) *v d s). set (h' := fun s => vDerive c s +v (-1) *v vDerive d s).
  set (h'' := fun s => vDerive (vDerive c) s +v (-1) *v vDerive (vDerive d) s).
  assert (S : forall e e' s, vderiv_near e s e' -> vderiv_near (fun r => (-1) *v (e r : E)) s (fun r => (-1) *v e' r)).
  { intros e e' s D. eapply vderiv_near_ext; [reflexivity| |apply (vderiv_near_scal _ (fun _ => -1) e (fun _ => 0) e');
      [apply deriv_near_const | exact D]]. intros r. apply vec_ext. intros w. rewrite ip_add, !ip_scal. ring. }
  assert (H1 : forall s, vderiv_near h s h').
  { intros s. apply vderiv_near_add; [|apply S]; now apply velocity. }
  assert (H2 : forall s, vderiv_near h' s h'').
  { intros s. apply vderiv_near_add; [|apply S]; now apply acceleration. }
  assert (A : forall s w, ip (h'' s) w = - k * ip (h s) w).
  { intros s w. unfold h, h''. rewrite !ip_add, !ip_scal, !centripetal by assumption.
    rewrite (speed c), (speed d), C1, D1 by assumption. fold k. ring. }
  assert (Start : h 0 = vzero /\ h' 0 = vzero).
  { unfold h, h'. rewrite C0, C1, D0, D1. split; apply vadd_opp. }
  destruct Start as [Z Z'].
  assert (Energy : forall s, ip (h' s) (h' s) + k * ip (h s) (h s) = 0).
  { intros s. rewrite (constant_0 (fun r => ip (h' r) (h' r) + k * ip (h r) (h r))); [rewrite Z, Z', !ip_0; ring|].
    intros r. assert (P := deriv_near_ip _ h' h' h'' h'' r (H2 r) (H2 r)).
    assert (Q := deriv_near_mult (fun _ => k) _ (fun _ => 0) _ r (deriv_near_const k r)
      (deriv_near_ip _ h h h' h' r (H1 r) (H1 r))).
    assert (D := deriv_near_here _ _ _ (deriv_near_plus _ _ _ _ r P Q)). cbv beta in D.
    evar_last; [exact D|]. rewrite (ip_sym E (h' r) (h'' r)), !A, (ip_sym E (h' r) (h r)). ring. }
  assert (Still : forall s, h' s = vzero).
  { intros s. apply ip_def. assert (P := ip_pos E (h' s)). assert (Q := Rmult_le_pos _ _ (ip_pos E V) (ip_pos E (h s))).
    specialize (Energy s). fold k in Q. lra. }
  apply vec_eq. fold (h t). enough (N : h t = vzero) by (rewrite N; apply ip_0).
  apply vec_ext. intros w. rewrite <- Z. apply (constant_0 (fun s => ip (h s) w)). intros s.
  assert (D := deriv_near_here _ _ _ (H1 s w)). cbv beta in D. now rewrite Still, ip_0 in D.
Qed.

Theorem geodesics_of_a_sphere p V c :
  (forall t u, ip u (c t) = 0 -> vsmooth_near 2 c t) -> (forall t, ip (c t) (c t) = 1) ->
  (forall t u, ip u (c t) = 0 -> ip (vDerive (vDerive c) t) u = 0) -> c 0 = p -> vDerive c 0 = V ->
  sphere_exp p V = c 1.
Proof.
  intros Hs H1 Hn C0 C1.
  assert (G : geodesic_from p V c).
  { split; [|now split]. intros t. repeat split; auto. apply (Hs t vzero), ip_0. }
  rewrite (base_span E (c 1)). unfold sphere_exp. apply fold_ext. intros k _. f_equal.
  rewrite (is_lub_Rbar_unique _ (ip (c 1) (base k))); [reflexivity|]. split.
  - intros r (d & D & ->). rewrite (one_geodesic p V d c 1 D G). apply Rle_refl.
  - intros b Hb. apply Hb. now exists c.
Qed.
End Sphere.
