(* The laws by which parts of terms are brought to normal form, and the tactics that close what they leave. *)
From Verify Require Export Tactics.
From Verify Require Products.

(* an equation between polynomials with fractions for coefficients: such numbers are quick in linear arithmetic only *)
Ltac with_fractions := match goal with |- context[IZR _ / IZR _] => solve [clear; lra] end.
Ltac algebra := cbv beta; first [reflexivity | with_fractions | ring | field; nonzero | solve [field_simplify_eq; [ring | nonzero]]].
Ltac conclusion_of K := lazymatch type of K with _ /\ _ => apply proj2 in K; conclusion_of K | _ => idtac end.
(* what says that it is defined is kept at hand *)
Ltac conclusion_kept K := lazymatch type of K with
  _ /\ _ => let D := fresh "D" in destruct K as [D K]; conclusion_kept K | _ => idtac end.
Ltac slack P := lra.
Ltac at_zero := first [assumption | is_zero].
(* signs of numbers without variables are found by enclosures, in files that load them *)
Ltac numeric_hook := fail.
(* a delta is 0 or 1 *)
Ltac by_deltas := match goal with |- context[delta ?i ?j] => first
  [ let E := fresh "E" in destruct (Req_dec i j) as [E|E];
    [ rewrite (delta_on i j E); try subst; try (rewrite E in *) | rewrite (delta_off i j E) ]; first [ by_deltas | solve [sgn | lra | nra] ] ] end.
(* inner products that are at hand in the other order *)
Ltac inner_in_order := repeat match goal with |- context[@ip ?E ?a ?b] => tryif constr_eq a b then fail else
  match goal with H : context[@ip E b a] |- _ => lazymatch goal with H' : context[@ip E a b] |- _ => fail | _ => rewrite (@ip_sym E a b) end end end.
(* the sign of a product of which some factors are negative: the last factor is looked at first *)
Lemma pos_by a b : 0 < b -> 0 < a -> 0 < a * b. Proof. intros. now apply Rmult_lt_0_compat. Qed.
Lemma pos_by_negative a b : b < 0 -> a < 0 -> 0 < a * b. Proof. intros. nra. Qed.
Lemma nonneg_by a b : 0 <= b -> 0 <= a -> 0 <= a * b. Proof. intros. now apply Rmult_le_pos. Qed.
Lemma nonneg_by_negative a b : b <= 0 -> a <= 0 -> 0 <= a * b. Proof. intros. nra. Qed.
Lemma neg_by a b : 0 < b -> a < 0 -> a * b < 0. Proof. intros. nra. Qed.
Lemma neg_by_negative a b : b < 0 -> 0 < a -> a * b < 0. Proof. intros. nra. Qed.
Lemma nonpos_by a b : 0 <= b -> a <= 0 -> a * b <= 0. Proof. intros. nra. Qed.
Lemma nonpos_by_negative a b : b <= 0 -> 0 <= a -> a * b <= 0. Proof. intros. nra. Qed.
Lemma inverse_negative x : x < 0 -> / x < 0. Proof. apply Rinv_lt_0_compat. Qed.
Ltac of_factors := first [given | solve [lra] | lazymatch goal with
  | |- 0 < ?a * ?b => first [apply pos_by; [of_factors | of_factors] | apply pos_by_negative; [of_factors | of_factors]]
  | |- 0 <= ?a * ?b => first [apply nonneg_by; [of_factors | of_factors] | apply nonneg_by_negative; [of_factors | of_factors]]
  | |- ?a * ?b < 0 => first [apply neg_by; [of_factors | of_factors] | apply neg_by_negative; [of_factors | of_factors]]
  | |- ?a * ?b <= 0 => first [apply nonpos_by; [of_factors | of_factors] | apply nonpos_by_negative; [of_factors | of_factors]]
  | |- 0 < / _ => apply Rinv_0_lt_compat; of_factors
  | |- 0 <= / _ => left; apply Rinv_0_lt_compat; of_factors
  | |- / _ < 0 => apply inverse_negative; of_factors
  | |- / _ <= 0 => left; apply inverse_negative; of_factors
  | |- 0 < _ => sgn
  | |- 0 <= _ => sgn end].
Ltac by_factors := first [apply Rlt_gt | apply Rle_ge]; timeout 8 of_factors.
(* by a fact that has one inner product in the other order *)
Ltac by_other_order := match goal with |- context[@ip ?E ?a ?b] => tryif constr_eq a b then fail else
  (match goal with H : context[@ip E b a] |- _ => idtac end; rewrite (@ip_sym E a b); first [solve [lra] | sgn]) end.
Ltac at_sign := first [given | assumption | left; assumption | sgn | solve [timeout 8 by_other_order] | solve [known_products; sgn] | solve [timeout 8 of_factors] | solve [progress inner_in_order; first [sgn | lra | nra]] | by_deltas | numeric_hook | solve [timeout 5 nra]].
Ltac deriv := fail.
(* Inner products are taken apart from above, as rewriting is slow in long terms. Each part is put in order by a tactic,
   which closes a goal of the form: it, or the same in the other order, = what is looked for. *)
Ltac products_apart ordered := lazymatch goal with
  | |- ip (_ +v _) _ = _ => eapply eq_trans; [apply ip_add | eapply f_equal2; products_apart ordered]
  | |- ip (?c *v _) _ = _ => eapply eq_trans; [apply ip_scal | eapply (f_equal (Rmult c)); products_apart ordered]
  | |- ip _ (_ +v _) = _ => eapply eq_trans; [apply ip_add_r | eapply f_equal2; products_apart ordered]
  | |- ip _ (?c *v _) = _ => eapply eq_trans; [apply ip_scal_r | eapply (f_equal (Rmult c)); products_apart ordered]
  | |- ip vzero _ = _ => apply ip_0
  | |- ip _ vzero = _ => apply ip_0_r
  | |- ip _ _ = _ => ordered tt
  | |- ?a + _ = _ => eapply (f_equal2 Rplus); products_apart ordered
  | |- ?a * _ = _ => eapply (f_equal2 Rmult); products_apart ordered
  | |- ?a / ?b = _ => eapply (f_equal2 Rdiv); [products_apart ordered | reflexivity]
  | |- ?a ^ ?n = _ => eapply (f_equal2 pow); [products_apart ordered | reflexivity]
  | |- _ => reflexivity end.
(* letters take the places of fractions, which are slow too *)
Ltac letters_for_fractions := repeat match goal with |- context[IZR ?p / IZR ?q] =>
  let n := fresh "n" in generalize (IZR p / IZR q); intro n end.
Ltac as_in whole := lazymatch goal with |- ip ?u ?v = _ =>
  lazymatch whole with context[ip u v] => reflexivity | context[ip v u] => apply ip_sym | _ => reflexivity end end.
(* of two inner products that differ in their order, one is left *)
Ltac one_order := repeat match goal with |- context[@ip ?E ?u ?v] => tryif constr_eq u v then fail else
  match goal with |- context[@ip E v u] => rewrite (ip_sym E v u) end end.
Ltac spread := letters_for_fractions;
  match goal with |- _ = ?whole => eapply eq_trans; [products_apart ltac:(fun _ => as_in whole) | first [ring | one_order; ring]] end.
(* an equation that holds as inner products are bilinear; the vectors are listed in the order that they shall have *)
Ltac stands_before u v list := lazymatch list with (u, _) => idtac | (v, _) => fail | (_, ?rest) => stands_before u v rest end.
Ltac as_listed list := lazymatch goal with |- ip ?u ?v = _ => first [stands_before u v list; reflexivity | apply ip_sym] end.
Ltac by_products list := clear; cbv beta; eapply eq_trans; [products_apart ltac:(fun _ => as_listed list) |
  symmetry; eapply eq_trans; [products_apart ltac:(fun _ => as_listed list) | lra]].
Ltac in_order_of_right := repeat match goal with |- context[@ip ?E ?a ?b] => tryif constr_eq a b then fail else
  match goal with |- _ = ?whole => lazymatch whole with context[@ip E a b] => fail | context[@ip E b a] => rewrite (@ip_sym E a b) end end end.
Ltac expand := first [solve [spread] | autorewrite with ip; in_order_of_right; first [reflexivity | ring | arith | congr]].

Lemma exp_pow a n : exp a ^ n = exp (INR n * a).
Proof.
  induction n; [simpl; rewrite Rmult_0_l; now rewrite exp_0|].
  rewrite S_INR. simpl pow. rewrite IHn, <- exp_plus. f_equal. ring.
Qed.
Lemma exp_inv a : / exp a = exp (- a). Proof. now rewrite exp_Ropp. Qed.
Lemma exp_ln_pow n b : 0 < b -> exp (INR n * ln b) = b ^ n.
Proof. intros. rewrite <- exp_pow, exp_ln by assumption. reflexivity. Qed.
Lemma exp_half_ln b : 0 < b -> exp (ln b / 2) = sqrt b.
Proof.
  intros. symmetry. apply sqrt_lem_1; [lra | left; apply exp_pos |].
  rewrite <- exp_plus. replace (ln b / 2 + ln b / 2) with (ln b) by field. now apply exp_ln.
Qed.
Ltac exp_0_is_1 := rewrite exp_0; reflexivity.
Ltac exps_joined := repeat rewrite <- exp_plus; f_equal; algebra.
Ltac exp_of_multiple := rewrite ?exp_pow, ?exp_inv; simpl INR; f_equal; algebra.
Ltac exp_of_log :=
  first [ rewrite exp_ln by sgn; reflexivity
  | match goal with |- exp _ = ?b => rewrite <- (exp_ln b) by sgn; f_equal; algebra end
  | match goal with |- exp _ = ?b ^ ?n => rewrite <- (exp_ln_pow n b) by sgn; simpl INR; f_equal; algebra end
  | match goal with |- exp _ = / (?b ^ ?n) => rewrite <- (exp_ln_pow n b) by sgn; rewrite exp_inv; simpl INR; f_equal; algebra end
  | match goal with |- exp _ = / ?b => rewrite <- (exp_ln b) at 2 by sgn; rewrite exp_inv; f_equal; algebra end
  | match goal with |- exp _ = sqrt ?b => rewrite <- (exp_half_ln b) by sgn; f_equal; algebra end
  | match goal with |- exp _ = sqrt ?b ^ ?n => rewrite <- (exp_half_ln b) by sgn; rewrite exp_pow; simpl INR; f_equal; algebra end
  | match goal with |- exp _ = / sqrt ?b => rewrite <- (exp_half_ln b) by sgn; rewrite exp_inv; f_equal; algebra end
  | match goal with |- exp _ = / (sqrt ?b ^ ?n) => rewrite <- (exp_half_ln b) by sgn; rewrite exp_pow, exp_inv; simpl INR; f_equal; algebra end ].
Lemma ln_is u x : exp x = u -> ln u = x. Proof. intros <-. apply ln_exp. Qed.
Lemma sqrt_is u x : 0 <= x -> x ^ 2 = u -> sqrt u = x.
Proof. intros H <-. simpl. rewrite Rmult_1_r. now apply sqrt_square. Qed.
Lemma Rabs_is u x : 0 <= x -> x ^ 2 = u ^ 2 -> Rabs u = x.
Proof.
  intros H E. rewrite <- (Rabs_pos_eq x) by assumption. apply Rsqr_eq_abs_0. unfold Rsqr. simpl in E. lra.
Qed.
Lemma root_pow q x : (0 < q)%nat -> 0 <= x -> root q x ^ q = x.
Proof.
  intros Q H. unfold root. destruct (Rle_dec x 0) as [L|L].
  - replace x with 0 by lra. apply pow_i. assumption.
  - rewrite <- Rpower_pow by apply exp_pos. rewrite Rpower_mult, Rinv_l by (apply not_0_INR; lia).
    apply Rpower_1. lra.
Qed.
Lemma root_is q u x : (0 < q)%nat -> 0 <= x -> x ^ q = u -> root q u = x.
Proof.
  intros Q H <-. assert (A := root_pow q (x ^ q) Q (pow_le x q H)). assert (B := root_nonneg q (x ^ q)).
  destruct (Rtotal_order (root q (x ^ q)) x) as [L|[L|L]]; [|assumption|].
  - exfalso. assert (root q (x ^ q) ^ q < x ^ q); [|lra].
    clear A. revert B L. generalize (root q (x ^ q)). intros r B L. destruct q; [lia|]. clear Q.
    induction q as [|q IH]; [simpl; lra|]. change (r * r ^ S q < x * x ^ S q).
    assert (0 <= r ^ S q) by now apply pow_le. apply Rle_lt_trans with (x * r ^ S q); [nra|].
    apply Rmult_lt_compat_l; lra.
  - exfalso. assert (x ^ q < root q (x ^ q) ^ q); [|lra].
    clear A. revert B L. generalize (root q (x ^ q)). intros r B L. destruct q; [lia|]. clear Q.
    induction q as [|q IH]; [simpl; lra|]. change (x * x ^ S q < r * r ^ S q).
    assert (0 <= x ^ S q) by now apply pow_le. apply Rle_lt_trans with (r * x ^ S q); [nra|].
    apply Rmult_lt_compat_l; lra.
Qed.
Lemma Rmax_abs a b : Rmax a b = (a + b + Rabs (a - b)) / 2.
Proof. unfold Rmax. destruct Rle_dec; unfold Rabs; destruct Rcase_abs; lra. Qed.
Lemma Rmin_abs a b : Rmin a b = (a + b - Rabs (a - b)) / 2.
Proof. unfold Rmin. destruct Rle_dec; unfold Rabs; destruct Rcase_abs; lra. Qed.
Lemma sum_minus a b : a + -1 * b = a - b. Proof. ring. Qed.
Ltac extremes := rewrite ?Rmax_abs, ?Rmin_abs, ?sum_minus; field.

Lemma cos_2PI3' : cos (2 * PI / 3) = -1 / 2. Proof. replace (2 * PI / 3) with (2 * (PI / 3)) by field. rewrite cos_2a, cos_PI3, sin_PI3. assert (H := sqrt_sqrt 3 ltac:(lra)). nra. Qed.
(* what the angle must be is found by the tactics below *)
Ltac angle_is x y := replace x with y by (field; nonzero).
Ltac circular_value := rewrite ?cos_0, ?sin_0, ?cos_PI, ?sin_PI, ?cos_PI2, ?sin_PI2, ?cos_PI3, ?sin_PI3, ?cos_PI4, ?sin_PI4, ?cos_PI6, ?sin_PI6, ?sin_2PI, ?cos_2PI;
  first [reflexivity | field; nonzero | solve [assert (0 < sqrt 2) by (apply sqrt_lt_R0; lra); assert (0 < sqrt 3) by (apply sqrt_lt_R0; lra); assert (sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra); assert (sqrt 3 * sqrt 3 = 3) by (apply sqrt_sqrt; lra); first [field_simplify_eq; nra | nra]]].
Ltac circular_of_number := match goal with
  |- ?f ?x = _ => first
    [ angle_is x 0; circular_value | angle_is x PI; circular_value | angle_is x (PI / 2); circular_value
    | angle_is x (PI / 3); circular_value | angle_is x (PI / 4); circular_value | angle_is x (PI / 6); circular_value
    | angle_is x (2 * PI); circular_value
    | angle_is x (PI / 2 + PI / 6); rewrite ?cos_plus, ?sin_plus; circular_value
    | angle_is x (PI / 2 + PI / 4); rewrite ?cos_plus, ?sin_plus; circular_value
    | angle_is x (PI / 2 + PI / 3); rewrite ?cos_plus, ?sin_plus; circular_value
    | angle_is x (PI / 4 + PI / 6); rewrite ?cos_plus, ?sin_plus; circular_value
    | angle_is x (PI / 3 - PI / 4); rewrite ?cos_minus, ?sin_minus; circular_value
    | angle_is x (PI / 2 + (PI / 4 + PI / 6)); rewrite ?cos_plus, ?sin_plus; circular_value
    | angle_is x (PI / 2 + (PI / 3 - PI / 4)); rewrite ?cos_plus, ?sin_plus, ?cos_minus, ?sin_minus; circular_value
    | angle_is x (- (PI / 2)); rewrite ?cos_neg, ?sin_neg; circular_value
    | angle_is x (- (PI / 3)); rewrite ?cos_neg, ?sin_neg; circular_value
    | angle_is x (- PI); rewrite ?cos_neg, ?sin_neg; circular_value
    | angle_is x (PI + PI / 2); rewrite ?cos_plus, ?sin_plus; circular_value ] end.
Lemma cos_of_opp x y : x = - y -> cos x = cos y. Proof. intros ->. apply cos_neg. Qed.
Lemma sin_of_opp x y : x = - y -> sin x = -1 * sin y. Proof. intros ->. rewrite sin_neg. ring. Qed.
Ltac circular_of_negative := first [apply cos_of_opp; algebra | apply sin_of_opp; algebra].
Lemma sin_acos' x : -1 <= x -> x <= 1 -> sin (acos x) = sqrt (1 + -1 * x ^ 2).
Proof. intros. rewrite sin_acos by lra. f_equal. unfold Rsqr. ring. Qed.
Lemma cos_asin' x : -1 <= x -> x <= 1 -> cos (asin x) = sqrt (1 + -1 * x ^ 2).
Proof. intros. rewrite cos_asin by lra. f_equal. unfold Rsqr. ring. Qed.
Ltac circular_of_inverse := first
  [ rewrite cos_acos by (split; sgn); reflexivity | rewrite sin_asin by (split; sgn); reflexivity
  | rewrite sin_acos' by sgn; reflexivity | rewrite cos_asin' by sgn; reflexivity
  | rewrite cos_atan; unfold Rsqr; unfold Rdiv; rewrite ?Rmult_1_l; do 2 f_equal; algebra
  | rewrite sin_atan; unfold Rsqr; unfold Rdiv; f_equal; do 2 f_equal; algebra ].
Lemma sinc_of_opp x y : x = - y -> sinc x = sinc y. Proof. intros ->. apply sinc_opp. Qed.
Lemma sinc_of_0 x : x = 0 -> sinc x = 1. Proof. intros ->. apply sinc_0. Qed.
Ltac cardinal := first [reflexivity | apply sinc_of_0; algebra | f_equal; algebra | apply sinc_of_opp; algebra].
Lemma tanh_exp x : tanh x = (exp (2 * x) + -1) * / (exp (2 * x) + 1).
Proof.
  unfold tanh, sinh, cosh. replace (2 * x) with (x + x) by ring. rewrite exp_plus, exp_Ropp.
  assert (0 < exp x) by apply exp_pos. field. repeat split; nra.
Qed.
Ltac hyperbolic := first [rewrite tanh_exp; reflexivity
  | unfold cosh, sinh; replace (-1 * _) with (- _) by ring; field
  | match goal with |- cosh ?u = _ => unfold cosh; replace (- u) with (-1 * u) by ring; field end
  | match goal with |- sinh ?u = _ => unfold sinh; replace (- u) with (-1 * u) by ring; field end
  | unfold acosh, asinh, atanh; first [reflexivity | f_equal; f_equal; f_equal; algebra | field | (replace (1 - _) with (1 + -1 * _) by ring; field)] ].
(* an angle is what its cosine or sine says, in its range *)
Ltac inverse_value := let P := fresh "P" in assert (P := PI_RGT_0); lazymatch goal with
  | |- acos ?x = ?t => transitivity (acos (cos t)); [apply f_equal; symmetry; circular_of_number | apply acos_cos; lra]
  | |- asin ?x = ?t => transitivity (asin (sin t)); [apply f_equal; symmetry; circular_of_number | apply asin_sin; lra] end.
Ltac inverse_circular := first [reflexivity | f_equal; algebra
  | rewrite acos_0; field | rewrite acos_1; field | rewrite asin_0; field | rewrite asin_1; field | rewrite atan_0; field | rewrite atan_1; field
  | inverse_value
  | rewrite acos_opp; algebra | rewrite asin_opp; algebra | rewrite atan_opp; algebra ].
Lemma delta_same a b c d : a = c -> b = d -> delta a b = delta c d. Proof. now intros -> ->. Qed.
Ltac unfold_delta := apply delta_same.

(* --- sums --- *)
Lemma Sum_bounds a b c d f : a = c -> b = d -> Sum a b f = Sum c d f. Proof. now intros -> ->. Qed.
(* a sum written out: its summands are shown one by one, from the last, so that sums within them are left alone *)
Lemma Sum_before lo hi k f s t : Int lo -> Int hi -> lo <= hi -> hi - 1 = k -> f hi = t -> Sum lo k f = s -> Sum lo hi f = s + t.
Proof. intros A B L <- <- <-. now apply Sum_last'. Qed.
Lemma Sum_single lo f t : Int lo -> f lo = t -> Sum lo lo f = t.
Proof. intros A <-. rewrite Sum_last', Sum_empty by (auto with int; lra). ring. Qed.
Ltac summand := cbv beta; first [reflexivity | ring | congr].
Ltac sum_before k := apply (Sum_before _ _ k); [integer | integer | lra | lra | summand | ].
Ltac sum_single := apply Sum_single; [integer | summand].
Ltac sum_linear := repeat first [rewrite Sum_plus | rewrite Sum_scal]; first [reflexivity | ring].
Ltac sum_last_split := repeat match goal with
  |- Sum ?lo ?hi ?f = Sum ?lo ?k ?g + _ => tryif constr_eq hi k then fail else
     (rewrite (Sum_last' lo hi f) by (first [integer | sgn]); replace (hi - 1) with k by ring; cbv beta)
  end; first [reflexivity | ring
    | apply (f_equal2 Rplus); [apply Sum_ext; [integer | integer | intros; cbv beta; first [ring | congr]] | first [ring | congr]]
    | (f_equal; congr) | congr].
Ltac summed P := first [ solve [as_written P]
  | lazymatch goal with
    | |- _ >= _ => apply Rle_ge, Rminus_le_0 | |- _ <= _ => apply Rminus_le_0 | |- _ = _ => apply Rminus_diag_uniq end;
    match type of P with 0 <= ?x => apply Rle_trans with (1 := P); right | ?x = 0 => rewrite <- P end;
    repeat match goal with |- context[Sum ?a ?b ?f] => match type of P with context[Sum ?c ?d ?g] => tryif constr_eq f g then fail else replace (Sum c d g) with (Sum a b f) by (apply Sum_ext; [integer | integer | intros; cbv beta; congr]) end end; ring ].

(* --- relations that generators obey --- *)
Ltac relation_holds := first [ ring | field; nonzero
  | match goal with |- sqrt ?x ^ 2 - _ = 0 => rewrite (pow2_sqrt x) by sgn; algebra end
  | match goal with |- root ?q ?x ^ _ - _ = 0 => rewrite (root_pow q x) by (lia || sgn); algebra end
  | match goal with |- sin ?x ^ 2 - _ = 0 => let S := fresh "S" in assert (S := sin2_cos2 x); unfold Rsqr in S; solve [lra | nra] end
  | match goal with |- cos ?x ^ 2 - _ = 0 => let S := fresh "S" in assert (S := sin2_cos2 x); unfold Rsqr in S; rewrite <- (sinc_mul x) in S; solve [lra | nra] end
  | match goal with |- Rabs ?x ^ 2 - _ = 0 => rewrite (pow2_abs x); algebra end
  | match goal with |- delta ?x ?y ^ 2 - _ = 0 => let S := fresh "S" in assert (S := delta_sq x y); solve [lra | nra] end ].

(* --- vectors --- *)
Lemma vectors_apart (E : Space) (u v : E) : u +v (-1) *v v = vzero -> u = v.
Proof. intros H. apply vec_eq. rewrite H. apply ip_0. Qed.
Ltac by_components := apply vec_ext; let w := fresh "w" in intro w; autorewrite with ip; try ring.
Ltac vector_slack P := rewrite P; by_components.
Ltac vectors_equal W := apply vectors_apart; rewrite W; by_components.
(* inner products, in the goal, in the order in which a hypothesis has them *)
Ltac inner_as H :=
  repeat match type of H with context[@ip ?E ?a ?b] => tryif constr_eq a b then fail else
    match type of H with context[@ip E b a] => rewrite (@ip_sym E b a) in H end end;
  repeat match type of H with context[@ip ?E ?a ?b] => tryif constr_eq a b then fail else
    match goal with |- context[@ip E b a] => rewrite (@ip_sym E b a) end end.
(* an equation of vectors, solved for one of them *)
Ltac solved_for P := apply vec_ext; let w := fresh "w" in intro w;
  let H := fresh "H" in assert (H : ip _ w = ip _ w) by (exact (f_equal (fun u => ip u w) P)); autorewrite with ip in H |- *; inner_as H; first [lra | nra].
Ltac vectors_follow W P := apply vectors_apart;
  first [rewrite W | match type of W with ?u = _ => transitivity u; [by_components | rewrite W] end];
  first [rewrite P | rewrite <- P]; by_components.
Ltac delta_first := first [ring | match goal with |- context[delta ?i ?j] => match goal with |- context[delta j i] => rewrite (delta_sym i j) end end; ring].

(* what a term with a delta in it is where the delta is 1, and where it is 0 *)
Ltac on_and_off i j := let E := fresh "E" in destruct (Req_dec i j) as [E|E];
  [ first [exfalso; lra | rewrite ?(delta_on i j E), ?(delta_on j i (eq_sym E)); try subst; first [ring | by_components]]
  | first [exfalso; apply E; lra
      | rewrite ?(delta_off i j E), ?(delta_off j i (not_eq_sym E)); first [ring | by_components]] ].

(* factors put inside sums *)
Lemma Sum_scal_r lo hi c f : Sum lo hi (fun i => f i * c) = Sum lo hi f * c.
Proof. rewrite (Rmult_comm _ c), <- Sum_scal. apply bigsum_ext. intros. apply Rmult_comm. Qed.
Ltac factors_in := repeat match goal with
  | |- context[?c * Sum ?a ?b ?f] => rewrite <- (Sum_scal a b c f)
  | |- context[Sum ?a ?b ?f * ?c] => rewrite <- (Sum_scal_r a b c f) end.
Ltac factor_inside := factors_in; first [reflexivity | apply Sum_ext; [integer | integer | intros; cbv beta; first [reflexivity | ring | timeout 5 congr]]].
