(* Tactics that carry derivatives out, and that show functions to be as smooth as a step of a proof needs.

   [deriv] closes goals Derive f a = T and vDerive c a = T; [smooth] closes goals that something is smooth, continuous, has
   a derivative, or holds near a place. Both follow how the term is made; of abstract functions they use what is at hand. *)
From Verify Require Export Derivatives.

Ltac same_place := cbv beta; first [reflexivity | assumption | symmetry; assumption | solve [timeout 5 arith] | solve [timeout 5 lra]
  | solve [apply vec_ext; intro; autorewrite with ip; timeout 5 arith] ].
(* a general fact, at places yet to be found *)
Ltac opened K := repeat lazymatch type of K with forall _ : ?T, _ =>
  lazymatch type of T with Prop => fail | _ => let e := fresh "e" in evar (e : T); specialize (K e);
    lazymatch type of K with context[e] => idtac | _ => first
      [instantiate (1 := 0) in (value of e) | instantiate (1 := vzero) in (value of e) | idtac] end; subst e end end.
Ltac at_side := cbv beta; first [assumption | sgn | at_hand].
Ltac from_here := multimatch goal with H : _ |- _ => exact H end.
(* a vector yet to be found that is to be at right angles to another may be zero *)
Ltac by_fact_here K := first [ solve [apply K; from_here] | solve [apply K; first [apply ip_0 | apply ip_0_r]] | solve [apply K; at_side] ].
(* an index in its range, which is said in both ways *)
Ltac index := let i := fresh "i" in let I := fresh "I" in let A := fresh "L" in let B := fresh "L" in
  intros i I A B; let C := fresh "L" in assert (C := Rle_ge _ _ A); let D := fresh "L" in assert (D := Rle_ge _ _ B).
Ltac indices := repeat match goal with I : Int ?i, L : _ |- _ => is_var i; lazymatch type of L with
  | ?a <= i => lazymatch goal with _ : i >= a |- _ => fail | |- _ => pose proof (Rle_ge _ _ L) end
  | i <= ?b => lazymatch goal with _ : b >= i |- _ => fail | |- _ => pose proof (Rle_ge _ _ L) end end end.
(* where a fact is said first, or where its premises are met first *)
Ltac placed lemma K := first [ solve [lemma; [same_place | by_fact_here K]] | solve [lemma; [ | solve [apply K; first [from_here | apply ip_0 | apply ip_0_r]]]; same_place] ].
Ltac general H K := pose proof H as K; opened K.
Ltac given_smooth := first [given_there | let K := fresh "K" in match goal with
  | H : context[smooth_near _ _ _] |- smooth_near ?n ?g ?y => solve [ general H K;
      match type of K with context[smooth_near ?m ?f ?x] =>
        unify f g; let L := fresh "L" in assert (L : (n <= m)%nat) by lia; placed ltac:(apply (smooth_near_at m n g x y L)) K end ]
  | H : context[@vsmooth_near ?E _ _ _] |- @vsmooth_near ?E ?n ?g ?y => solve [ general H K;
      match type of K with context[@vsmooth_near E ?m ?f ?x] =>
        unify f g; let L := fresh "L" in assert (L : (n <= m)%nat) by lia; placed ltac:(apply (vsmooth_near_at E m n g x y L)) K end ]
  | H : context[C1_near ?f _] |- C1_near ?f ?y => solve [ general H K;
      match type of K with context[C1_near f ?x] => placed ltac:(apply (C1_near_at _ f x y)) K end ]
  | H : context[C2_near ?f _] |- C1_near ?f ?y => solve [ apply C2_near_1; general H K;
      match type of K with context[C2_near f ?x] => placed ltac:(apply (C2_near_at _ f x y)) K end ]
  | H : context[C2_near ?f _] |- C2_near ?f ?y => solve [ general H K;
      match type of K with context[C2_near f ?x] => placed ltac:(apply (C2_near_at _ f x y)) K end ]
  | H : context[vnear _ ?P] |- vnear ?y ?P => solve [ general H K;
      match type of K with context[vnear ?x P] => placed ltac:(apply (vnear_at _ P x y)) K end ]
  | H : context[locally _ _] |- locally ?y ?Q => solve [ general H K;
      match type of K with context[locally ?x ?P] => unify P Q; placed ltac:(apply (locally_at Q x y)) K end ]
  end ].
Ltac in_unit := cbv beta; split; [first [solve [lra] | apply Rminus_lt_0; sgn] | first [solve [lra] | apply Rminus_lt_0; sgn]].
Ltac above_one := cbv beta; first [solve [lra] | apply Rminus_lt_0; sgn].
(* what stands under the root in the derivatives of inverse sines and cosines *)
Lemma below_one x : -1 < x < 1 -> 0 < 1 - x ^ 2. Proof. nra. Qed.
Ltac under_root := cbv beta; lazymatch goal with
  | |- 0 < 1 - _ ^ 2 => apply below_one; in_unit
  | |- sqrt (1 - _ ^ 2) <> 0 => apply Rgt_not_eq, sqrt_lt_R0, below_one; in_unit end.
(* what holds near a place holds there *)
Ltac from_nearby := match goal with H : locally _ _ |- _ =>
  let K := fresh "K" in pose proof (locally_singleton _ _ H) as K; cbv beta in K; solve [exact K | lra] end.
Ltac apart := cbv beta; first [assumption | under_root | sgn | from_nearby | nonzero].
Ltac pos := cbv beta; first [assumption | under_root | sgn | from_nearby].

(* the derivative of what depends on a parameter is carried out first *)
Ltac carried_out := fail.
Ltac smooth_num := cbv beta; lazymatch goal with
  | |- smooth_near ?n (fun _ => ?c) ?a => apply (smooth_near_const n c a)
  | |- smooth_near ?n (fun t => t) ?a => apply (smooth_near_id n a)
  | |- smooth_near ?n (fun t => @?f t + @?g t) ?a => apply (smooth_near_plus n f g a); smooth_num
  | |- smooth_near ?n (fun t => @?f t - @?g t) ?a => apply (smooth_near_minus n f g a); smooth_num
  | |- smooth_near ?n (fun t => @?f t * @?g t) ?a => apply (smooth_near_mult n f g a); smooth_num
  | |- smooth_near ?n (fun t => @?f t / @?g t) ?a => apply (smooth_near_mult n f (fun t => / g t) a); smooth_num
  | |- smooth_near ?n (fun t => - @?f t) ?a => apply (smooth_near_opp n f a); smooth_num
  | |- smooth_near ?n (fun t => @?f t ^ ?k) ?a => apply (smooth_near_pow n k f a); smooth_num
  | |- smooth_near ?n (fun t => / @?f t) ?a => apply (smooth_near_comp n Rinv f a); [apply smooth_near_inv; apart | smooth_num]
  | |- smooth_near ?n (fun t => exp (@?f t)) ?a => apply (smooth_near_comp n exp f a); [apply smooth_near_exp | smooth_num]
  | |- smooth_near ?n (fun t => ln (@?f t)) ?a => apply (smooth_near_comp n ln f a); [apply smooth_near_ln; pos | smooth_num]
  | |- smooth_near ?n (fun t => sqrt (@?f t)) ?a => apply (smooth_near_comp n sqrt f a); [apply smooth_near_sqrt; pos | smooth_num]
  | |- smooth_near ?n (fun t => root ?q (@?f t)) ?a => apply (smooth_near_comp n (root q) f a); [apply smooth_near_root; pos | smooth_num]
  | |- smooth_near ?n (fun t => pw (@?b t) (@?e t)) ?a => apply (smooth_near_pw n b e a); [pos | smooth_num | smooth_num]
  | |- smooth_near ?n (fun t => sin (@?f t)) ?a => apply (smooth_near_comp n sin f a); [apply smooth_near_sin | smooth_num]
  | |- smooth_near ?n (fun t => cos (@?f t)) ?a => apply (smooth_near_comp n cos f a); [apply smooth_near_cos | smooth_num]
  | |- smooth_near ?n (fun t => tan (@?f t)) ?a => apply (smooth_near_comp n tan f a); [apply smooth_near_tan; apart | smooth_num]
  | |- smooth_near ?n (fun t => sinh (@?f t)) ?a => apply (smooth_near_comp n sinh f a); [apply smooth_near_sinh | smooth_num]
  | |- smooth_near ?n (fun t => cosh (@?f t)) ?a => apply (smooth_near_comp n cosh f a); [apply smooth_near_cosh | smooth_num]
  | |- smooth_near ?n (fun t => tanh (@?f t)) ?a => apply (smooth_near_comp n tanh f a); [apply smooth_near_tanh | smooth_num]
  | |- smooth_near ?n (fun t => asin (@?f t)) ?a => apply (smooth_near_comp n asin f a); [apply smooth_near_asin; in_unit | smooth_num]
  | |- smooth_near ?n (fun t => acos (@?f t)) ?a => apply (smooth_near_comp n acos f a); [apply smooth_near_acos; in_unit | smooth_num]
  | |- smooth_near ?n (fun t => atan (@?f t)) ?a => apply (smooth_near_comp n atan f a); [apply smooth_near_atan | smooth_num]
  | |- smooth_near ?n (fun t => asinh (@?f t)) ?a => apply (smooth_near_comp n asinh f a); [apply smooth_near_asinh | smooth_num]
  | |- smooth_near ?n (fun t => acosh (@?f t)) ?a => apply (smooth_near_comp n acosh f a); [apply smooth_near_acosh; above_one | smooth_num]
  | |- smooth_near ?n (fun t => atanh (@?f t)) ?a => apply (smooth_near_comp n atanh f a); [apply smooth_near_atanh; in_unit | smooth_num]
  | |- smooth_near ?n (fun t => Rabs (@?f t)) ?a => apply (smooth_near_comp n Rabs f a); [apply smooth_near_abs; apart | smooth_num]
  | |- smooth_near ?n (fun t => Sum ?lo ?hi (@?f t)) ?a => apply (smooth_near_Sum n lo hi (fun i t => f t i) a); [integer | integer | index; smooth_num]
  | |- smooth_near 1 (fun t => RInt ?f (@?l t) (@?u t)) ?a => apply (smooth_near_RInt_1 f l u a); [all_continuous | smooth_num | smooth_num]
  | |- smooth_near ?n (fun t => @ip ?E (@?c t) (@?d t)) ?a => apply (smooth_near_ip E n c d a); smooth_vec
  | |- smooth_near ?n (fun t => Derive (@?f t) (@?u t)) ?a => lazymatch f with
      | fun _ => ?g => apply (smooth_near_comp n (Derive g) u a); [apply smooth_near_Derive; smooth_num | smooth_num]
      | _ => eapply (smooth_near_ext n _ (fun t => Derive (f t) (u t)) a); [apply filter_forall; intros; symmetry; carried_out | smooth_num] end
  | |- smooth_near ?n (fun t => Derive_n ?f ?k (@?u t)) ?a => apply (smooth_near_comp n (Derive_n f k) u a); [apply smooth_near_Derive_n; simpl plus; smooth_num | smooth_num]
  | |- smooth_near ?n (fun t => ?f (@?u t)) ?a => lazymatch type of f with
      | R -> R => apply (smooth_near_comp n f u a); [smooth_num | smooth_num]
      | car ?E -> R => lazymatch n with
          | 1%nat => apply (smooth_near_field E f u a); [cbv beta; given_smooth | smooth_vec]
          | 2%nat => apply (smooth_near_field_2 E f u a); [cbv beta; given_smooth | smooth_vec] end end
  | |- smooth_near ?n (Derive ?f) ?a => apply smooth_near_Derive; smooth_num
  | |- smooth_near ?n (Derive_n ?f ?k) ?a => apply smooth_near_Derive_n; simpl plus; smooth_num
  | |- smooth_near _ exp _ => apply smooth_near_exp
  | |- smooth_near _ sin _ => apply smooth_near_sin
  | |- smooth_near _ cos _ => apply smooth_near_cos
  | |- smooth_near _ ln _ => apply smooth_near_ln; pos
  | |- smooth_near 0 ?f ?a => first [given_smooth | apply smooth_near_everywhere; assumption]
  | |- smooth_near ?n ?f ?a => given_smooth
  end
with all_continuous := first [assumption | intros; apply (smooth_near_continuous 0); smooth_num]
with smooth_vec := cbv beta; lazymatch goal with
  | |- @vsmooth_near ?E ?n (fun _ => ?c) ?a => apply (vsmooth_near_const E n c a)
  | |- @vsmooth_near ?E ?n (fun t => @?c t +v @?d t) ?a => apply (vsmooth_near_add E n c d a); smooth_vec
  | |- @vsmooth_near ?E ?n (fun t => @?f t *v @?c t) ?a => apply (vsmooth_near_scal E n f c a); [smooth_num | smooth_vec]
  | |- @vsmooth_near ?E ?n (fun t => VSum ?lo ?hi (@?f t)) ?a => apply (vsmooth_near_VSum E n lo hi (fun i t => f t i) a); [integer | integer | index; smooth_vec]
  | |- @vsmooth_near ?E ?n (fun t => vDerive (@?c t) (@?u t)) ?a => lazymatch c with
      | fun _ => ?d => apply (vsmooth_near_comp E n (vDerive d) u a); [apply vsmooth_near_vDerive; smooth_vec | smooth_num]
      | _ => eapply (vsmooth_near_ext E n _ (fun t => vDerive (c t) (u t)) a); [intros; symmetry; carried_out | smooth_vec] end
  | |- @vsmooth_near ?E ?n (fun t => grad ?f (@?c t)) ?a => lazymatch n with
      | 0%nat => apply (vsmooth_near_grad_0 E f c a); [cbv beta; given_smooth | smooth_vec]
      | 1%nat => apply (vsmooth_near_grad E f c a); [cbv beta; given_smooth | smooth_vec] end
  | |- @vsmooth_near ?E ?n (fun t => ?c (@?u t)) ?a => lazymatch type of c with
      R -> _ => apply (vsmooth_near_comp E n c u a); [smooth_vec | smooth_num] end
  | |- @vsmooth_near ?E ?n (fun t => ?c (@?u t) ?i) ?a => apply (vsmooth_near_comp E n (fun s => c s i) u a); [given_smooth | smooth_num]
  | |- @vsmooth_near ?E ?n (vDerive ?c) ?a => apply vsmooth_near_vDerive; smooth_vec
  | |- @vsmooth_near ?E ?n ?c ?a => given_smooth
  end.
(* functions that are known to be continuous at a place only, perhaps not nearby *)
Ltac cont_here := cbv beta; lazymatch goal with
  | |- continuous (fun _ => ?c) ?a => apply continuous_const
  | |- continuous (fun t => t) ?a => apply continuous_id
  | |- continuous (fun t => @?f t + @?g t) ?a => apply (continuous_plus f g a); cont_here
  | |- continuous (fun t => @?f t * @?g t) ?a => apply (continuous_mult f g a); cont_here
  | |- continuous (fun t => ?f (@?u t)) ?a => apply (continuous_comp u f a); cont_here
  | |- continuous ?f ?a => first [ match goal with H : context[continuous f _] |- _ => solve [apply H; first [assumption | at_hand]] end
      | apply (smooth_near_continuous 0); smooth_num ] end.
Ltac cont := first [solve [cont_here] | apply (smooth_near_continuous 0); smooth_num].
Ltac near := cbv beta; first [ assumption | given_smooth | solve [apply filter_forall; intros; cbv beta; first [exact I | assumption | lra | match goal with H : forall _, continuous _ _ |- continuous _ _ => apply H end]] |
  lazymatch goal with
  | |- locally ?a (Rlt ?c) => change (locally a (fun t => c < t)); near
  | |- locally ?a (Rle ?c) => change (locally a (fun t => c <= t)); near
  | |- locally ?a (fun t => @?P t /\ @?Q t) => apply (filter_and (F := locally a) P Q); near
  | |- locally ?a (fun t => forall i, Int i -> ?lo <= i -> i <= ?hi -> @?P t i) => apply (near_range lo hi (fun i t => P t i) a); [integer | integer | index; near]
  | |- locally ?a (fun t => @?f t <> ?c) => apply (near_apart f a c); [cont | apart]
  | |- locally ?a (fun t => 0 < @?f t) => apply (near_pos f a); [cont | pos]
  | |- locally ?a (fun t => @?f t < @?g t) => apply (near_less f g a); [cont | cont | first [solve [cbv beta; lra] | apply Rminus_lt_0; pos]]
  | |- locally ?a (fun t => @?f t > @?g t) => apply (near_less g f a); [cont | cont | first [solve [cbv beta; lra] | apply Rminus_lt_0; pos]]
  | |- locally ?a (fun t => @?f t <= @?g t) => apply (filter_imp (fun t => f t < g t)); [intros; now left | near]
  | |- locally ?a (fun t => @?f t >= @?g t) => apply (filter_imp (fun t => f t > g t)); [intros; now left | near]
  | |- locally ?a (fun t => smooth_near ?n ?f (@?u t)) => apply (near_smooth n f u a); [cont | smooth_num]
  | |- locally ?a (fun t => @vsmooth_near ?E ?n ?f (@?u t)) => apply (near_vsmooth E n f u a); [cont | smooth_vec]
  | |- locally ?a (fun t => locally (@?u t) ?P) => apply (near_locally P u a); [cont | near]
  | |- locally ?a (fun t => ?P (@?u t)) => lazymatch type of P with
      | R -> Prop => apply (near_image u a P); [cont | near]
      | car ?E -> Prop => apply (vnear_along E u a P); [apply (vsmooth_near_vcontinuous E 0); smooth_vec | cbv beta; given_smooth] end
  end
  | apply filter_forall; intros; cbv beta; lazymatch goal with  (* what is smooth everywhere, in all parameters *)
    | |- locally _ _ => near
    | |- smooth_near _ _ _ => smooth_num
    | |- vsmooth_near _ _ _ => smooth_vec end ].
Ltac smooth := cbv beta; indices; lazymatch goal with
  | |- locally _ _ => near
  | |- smooth_near _ _ _ => first [smooth_num | given_smooth]
  | |- vsmooth_near _ _ _ => first [smooth_vec | given_smooth]
  | |- continuous _ _ => cont
  | |- ex_derive _ _ => apply (smooth_near_ex 0); smooth_num
  | |- C1_near _ _ => given_smooth
  | |- C2_near _ _ => given_smooth
  | |- vnear _ _ => given_smooth
  end.

(* the derivative near a place, found as the proof is *)
Ltac derive := cbv beta; lazymatch goal with
  | |- deriv_near (fun _ => ?c) ?a _ => apply (deriv_near_const c a)
  | |- deriv_near (fun t => t) ?a _ => apply (deriv_near_id a)
  | |- deriv_near (fun t => @?f t + @?g t) ?a _ => lazymatch f with fun _ => ?c => eapply (deriv_near_plus_l c g _ a); derive
      | _ => lazymatch g with fun _ => ?c => eapply (deriv_near_plus_r c f _ a); derive | _ => eapply (deriv_near_plus f g _ _ a); derive end end
  | |- deriv_near (fun t => @?f t - @?g t) ?a _ => eapply (deriv_near_minus f g _ _ a); derive
  | |- deriv_near (fun t => @?f t * @?g t) ?a _ => lazymatch f with fun _ => ?c => eapply (deriv_near_scal_l c g _ a); derive
      | _ => lazymatch g with fun _ => ?c => eapply (deriv_near_scal_r c f _ a); derive | _ => eapply (deriv_near_mult f g _ _ a); derive end end
  | |- deriv_near (fun t => @?f t / @?g t) ?a _ => eapply (deriv_near_mult f (fun t => / g t) _ _ a); derive
  | |- deriv_near (fun t => - @?f t) ?a _ => eapply (deriv_near_opp f _ a); derive
  | |- deriv_near (fun t => @?f t ^ ?k) ?a _ => eapply (deriv_near_pow k f _ a); derive
  | |- deriv_near (fun t => / @?f t) ?a _ => eapply (deriv_near_comp Rinv f _ _ a); [apply deriv_near_inv; apart | derive]
  | |- deriv_near (fun t => exp (@?f t)) ?a _ => eapply (deriv_near_comp exp f _ _ a); [apply deriv_near_exp | derive]
  | |- deriv_near (fun t => ln (@?f t)) ?a _ => eapply (deriv_near_comp ln f _ _ a); [apply deriv_near_ln; pos | derive]
  | |- deriv_near (fun t => sqrt (@?f t)) ?a _ => eapply (deriv_near_comp sqrt f _ _ a); [apply deriv_near_sqrt; pos | derive]
  | |- deriv_near (fun t => root ?q (@?f t)) ?a _ => eapply (deriv_near_comp (root q) f _ _ a); [apply deriv_near_root_inv; [lia | pos] | derive]
  | |- deriv_near (fun t => pw (@?b t) (@?e t)) ?a _ => eapply (deriv_near_pw b e _ _ a); [pos | derive | derive]
  | |- deriv_near (fun t => sin (@?f t)) ?a _ => eapply (deriv_near_comp sin f _ _ a); [apply deriv_near_sin | derive]
  | |- deriv_near (fun t => cos (@?f t)) ?a _ => eapply (deriv_near_comp cos f _ _ a); [apply deriv_near_cos | derive]
  | |- deriv_near (fun t => tan (@?f t)) ?a _ => eapply (deriv_near_comp tan f _ _ a); [apply deriv_near_tan; apart | derive]
  | |- deriv_near (fun t => sinh (@?f t)) ?a _ => eapply (deriv_near_comp sinh f _ _ a); [apply deriv_near_sinh | derive]
  | |- deriv_near (fun t => cosh (@?f t)) ?a _ => eapply (deriv_near_comp cosh f _ _ a); [apply deriv_near_cosh | derive]
  | |- deriv_near (fun t => tanh (@?f t)) ?a _ => eapply (deriv_near_comp tanh f _ _ a); [apply deriv_near_tanh | derive]
  | |- deriv_near (fun t => asin (@?f t)) ?a _ => eapply (deriv_near_comp asin f _ _ a); [apply deriv_near_asin; in_unit | derive]
  | |- deriv_near (fun t => acos (@?f t)) ?a _ => eapply (deriv_near_comp acos f _ _ a); [apply deriv_near_acos; in_unit | derive]
  | |- deriv_near (fun t => atan (@?f t)) ?a _ => eapply (deriv_near_comp atan f _ _ a); [apply deriv_near_atan | derive]
  | |- deriv_near (fun t => asinh (@?f t)) ?a _ => eapply (deriv_near_comp asinh f _ _ a); [apply deriv_near_asinh | derive]
  | |- deriv_near (fun t => acosh (@?f t)) ?a _ => eapply (deriv_near_comp acosh f _ _ a); [apply deriv_near_acosh; above_one | derive]
  | |- deriv_near (fun t => atanh (@?f t)) ?a _ => eapply (deriv_near_comp atanh f _ _ a); [apply deriv_near_atanh; in_unit | derive]
  | |- deriv_near (fun t => Rabs (@?f t)) ?a _ => eapply (deriv_near_comp Rabs f _ _ a); [apply deriv_near_abs; apart | derive]
  | |- deriv_near (fun t => Sum ?lo ?hi (@?f t)) ?a _ => eapply (deriv_near_Sum lo hi (fun i t => f t i) _ a); [integer | integer | index; derive]
  | |- deriv_near (fun t => RInt ?f (@?l t) (@?u t)) ?a _ => eapply (deriv_near_RInt f l u _ _ a); [all_continuous | derive | derive]
  | |- deriv_near (fun t => @ip ?E (@?c t) (@?d t)) ?a _ => lazymatch c with fun _ => ?u => eapply (deriv_near_ip_l E u d _ a); derive_vec
      | _ => lazymatch d with fun _ => ?u => eapply (deriv_near_ip_r E u c _ a); derive_vec | _ => eapply (deriv_near_ip E c d _ _ a); derive_vec end end
  | |- deriv_near (fun t => Derive (@?f t) (@?u t)) ?a _ => lazymatch f with
      | fun _ => ?g => eapply (deriv_near_comp (Derive g) u _ _ a); [derive_again | derive]
      | _ => eapply (deriv_near_inner (fun t => Derive (f t) (u t)) _ _ a); [apply filter_forall; intros; symmetry; carried_out | derive] end
  | |- deriv_near (fun t => Derive_n ?f ?k (@?u t)) ?a _ => eapply (deriv_near_comp (Derive_n f k) u _ _ a); [apply deriv_near_Derive_n; smooth_num | derive]
  | |- deriv_near (fun t => ?f (@?u t)) ?a _ => lazymatch type of f with
      | R -> R => eapply (deriv_near_comp f u _ _ a); [apply smooth_deriv_near; smooth_num | derive]
      | car ?E -> R => eapply (deriv_near_field E f u _ a); [cbv beta; given_smooth | derive_vec] end
  end
with derive_again := cbv beta; lazymatch goal with
  | |- deriv_near (Derive ?f) ?a _ => first [ is_var f; apply deriv_near_Derive_self; given_smooth | eapply (deriv_near_twice f _ _ a); [derive | derive] ]
  end
with derive_vec := cbv beta; lazymatch goal with
  | |- @vderiv_near ?E (fun _ => ?c) ?a _ => apply (vderiv_near_const E c a)
  | |- @vderiv_near ?E (fun t => @?c t +v @?d t) ?a _ => lazymatch c with fun _ => ?u => eapply (vderiv_near_add_l E u d _ a); derive_vec
      | _ => lazymatch d with fun _ => ?u => eapply (vderiv_near_add_r E u c _ a); derive_vec | _ => eapply (vderiv_near_add E c d _ _ a); derive_vec end end
  | |- @vderiv_near ?E (fun t => @?f t *v @?c t) ?a _ => lazymatch f with fun _ => ?k => eapply (vderiv_near_scal_l E k c _ a); derive_vec
      | _ => lazymatch c with fun _ => ?u => eapply (vderiv_near_scal_r E u f _ a); derive | _ => eapply (vderiv_near_scal E f c _ _ a); [derive | derive_vec] end end
  | |- @vderiv_near ?E (fun t => VSum ?lo ?hi (@?f t)) ?a _ => eapply (vderiv_near_VSum E lo hi (fun i t => f t i) _ a); [integer | integer | index; derive_vec]
  | |- @vderiv_near ?E (fun t => vDerive (@?c t) (@?u t)) ?a _ => lazymatch c with
      | fun _ => ?d => eapply (vderiv_near_comp E (vDerive d) u _ _ a); [derive_vec_again | derive]
      | _ => eapply (vderiv_near_inner E (fun t => vDerive (c t) (u t)) _ _ a); [apply filter_forall; intros; symmetry; carried_out | derive_vec] end
  | |- @vderiv_near ?E (fun t => grad ?f (@?c t)) ?a _ => eapply (vderiv_near_grad E f c _ a); [cbv beta; given_smooth | derive_vec]
  | |- @vderiv_near ?E (fun t => ?c (@?u t)) ?a _ => lazymatch type of c with
      R -> _ => eapply (vderiv_near_comp E c u _ _ a); [apply vsmooth_vderiv_near; smooth_vec | derive] end
  | |- @vderiv_near ?E (fun t => ?c (@?u t) ?i) ?a _ => eapply (vderiv_near_comp E (fun s => c s i) u _ _ a); [apply vsmooth_vderiv_near; given_smooth | derive]
  end
with derive_vec_again := cbv beta; lazymatch goal with
  | |- @vderiv_near ?E (vDerive ?c) ?a _ => first [ apply vderiv_near_vDerive_self; given_smooth | eapply (vderiv_near_twice E c _ _ a); [derive_vec | derive_vec] ]
  end.
Ltac carried_out ::= etransitivity; [ lazymatch goal with
  | |- Derive _ _ = _ => apply deriv_near_Derive; derive
  | |- vDerive _ _ = _ => apply vderiv_near_vDerive; derive_vec end | cbv beta; reflexivity ].

(* ones and zeros are dropped *)
Global Hint Rewrite Rmult_0_l Rmult_0_r Rmult_1_l Rmult_1_r Rplus_0_l Rplus_0_r Ropp_0 pow_1 pow_O vscal_1 vscal_0 vscal_vzero
  vadd_0 vadd_0_l ip_0 ip_0_r : tidy.
(* arguments of one function that are equal are made the same *)
Ltac same_number := first [ ring | solve [field; repeat split; lra] ].
Ltac same_vector := first [ reflexivity | apply vec_ext; let w := fresh "w" in intro w; autorewrite with ip; same_number ].
Ltac same_arguments := repeat match goal with
  | |- context[?f ?a] => lazymatch type of f with
      | R -> R => lazymatch f with Rplus _ => fail | Rmult _ => fail | Ropp => fail | Rinv => fail | Rminus _ => fail | Rdiv _ => fail | _ => idtac end;
          match goal with |- context[f ?b] => tryif constr_eq a b then fail else
            (replace (f a) with (f b) by (f_equal; same_number)) end
      | R -> car ?E =>
          match goal with |- context[f ?b] => tryif constr_eq a b then fail else (replace a with b by same_number) end
      | car ?E -> R => lazymatch f with ip _ => fail | _ => idtac end;
          match goal with |- context[f ?b] => tryif constr_eq a b then fail else (replace a with b by same_vector) end
      | car ?E -> car ?E => lazymatch f with vadd _ => fail | vscal _ => fail | _ => idtac end;
          match goal with |- context[f ?b] => tryif constr_eq a b then fail else (replace a with b by same_vector) end
      | car ?E -> car ?E -> car ?E => lazymatch f with vadd => fail | _ => idtac end;
          match goal with |- context[f ?b] => tryif constr_eq a b then fail else (replace a with b by same_vector) end
      end
  end.
Ltac plain_powers := cbn [pred INR].
(* hessians of what is linear in the direction, and symmetric *)
Ltac hessians := repeat first [ rewrite hess_add by given_smooth | rewrite hess_scal by given_smooth
    | rewrite hess_0 by given_smooth | rewrite hess_VSum by given_smooth ];
  autorewrite with ip;
  repeat match goal with |- context[@ip ?E ?w (hess ?f ?p ?u)] => lazymatch w with hess _ _ _ => fail | _ => rewrite (ip_sym E w (hess f p u)) end end;
  repeat match goal with |- context[@ip ?E (hess ?f ?p ?u) ?w] => tryif constr_eq u w then fail else
    match goal with |- context[@ip E (hess f p w) u] => rewrite (hess_sym E f p w u) by given_smooth end end.
(* inverses are atoms: no denominator has to be shown not to vanish; those that are equal are one atom *)
Ltac numeral x := lazymatch x with IZR _ => idtac end.
Definition inverse_is (r x : R) := r = / x.
Ltac inverses := unfold Rdiv; rewrite ?Rinv_mult, ?Rinv_inv, <- ?pow_inv;
  repeat match goal with |- context[/ ?x] => tryif numeral x then fail else
    (let r := fresh "r" in let I := fresh "I" in remember (/ x) as r eqn:I in |- *; change (inverse_is r x) in I) end;
  repeat match goal with I : inverse_is ?r ?x, J : inverse_is ?s ?y |- _ => tryif constr_eq r s then fail else
    (let K := fresh "K" in assert (K : s = r) by (transitivity (/ y); [exact J | transitivity (/ x); [f_equal; same_number | symmetry; exact I]]);
     clear J; subst s) end.
Ltac by_atoms := first [ ring | inverses; field ].
Ltac eta := repeat match goal with |- context[fun x : R => ?f x] => progress change (fun x : R => f x) with f end.
(* inner products are bilinear, hessians linear in the direction *)
Ltac expand ::= first [solve [spread]
  | repeat first [rewrite hess_add by smooth_goal | rewrite hess_scal by smooth_goal]; autorewrite with ip;
    in_order_of_right; first [reflexivity | ring | arith | congr]].
(* hessians at one place, one in the other, all moved to the left: they are self-adjoint *)
Ltac hessians_left := repeat match goal with |- context[@ip ?E ?w (hess ?f ?p ?u)] =>
  rewrite (ip_sym E w (hess f p u)), (hess_sym E f p u w) by given_smooth end.
Ltac one_place := repeat match goal with |- context[@hess ?E ?f ?p _] => match goal with |- context[@hess E f ?q _] =>
  tryif constr_eq p q then fail else replace q with p by same_vector end end.
Ltac nested_hessians := one_place; hessians_left; first [ reflexivity | lazymatch goal with |- @ip ?E (hess ?f ?p ?u) ?w = _ =>
  rewrite (hess_sym E f p u w) by given_smooth; hessians_left; reflexivity end ].
Ltac inner_hessians := first [ reflexivity | apply ip_sym | solve [nested_hessians]
  | solve [same_arguments; hessians; first [reflexivity | timeout 10 by_atoms | timeout 10 arith]] ].
Ltac tidied := cbv beta; plain_powers; eta; autorewrite with tidy.
(* sums that were compared in vain are noted: they are not compared again *)
Inductive apart (f g : R -> R) : Prop := Apart.
Ltac derived_plain := tidied; first [ reflexivity | timeout 10 by_atoms | solve [same_arguments; same_sums; timeout 10 by_atoms]
  | solve [autorewrite with ip; one_order; same_arguments; same_sums; timeout 10 by_atoms] ]
with same_sums := repeat match goal with |- context[Sum ?a ?b ?f] =>
  match goal with |- context[Sum a b ?g] => tryif constr_eq f g then fail else
    (lazymatch goal with _ : apart f g |- _ => fail | _ : apart g f |- _ => fail | _ => idtac end;
     first [ replace (Sum a b f) with (Sum a b g) by (apply Sum_ext; [integer | integer | index; derived_plain])
       | pose proof (Apart f g) ]) end end.
Ltac derived_num := first [ derived_plain | solve [tidied; timeout 10 arith]
  | solve [autorewrite with tidy in *; timeout 10 arith] | solve [autorewrite with tidy ip in *; one_order; timeout 10 arith]
  | solve [same_arguments; timeout 15 arith] | solve [autorewrite with ip; same_arguments; timeout 15 arith]
  | solve [same_arguments; hessians; same_sums; timeout 10 by_atoms] ].
Ltac derived_vec := tidied; first [ reflexivity | apply vec_ext; let w := fresh "w" in intro w; autorewrite with ip; derived_num ].
(* derivatives, of other things than variables, that are left in a derivative *)
Ltac within_carried_out := repeat match goal with
  | |- context[Derive ?f ?a] => lazymatch f with fun x => ?h x => fail | fun _ => _ => idtac end;
      let d := fresh "d" in evar (d : R);
      let H := fresh "H" in assert (H : Derive f a = d) by (subst d; carried_out); rewrite H; subst d; clear H
  | |- context[@vDerive ?E ?c ?a] => lazymatch c with fun x => ?h x => fail | fun _ => _ => idtac end;
      let d := fresh "d" in evar (d : car E);
      let H := fresh "H" in assert (H : vDerive c a = d) by (subst d; carried_out); rewrite H; subst d; clear H end.
Ltac deriv ::= cbv beta; indices; first [ reflexivity |
  lazymatch goal with
  | |- Derive _ _ = _ => etransitivity; [apply deriv_near_Derive; derive | cbv beta; within_carried_out; derived_num]
  | |- @vDerive _ _ _ = _ => etransitivity; [apply vderiv_near_vDerive; derive_vec | cbv beta; within_carried_out; derived_vec]
  | |- _ = Derive _ _ => symmetry; deriv
  | |- _ = @vDerive _ _ _ => symmetry; deriv
  end ].
Ltac smooth_hook ::= smooth.
