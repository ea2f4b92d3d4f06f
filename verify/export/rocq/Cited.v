(* How the steps that cite a theorem of the calculus are closed: the theorem gives what is concluded, and what is at hand
   of functions says that it is defined. *)
From Verify Require Export Spheres Deriving.

Lemma integrand_continuous (f g : R -> R) (dom : R -> Prop) u v :
  (forall r, (u * -1 + r) * (v + r * -1) >= 0 -> smooth_near 1 g r) -> (forall x, dom x -> continuous f x) ->
  (forall r, (r + -1 * u) * (v + -1 * r) >= 0 -> dom (g r)) ->
  forall r, Rmin u v <= r <= Rmax u v -> continuous (fun x => Derive g x * f (g x)) r.
Proof.
  intros Hs Hc Hd r Hr. apply between in Hr. assert (S := Hs r ltac:(nra)). apply (continuous_mult (Derive g) (fun x => f (g x))).
  - now apply (smooth_near_continuous 0), (smooth_near_Derive 0).
  - apply (continuous_comp g f); [now apply (smooth_near_continuous 1) | auto].
Qed.
Lemma definite (E : Space) (x : E) : ip x x = 0 -> x = vzero. Proof. apply ip_def. Qed.

Ltac in_range := repeat match goal with H : Rmin ?u ?v <= ?x <= Rmax ?u ?v |- _ => apply between in H end.
Ltac in_place := match goal with
  | H : forall _, _ |- _ => solve [apply H; first [assumption | lra]]
  | H : forall _, _ |- _ => solve [apply H; match goal with K : forall _, _ |- _ => apply K; first [assumption | lra] end] end.
(* what is said of all places, under another name *)
Ltac smooth_everywhere := intros; match goal with H : forall _, _ |- _ => solve [apply H] end.
Ltac cited L := first [ solve [eapply L; eassumption] | cited_by_parts L ]
with cited_by_parts L := repeat match goal with |- _ /\ _ => split end;
  first [ assumption | solve [eapply L; eassumption] | solve [eapply L; first [eassumption | smooth_everywhere]] | solve [eapply integrand_continuous; eassumption]
        | intros; in_range; cbv beta; first [ assumption | solve [smooth] | in_place ] ].
