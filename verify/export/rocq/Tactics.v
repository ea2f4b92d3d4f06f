(* How the steps of a proof are redone: signs, definedness, and what follows at once from what is at hand. *)
From Verify Require Export Spaces.

(* --- from relations to differences, and back --- *)
Lemma ge_of a b c : a - b = c -> 0 <= c -> a >= b. Proof. lra. Qed.
Lemma gt_of a b c : a - b = c -> 0 < c -> a > b. Proof. lra. Qed.
Lemma eq_of a b c : a - b = c -> c = 0 -> a = b. Proof. lra. Qed.
Lemma ge_by a b c : a + -1 * b = c -> 0 <= c -> a >= b. Proof. lra. Qed.
Lemma gt_by a b c : a + -1 * b = c -> 0 < c -> a > b. Proof. lra. Qed.
Lemma le_by a b c : b + -1 * a = c -> 0 <= c -> a <= b. Proof. lra. Qed.
Lemma lt_by a b c : b + -1 * a = c -> 0 < c -> a < b. Proof. lra. Qed.
Lemma eq_by a b c : a + -1 * b = c -> c = 0 -> a = b. Proof. lra. Qed.
Lemma ne_by a b c : a + -1 * b = c -> 0 < c -> a <> b. Proof. lra. Qed.
Lemma product_nonneg a b : 0 <= a -> 0 <= b -> 0 <= a * b. Proof. apply Rmult_le_pos. Qed.
Lemma product_pos a b : 0 < a -> 0 < b -> 0 < a * b. Proof. apply Rmult_lt_0_compat. Qed.
Lemma product_negatives a b : a < 0 -> b < 0 -> 0 < a * b.
Proof. intros. replace (a * b) with ((- a) * (- b)) by ring. apply Rmult_lt_0_compat; lra. Qed.
Lemma product_zero_l a b : a = 0 -> a * b = 0. Proof. intros ->; ring. Qed.
Lemma product_zero_r a b : b = 0 -> a * b = 0. Proof. intros ->; ring. Qed.
Lemma sum_nonneg a b : 0 <= a -> 0 <= b -> 0 <= a + b. Proof. lra. Qed.
Lemma sum_pos_l a b : 0 < a -> 0 <= b -> 0 < a + b. Proof. lra. Qed.
Lemma sum_pos_r a b : 0 <= a -> 0 < b -> 0 < a + b. Proof. lra. Qed.
Lemma square_nonneg x : 0 <= x ^ 2. Proof. rewrite <- Rsqr_pow2. apply Rle_0_sqr. Qed.
Lemma even_nonneg x n : 0 <= x ^ (2 * n). Proof. rewrite pow_mult. apply pow_le, square_nonneg. Qed.
Lemma even_pos x n : x <> 0 -> 0 < x ^ (2 * n).
Proof. intros. rewrite pow_mult. apply pow_lt. simpl. rewrite Rmult_1_r. now apply Rsqr_pos_lt. Qed.
Lemma square_pos x : x <> 0 -> 0 < x ^ 2. Proof. intros. simpl. rewrite Rmult_1_r. now apply Rsqr_pos_lt. Qed.
Lemma quotient_nonneg a b : 0 <= a -> 0 < b -> 0 <= a / b.
Proof. intros. apply Rmult_le_pos; [assumption | left; now apply Rinv_0_lt_compat]. Qed.
Lemma root_nonneg q x : 0 <= root q x.
Proof. unfold root. destruct Rle_dec; [lra | left; apply exp_pos]. Qed.
Lemma root_pos q x : 0 < x -> 0 < root q x.
Proof. intros. unfold root. destruct Rle_dec; [lra | apply exp_pos]. Qed.
Lemma pw_pos b e : 0 < b -> 0 < pw b e. Proof. intros. rewrite pw_exp by assumption. apply exp_pos. Qed.
Lemma delta_nonneg i j : 0 <= delta i j. Proof. unfold delta. destruct Req_EM_T; lra. Qed.
Lemma cosh_pos x : 0 < cosh x.
Proof. unfold cosh. assert (0 < exp x) by apply exp_pos. assert (0 < exp (- x)) by apply exp_pos. lra. Qed.
Lemma acos_nonneg x : 0 <= acos x. Proof. apply acos_bound. Qed.

Ltac breakup := repeat match goal with H : _ /\ _ |- _ => destruct H end.
Ltac integer := solve [auto with int | eauto 8 with int | match goal with H : forall _, Int _ |- _ => solve [apply H | repeat (apply Int_plus || apply Int_mult || apply Int_minus); auto with int; apply H] end].
(* what another file proves of derivatives is put here *)
Ltac smooth_hook := fail.
Ltac given := match goal with H : ?P |- ?P => exact H end.
Lemma locally_everywhere (a : R) : locally a (fun _ => True).
Proof. apply filter_forall. intros. exact I. Qed.
Lemma vnear_everywhere (E : Space) (x : E) : vnear x (fun _ => True).
Proof. exists 1. split; [lra | trivial]. Qed.
(* a general fact at the very place, whose premises are at hand as they are written *)
Lemma between_as u v x t : Rmin u v <= x -> x <= Rmax u v -> t = (x - u) * (v - x) -> t >= 0.
Proof. intros A B ->. revert A B. unfold Rmin, Rmax. destruct Rle_dec; nra. Qed.
Ltac in_between := match goal with A : Rmin ?u ?v <= ?x, B : ?x <= Rmax ?u ?v |- ?t >= 0 => apply (between_as u v x t A B); ring end.
Ltac given_there := match goal with H : forall _, _ |- _ => solve [simple apply H; first [given | in_between]] end.
Ltac smooth_goal := first [given | exact (locally_everywhere _) | exact (vnear_everywhere _ _) | given_there | timeout 10 smooth_hook | timeout 3 assumption].
(* smoothness is not taken apart, and has no sign *)
Ltac is_smoothness := lazymatch goal with
  | |- smooth_near _ _ _ => idtac | |- vsmooth_near _ _ _ => idtac | |- C1_near _ _ => idtac | |- C2_near _ _ => idtac
  | |- vnear _ _ => idtac | |- locally _ _ => idtac | |- continuous _ _ => idtac end.
Ltac quick := first [exact I | given | tryif is_smoothness then smooth_goal else solve [lra]].

Ltac sign n :=
  match n with O => fail | S ?m =>
  tryif is_smoothness then smooth_goal else
  first [ given | solve [lra] |
  lazymatch goal with
  | |- Int _ => integer
  | |- True => exact I
  | |- _ /\ _ => split; sign m
  | |- pw_defined _ _ => first [left; sign m | right; left; split; sign m | right; right; split; sign m]
  | |- ?a >= ?b => apply Rle_ge; sign m
  | |- ?a > ?b => apply Rlt_gt; sign m
  | |- 0 < _ * _ => first [apply product_pos; sign m | apply product_negatives; sign m]
  | |- 0 <= _ * _ => first [apply product_nonneg; sign m | match goal with |- 0 <= ?a * ?a => apply Rle_0_sqr end]
  | |- 0 < / _ => apply Rinv_0_lt_compat; sign m
  | |- 0 <= / _ => left; apply Rinv_0_lt_compat; sign m
  | |- / _ < 0 => apply Rinv_lt_0_compat; sign m
  | |- 0 < _ / _ => apply Rdiv_lt_0_compat; sign m
  | |- 0 <= _ / _ => apply quotient_nonneg; sign m
  | |- 0 < exp _ => apply exp_pos
  | |- 0 <= exp _ => left; apply exp_pos
  | |- 0 < cosh _ => apply cosh_pos
  | |- 0 < PI => exact PI_RGT_0
  | |- 0 <= PI => left; exact PI_RGT_0
  | |- 0 < sqrt _ => apply sqrt_lt_R0; sign m
  | |- 0 <= sqrt _ => apply sqrt_pos
  | |- 0 < root _ _ => apply root_pos; sign m
  | |- 0 <= root _ _ => apply root_nonneg
  | |- 0 < pw _ _ => apply pw_pos; sign m
  | |- 0 <= pw _ _ => left; apply pw_pos; sign m
  | |- 0 <= Rabs _ => apply Rabs_pos
  | |- 0 < Rabs _ => apply Rabs_pos_lt; sign m
  | |- 0 <= acos _ => apply acos_nonneg
  | |- 0 <= delta _ _ => apply delta_nonneg
  | |- 0 <= ip ?u ?u => apply ip_pos
  | |- 0 < ln _ => rewrite <- ln_1; apply ln_increasing; sign m
  | |- 0 <= _ ^ 2 => apply square_nonneg
  | |- 0 <= _ ^ 4 => apply (even_nonneg _ 2)
  | |- 0 <= _ ^ 6 => apply (even_nonneg _ 3)
  | |- 0 < _ ^ 2 => first [apply square_pos; sign m | apply pow_lt; sign m]
  | |- 0 < _ ^ 4 => first [apply (even_pos _ 2); sign m | apply pow_lt; sign m]
  | |- 0 < _ ^ 6 => first [apply (even_pos _ 3); sign m | apply pow_lt; sign m]
  | |- 0 < _ ^ _ => apply pow_lt; sign m
  | |- 0 <= _ ^ _ => apply pow_le; sign m
  | |- _ ^ _ <> 0 => apply pow_nonzero; sign m
  | |- exp _ <> 0 => apply Rgt_not_eq, exp_pos
  | |- sqrt _ <> 0 => apply Rgt_not_eq, sqrt_lt_R0; sign m
  | |- _ * _ <> 0 => apply Rmult_integral_contrapositive_currified; sign m
  | |- / _ <> 0 => apply Rinv_neq_0_compat; sign m
  | |- 0 <= Rmax _ _ => first [apply Rle_trans with (2 := Rmax_l _ _); sign m | apply Rle_trans with (2 := Rmax_r _ _); sign m]
  | |- 0 < Rmax _ _ => first [apply Rlt_le_trans with (2 := Rmax_l _ _); sign m | apply Rlt_le_trans with (2 := Rmax_r _ _); sign m]
  | |- 0 <= Rmin _ _ => apply Rmin_glb; sign m
  | |- 0 < Rmin _ _ => apply Rmin_glb_lt; sign m
  | |- 0 <= Sum _ _ _ => apply Sum_nonneg; [integer | integer | intros; cbv beta; sign m]
  | |- 0 < Sum _ _ _ => apply Sum_pos; [integer | integer | sign m | intros; cbv beta; sign m]
  | |- 0 < ?a + ?b => first [apply sum_pos_l; sign m | apply sum_pos_r; sign m]
  | |- 0 <= ?a + ?b => apply sum_nonneg; sign m
  | |- 0 <= ?f _ => by_fact m
  | |- 0 < ?f _ => by_fact m
  | |- ?x <> 0 => first [ solve [by_fact m] | apply Rgt_not_eq; sign m | apply Rlt_not_eq; sign m | let Z := fresh "Z" in intro Z; solve [lra | nra] ]
  | |- ?a <> ?b => first [ solve [by_fact m] | let Z := fresh "Z" in intro Z; solve [lra] ]
  | |- ?b <= ?a => tryif (constr_eq b 0) then fail else (apply Rminus_le_0; sign m)
  | |- ?b < ?a => tryif (constr_eq b 0) then fail else (apply Rminus_lt_0; sign m)
  | |- _ => fail
  end
  | solve [by_fact m] ] end
(* what the general facts at hand give for the goal *)
with by_fact n := match goal with
  | H : forall _, _ |- _ => solve [apply H; sign n]
  | H : forall _, _ |- 0 <= _ => solve [left; apply H; sign n]
  | H : forall _, _ |- 0 <= _ => solve [apply Rge_le; apply H; sign n]
  | H : forall _, _ |- 0 < _ => solve [apply Rgt_lt; apply H; sign n]
  | H : forall _, _ |- 0 <= _ => solve [left; apply Rgt_lt; apply H; sign n]
  end.
Ltac by_roots := match goal with |- context[sqrt _] => idtac end;
  repeat match goal with |- context[sqrt ?x] => lazymatch goal with _ : 0 <= sqrt x |- _ => fail | _ => pose proof (sqrt_pos x) end end;
  first [solve [lra] | apply Rgt_not_eq; lra | apply Rlt_not_eq; lra].
Ltac sgn := first [timeout 8 (sign 14%nat) | by_roots].
(* inner products that are numerals *)
Ltac known_products := progress repeat match goal with H : @ip ?E ?a ?b = IZR ?z |- context[@ip ?E ?a ?b] => rewrite H end.
Lemma not_zero_factor x f r : x <> 0 -> x = f * r -> f <> 0. Proof. intros N E Z. apply N. rewrite E, Z. ring. Qed.
Lemma positive_factor x f r : x > 0 -> 0 < r -> x = f * r -> f > 0.
Proof. intros P Q E. apply Rlt_gt, Rmult_lt_reg_r with r; lra. Qed.
Lemma nonneg_factor x f r : 0 <= x -> 0 < r -> x = f * r -> f >= 0.
Proof. intros P Q E. apply Rle_ge, Rmult_le_reg_r with r; lra. Qed.
Lemma not_zero_as x y : x = y -> y <> 0 -> x <> 0. Proof. now intros ->. Qed.
(* sums with the bounds that they have in a fact *)
Ltac bounds_as H := progress repeat match goal with |- context[Sum ?a ?b ?f] => match type of H with context[Sum ?c ?d f] =>
  tryif constr_eq b d then fail else replace b with d by ring end end.
Ltac nonzero := repeat split; first [assumption | sgn | solve [known_products; sgn]
  | match goal with H : context[Sum _ _ _] |- _ => bounds_as H; first [sgn | solve [lra]] end
  | match goal with H : ?a <> 0 |- ?b <> 0 => let Z := fresh "Z" in intro Z; apply H; solve [lra | rewrite <- Z; ring | transitivity b; [field; lra | exact Z]] end
  | match goal with H : ?a <> 0 |- ?b <> 0 => let Z := fresh "Z" in intro Z; apply H; field_simplify_eq; [solve [lra | ring [Z]] | repeat split; first [assumption | sgn]] end
  | match goal with H : ?a <> ?c |- ?b <> 0 => let Z := fresh "Z" in intro Z; apply H; solve [lra | nra] end
  | let Z := fresh "Z" in intro Z; solve [timeout 5 nra] ].
Ltac arith := first [reflexivity | ring | solve [field; nonzero]].

(* --- integrals --- *)
Lemma RInt_bounds (f : R -> R) a b c d : a = c -> b = d -> RInt f a b = RInt f c d. Proof. now intros -> ->. Qed.
Lemma RInt_same (f g : R -> R) a b : (forall x, Rmin a b <= x <= Rmax a b -> f x = g x) -> RInt f a b = RInt g a b.
Proof. intros H. apply RInt_ext. intros x L. apply H. lra. Qed.

(* --- premises of a step --- *)
(* an inner product is at hand in the other order *)
Ltac given_in_order := match goal with |- context[@ip ?E ?a ?b] => tryif constr_eq a b then fail else (rewrite (@ip_sym E a b); given) end.
(* what is asked of a premise is at hand, or follows at once *)
Ltac at_hand := tryif is_smoothness then smooth_goal else first [ given | given_in_order |
  lazymatch goal with
  | |- _ /\ _ => split; at_hand
  | |- True => exact I
  | |- forall _, _ => first [ solve [intros; cbv beta; breakup; repeat split; quick] |  match goal with H : forall _, _ |- _ => let K := fresh "K" in pose proof H as K; solve [timeout 8 (as_fact K)] end | intro; breakup; at_hand ]
  | |- @eq R _ _ => first [ solve [lra] | solve [timeout 5 arith] | by_relation | match goal with H : forall _, _ |- _ => apply H; at_hand end | solve [timeout 10 (congr)] ]
  | |- @eq _ _ _ => first [ by_relation | solve [timeout 10 (congr)] | match goal with H : forall _, _ |- _ => apply H; at_hand end ]
  | |- _ => first [ sgn | by_relation | match goal with H : forall _, _ |- _ => apply H; at_hand end ]
  end ]
with by_relation := match goal with H : ?P |- _ => timeout 5 (relation H) end
(* what is fed is no help to itself, and long to look through *)
with feed P := match type of P with ?A -> _ => let H := fresh "Q" in assert (H : A); [ clear P; solve [at_hand] | specialize (P H); clear H ] end
with as_fact K := first [ given | exact K |
  lazymatch goal with
  | |- forall _ : ?T, _ => lazymatch type of T with Prop => let X := fresh "X" in intro X; breakup; feed K; as_fact K | _ => let x := fresh "x" in intro x; specialize (K x); as_fact K end
  | |- _ => lazymatch type of K with _ /\ _ => let A := fresh "A" in destruct K as [A K]; as_fact K | _ -> _ => feed K; as_fact K | _ =>
     first [ relation K | lazymatch goal with |- _ /\ _ => split; [first [assumption | sgn] | as_fact K] end ] end
  end ]
(* the relation at hand says the same as the goal *)
with relation H := first [exact H |
  lazymatch type of H with
  | ?a >= ?b => lazymatch goal with
      | |- ?c >= ?d => apply (ge_of c d (a - b)); [ | clear -H; lra]
      | |- ?d <= ?c => apply Rge_le, (ge_of c d (a - b)); [ | clear -H; lra] end
  | ?a > ?b => lazymatch goal with
      | |- ?c > ?d => apply (gt_of c d (a - b)); [ | clear -H; lra]
      | |- ?d < ?c => apply Rgt_lt, (gt_of c d (a - b)); [ | clear -H; lra] end
  | @eq R ?a ?b => lazymatch goal with |- ?c = ?d => first [ apply (eq_of c d (a - b)); [ | clear -H; lra] | apply (eq_of c d (b - a)); [ | clear -H; lra] ] end
  | @eq _ ?a ?b => lazymatch goal with |- ?c = ?d => transitivity a; [symmetry | transitivity b; [exact H | ]] end
  | ?a <> ?b => lazymatch goal with |- ?c <> ?d => let X := fresh in intro X; apply H end
  end; solve [arith | congr | lra]]
with congr := first [ arith |
  lazymatch goal with
  | |- Sum ?a ?b _ = Sum ?c ?d _ => (try (replace c with a by arith); try (replace d with b by arith); apply Sum_ext; [integer | integer | intros; cbv beta; congr])
  | |- RInt _ ?a ?b = RInt _ ?c ?d => apply (eq_trans (RInt_bounds _ a b c d ltac:(arith) ltac:(arith))); apply RInt_same; intros; cbv beta; congr
  | |- @eq (car _) _ _ => first [ solve [f_equal; congr] | apply vec_ext; intro; autorewrite with ip; arith ]
  | |- _ => progress f_equal; congr
  end ].
Ltac as_written K := first [ assumption | exact K | breakup;
  repeat match goal with |- _ /\ _ => split; [first [assumption | sgn | at_hand] | ] end; first [ as_fact K | at_hand ] ].
Ltac at_once := first [assumption | tryif is_smoothness then at_hand else
  (repeat (tryif is_smoothness then fail else split); first [assumption | tryif is_smoothness then at_hand else first [sgn | at_hand]])].
(* what general facts at hand say of the vectors and numbers at hand *)
Ltac facts_here := repeat match goal with H : forall _ : ?T, _ -> _, x : ?T |- _ =>
  let K := fresh "K" in pose proof (H x) as K; cbv beta in K;
  repeat lazymatch type of K with ?A -> _ => let Q := fresh "Q" in assert (Q : A) by first [given | given_in_order]; specialize (K Q); clear Q end;
  lazymatch type of K with _ -> _ => fail | ?P => lazymatch goal with _ : P, _ : P |- _ => fail | _ => idtac end end end.
Ltac assumed := first [at_once | solve [intros; breakup; facts_here; at_hand]].
Ltac at_hand_or_linear := first [assumption | solve [lra] | at_once].
(* what says that the conclusion is defined stands before it *)
Ltac defined_first := repeat match goal with |- _ /\ _ => split; [ first [assumption | at_once] | ] end.
Lemma ne_from a b c : a + -1 * b = c -> c <> 0 -> a <> b. Proof. intros H N Z. apply N. lra. Qed.
(* what is added up in "combine" *)
Ltac added := first [assumption | lra | apply sum_nonneg; added | apply sum_pos_l; added | apply sum_pos_r; added].
Ltac added_zero := first [assumption | lra | repeat match goal with T : _ * _ = 0 |- _ => rewrite T end; ring].
Ltac is_zero := first [solve [lra] | ring | field; nonzero | apply Rle_antisym; [solve [lra | sgn] | solve [sgn | lra]]].
