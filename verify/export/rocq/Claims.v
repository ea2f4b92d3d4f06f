(* From what a claim says of its functions, that they are smooth wherever they are defined, to what its proof uses. *)
From Verify Require Export Steps.

Transparent smooth_near vsmooth_near C2_near.
Lemma smooth_less m n f a : (m <= n)%nat -> smooth_near n f a -> smooth_near m f a.
Proof. intros L H. unfold smooth_near in *. revert H. apply filter_imp. intros x K k Hk. apply K. lia. Qed.
Lemma vsmooth_less {E : Space} m n (c : R -> E) a : (m <= n)%nat -> vsmooth_near n c a -> vsmooth_near m c a.
Proof. intros L H w. exact (smooth_less m n _ a L (H w)). Qed.
Lemma C1_of_C2 {E : Space} (f : E -> R) x : C2_near f x -> C1_near f x. Proof. apply proj1. Qed.

Global Opaque smooth_near vsmooth_near C2_near.

(* closes a goal that a function is smooth at a place, which may stand under "for all" *)
Ltac as_smooth := intros; first [ assumption |
  match goal with H : context [smooth_near _ ?f _] |- smooth_near _ _ _ =>
    solve [eapply (smooth_less _ _ f); [ | apply H; at_hand]; lia] end |
  match goal with H : context [vsmooth_near _ ?c _] |- vsmooth_near _ _ _ =>
    solve [eapply (vsmooth_less _ _ c); [ | apply H; at_hand]; lia] end |
  match goal with H : context [C1_near ?f _] |- C1_near _ _ => solve [apply H; at_hand] end |
  match goal with H : context [C2_near ?f _] |- C1_near _ _ => solve [apply C1_of_C2; apply H; at_hand] end |
  match goal with H : context [C2_near ?f _] |- C2_near _ _ => solve [apply H; at_hand] end |
  match goal with H : context [continuous ?f _] |- continuous ?f _ => solve [apply H; at_hand] end |
  match goal with H : context [locally _ ?d] |- locally _ ?d => solve [apply H; at_hand] end |
  match goal with H : context [vnear _ ?d] |- vnear _ ?d => solve [apply H; at_hand] end |
  match goal with |- _ /\ _ => solve [split; as_smooth] end ].
(* the premises of a lemma, one after the other *)
Ltac granted P := lazymatch type of P with
  ?A -> _ => let H := fresh "Q" in assert (H : A); [ clear P; first [solve [as_smooth] | solve [at_hand]] | specialize (P H); clear H ] end.
