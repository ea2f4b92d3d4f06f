(* Tactics that show the parts of a refutation: what is declared, how smooth functions are, what is given, and that what
   is stated fails. *)
From Verify Require Export Closed.

(* --- derivatives --- *)
Ltac positive := repeat first [lra | apply exp_pos | apply Rinv_0_lt_compat | timeout 2 nra
    | apply Rmult_lt_0_compat | apply Rplus_lt_0_compat
  | apply sqrt_lt_R0 | apply pow_lt | apply Rdiv_lt_0_compat].
Ltac nonzero := repeat split; trivial; try first [lra | timeout 5 nra | intro; timeout 5 nra
    | apply Rgt_not_eq; solve [positive] | interval].
Ltac derived := first [exact I | repeat split; trivial; try first [lra | solve [positive]
    | apply Rgt_not_eq; solve [positive]
  | timeout 5 nra | apply Rgt_not_eq; timeout 5 nra | interval]].
Ltac inner := match goal with |- context [Derive (fun t => Derive ?f (@?g t)) ?a] =>
  let d := fresh "d" in let E := fresh "E" in
  evar (d : R -> R);
  assert (E : forall x, Derive f x = d x) by (intro; apply is_derive_unique; unfold d; auto_derive; [derived
      | reflexivity]);
  rewrite (Derive_ext (fun t => Derive f (g t)) (fun t => d (g t))) by (intro; apply E); unfold d; cbv beta;
      clear E d end.
Ltac derives := repeat inner; repeat match goal with |- context [Derive ?f ?x] =>
  let l := fresh "l" in let E := fresh "E" in
  evar (l : R); assert (E : is_derive f x l) by (unfold l; auto_derive; [derived | reflexivity]);
  rewrite (is_derive_unique f x l E); unfold l; clear E; clear l end.
(* one way to write what a function is applied to *)
Ltac alike := repeat match goal with |- context [?f ?u] =>
  lazymatch f with atan => idtac | exp => idtac | ln => idtac | sqrt => idtac | sin => idtac | cos => idtac end;
  match goal with |- context [f ?v] => tryif constr_eq u v then fail else replace u with v by ring end end.
Ltac chain l := lazymatch l with
  | (?f :: nil)%list => intro; apply (ex_derive_continuous (V := R_NormedModule)); auto_derive; derived
  | (?f :: ?m)%list => split; [intro; auto_derive; [derived | first [reflexivity | alike; field; derived]] | chain m]
  end.
Ltac smooth l := lazymatch l with (?f :: ?m)%list => apply (smooth_chain f m); cbn [chained]; chain l end.
Ltac smooth_field l := lazymatch l with
  | (?f :: ?g :: nil)%list => apply (C1_line f g)
  | (?f :: ?g :: ?h :: nil)%list => apply (C2_line f g h)
  end; cbn [chained]; chain l.

(* derivatives of a higher order, by the list of them *)
Ltac higher l := intros; lazymatch l with (?f :: ?m)%list => let C := fresh "C" in
  assert (C : chained f m) by (cbn [chained]; chain l);
  repeat match goal with |- context [Derive_n ?g ?k ?x] =>
    rewrite (chained_Derive f m C k ltac:(cbn [length]; lia) x); cbn [nth] end; clear C end.

(* linear, knowing where π is *)
Ltac linear_in_pi := match goal with |- context [PI] => assert (P'' := PI_bounds); lra end.
Ltac here := lra || linear_in_pi || (timeout 5 nra) || interval.
Ltac nearby := lazymatch goal with
  | |- locally _ _ => apply near_tenth; intros; first [here | apply Rgt_not_eq; here | apply Rlt_not_eq; here]
  | |- smooth_near 1 ?f ?a => eapply (smooth_tenth f _ a);
      [ intros; auto_derive; [repeat split; trivial; first [here | apply Rgt_not_eq; here
          | apply Rlt_not_eq; here] | reflexivity]
      | intros; auto_derive; repeat split; trivial; first [here | apply Rgt_not_eq; here | apply Rlt_not_eq; here] ]
  end.

(* --- convexity of squares and exponentials --- *)
Lemma exp_above u m : exp m * (1 + u - m) <= exp u.
Proof.
  replace (exp u) with (exp m * exp (u - m)) by (rewrite <- exp_plus; f_equal; ring).
  apply Rmult_le_compat_l; [left; apply exp_pos|]. assert (H := exp_ineq1_le (u - m)). lra.
Qed.
Lemma exp_above_strictly u m : u <> m -> exp m * (1 + u - m) < exp u.
Proof.
  intros N. replace (exp u) with (exp m * exp (u - m)) by (rewrite <- exp_plus; f_equal; ring).
  apply Rmult_lt_compat_l; [apply exp_pos|]. assert (H : u - m <> 0) by lra. assert (K := exp_ineq1 (u - m) H). lra.
Qed.
Lemma exp_convex r u v : 0 < r < 1 -> u <> v -> exp (r * u + (1 - r) * v) < r * exp u + (1 - r) * exp v.
Proof.
  intros [H K] N. set (m := r * u + (1 - r) * v).
  assert (A : exp m * (1 + u - m) < exp u). { apply exp_above_strictly. unfold m. intro E. apply N. assert ((1 - r) *
      (u - v) = 0) by lra. nra. }
  assert (B : exp m * (1 + v - m) < exp v). { apply exp_above_strictly. unfold m. intro E. apply N. assert (r * (u -
      v) = 0) by lra. nra. }
  assert (C : exp m = r * (exp m * (1 + u - m)) + (1 - r) * (exp m * (1 + v - m))) by (unfold m; ring).
  rewrite C. apply Rplus_lt_compat; apply Rmult_lt_compat_l; lra.
Qed.
Ltac distinct := let E := fresh in intro E; subst; lra.
Ltac exponentials := repeat match goal with |- context [exp ?u] =>
   lazymatch goal with K : 0 < exp u |- _ => fail | |- _ => assert (0 < exp u) by apply exp_pos end end.

(* --- what is to be shown --- *)
Ltac parts := repeat match goal with |- _ /\ _ => split end; cbv beta.
Ltac declared := intros; rewrite ?pw_exp by lra; first [lra | linear_in_pi | solve [positive] | timeout 5 nra | apply Int_IZR
    | apply Int_whole | interval].

Ltac work_out := cbv beta; spaces; rewrite ?grad_line, ?hess_line in *; split_vectors; spaces; cbv beta; sums;
    wholes; deltas; powers.
Ltac vector_eq := lazymatch goal with |- @eq R _ _ => idtac | |- (_, _) = (_, _) => apply f_equal2; vector_eq
    | |- _ => idtac end.
(* squares of differences, and products of what is positive *)
Ltac squares := repeat match goal with a : R, b : R |- _ =>
  lazymatch goal with K : 0 <= (a - b) ^ 2 |- _ => fail | K : 0 <= (b - a) ^ 2 |- _ => fail
      | |- _ => assert (0 <= (a - b) ^ 2) by apply pow2_ge_0 end end.
Ltac inside := repeat match goal with H : ?x > 0, K : 1 > ?x |- _ =>
  lazymatch goal with _ : 0 < x * (1 - x) |- _ => fail
      | |- _ => assert (0 < x * (1 - x)) by (apply Rmult_lt_0_compat; lra) end end.
Ltac close_convex := match goal with
  | |- ?r * exp ?u + (1 + -1 * ?r) * exp ?v > exp _ =>
      let K := fresh in assert (K : exp (r * u + (1 - r) * v) < r * exp u + (1 - r) * exp v) by (apply exp_convex;
          [lra | distinct]);
      replace (r * u + (1 + -1 * r) * v) with (r * u + (1 - r) * v) by ring; lra
  | |- context [exp ?u] => match goal with |- context [exp ?v] => tryif constr_eq u v then fail else
      let K := fresh in assert (K : exp v * (1 + u - v) < exp u) by (apply exp_above_strictly; distinct);
          timeout 5 nra end
  end.
Ltac roots := repeat match goal with |- context [sqrt (IZR ?z)] =>
  lazymatch goal with _ : sqrt (IZR z) * sqrt (IZR z) = IZR z |- _ => fail
      | |- _ => assert (sqrt (IZR z) * sqrt (IZR z) = IZR z) by (apply sqrt_sqrt; lra) end end.
Lemma entropy_above a b : 0 < a -> 0 < b -> b * (ln a - ln b) + b <= a.
Proof.
  intros H K. assert (E := exp_above (ln a) (ln b)). rewrite !exp_ln in E by assumption. lra.
Qed.
Ltac entropies := match goal with |- context [ln ?a] => match goal with
    |- context [ln ?b] => tryif constr_eq a b then fail else
  assert (b * (ln a - ln b) + b <= a) by (apply entropy_above; auto);
  assert (a * (ln b - ln a) + a <= b) by (apply entropy_above; auto) end end.
(* both sides in their normal forms *)
Ltac by_normal := match goal with
  | |- ?a = ?b => normal (a - b) ltac:(fun N v => lra)
  | |- ?a >= ?b => normal (a - b) ltac:(fun N v => first [lra | assert (0 <= v) by interval; lra])
  | |- ?a <= ?b => normal (b - a) ltac:(fun N v => first [lra | assert (0 <= v) by interval; lra])
  | |- ?a > ?b => normal (a - b) ltac:(fun N v => first [lra | assert (0 < v) by interval; lra])
  | |- ?a < ?b => normal (b - a) ltac:(fun N v => first [lra | assert (0 < v) by interval; lra])
  end.
Ltac angles := repeat match goal with |- context [acos ?t] => rewrite (acos_by_atan t) by (split; interval) end.
(* a polynomial of one number that is never below zero, and zero at a number that the goal names *)
Ltac touching := repeat match goal with H : ?y + _ = 0 |- _ => is_var y; let E := fresh in
    match type of H with _ + ?t = 0 => assert (E : y = - t) by lra; subst y; clear H end end;
  match goal with x : R |- context [IZR ?p / IZR ?q] =>
      assert (0 <= ((x - IZR p / IZR q) * (x + IZR p / IZR q)) ^ 2) by apply pow2_ge_0;
      assert (0 <= (x - IZR p / IZR q) ^ 2) by apply pow2_ge_0; timeout 3 nra
  | x : R |- context [IZR ?p] =>
      assert (0 <= ((x - IZR p) * (x + IZR p)) ^ 2) by apply pow2_ge_0;
      assert (0 <= (x - IZR p) ^ 2) by apply pow2_ge_0; timeout 3 nra end.
Ltac no_factor := match goal with H : ?e = 0 |- ?v = 0 => is_var v;
  let N := fresh in destruct (Req_dec v 0) as [N|N]; [exact N | exfalso; revert H; change (e <> 0);
    repeat apply Rmult_integral_contrapositive_currified; lra] end.
(* without variables: bounds, then what functions are at these numbers; with variables: what always holds *)
Lemma root_exp q z x : INR q = IZR z -> 0 < x -> root q x = exp (ln x / IZR z).
Proof. intros E H. unfold root, Rpower. destruct Rle_dec; [lra|]. f_equal. rewrite E. unfold Rdiv. ring. Qed.
Ltac real_powers := repeat match goal with
  | |- context [pw ?b ?e] => rewrite (pw_exp b e) by first [lra | interval]
  | |- context [root ?q ?x] => let z := eval compute in (Z.of_nat q) in
      rewrite (root_exp q z x) by first [rewrite INR_IZR_INZ; reflexivity | interval]
  end.
(* exactly, which is slower than an enclosure where there are exponentials *)
Ltac without_enclosures := lazymatch goal with |- context [exp _] => fail | |- context [ln _] => fail | |- _ => idtac end;
  atoms; first [lra | apply Rgt_not_eq; lra | apply Rlt_not_eq; lra].
Ltac close_number := real_powers; first [solve [without_enclosures] | interval | (left; interval) | (apply Rgt_not_eq; interval) | (apply Rlt_not_eq; interval)
  | solve [atoms; first [lra | by_normal | solve [roots; timeout 5 nra] | interval | field; nonzero
      | angles; interval]]
  | solve [field; nonzero] | solve [roots; timeout 5 nra]].
Ltac close_open := first [ring | solve [apply Rlt_gt; positive] | solve [field; nonzero]
    | solve [squares; inside; timeout 8 nra] | close_convex
  | no_factor | solve [exponentials; timeout 5 nra] | solve [entropies; timeout 5 nra] | solve [touching]].
Ltac numbers_only := lazymatch goal with _ : R |- _ => fail | _ : R -> R |- _ => fail | |- _ => idtac end.
Ltac close := first [reflexivity | lra | linear_in_pi | match goal with H : forall _, _ |- _ => solve [apply H] end | nearby
  | numbers_only; close_number | close_open | close_number].
Ltac hypotheses := repeat match goal with H : context [Derive (fun _ => _) ?x] |- _ => progress (revert H; derives;
    intro H) end.
Ltac prepare := cbv beta; intros; work_out; repeat (range; work_out); try hypotheses; derives; vector_eq.
Ltac absurd_quotient := exfalso; match goal with H : _ = _ |- _ => field_simplify_eq in H; [lra | lra ..] end.
Ltac absurd_exp := exfalso; match goal with H : context [exp ?v] |- _ => assert (0 < exp v) by apply exp_pos;
    solve [lra | timeout 5 nra] end.
Ltac settle := prepare; first [close | absurd_exp | absurd_quotient].
Ltac prepare_false := let H := fresh "H" in intro H; revert H; work_out; derives; real_powers; intro H.
Ltac apart H := first [ lra
    | solve [apply Rge_not_lt in H; apply H; interval] | solve [apply Rgt_not_le in H; apply H; interval]
    | match type of H with
      | ?a <= ?b => apply Rle_ge in H; solve [apart H]
      | ?a < ?b => apply Rlt_gt in H; solve [apart H]
      | (_, _) = (_, _) => assert (0 < PI) by apply PI_RGT_0; injection H; intros; lra
      | ?a = ?b => first [ solve [assert (a < b) by interval; lra] | solve [assert (b < a) by interval; lra] ]
      | ?a > ?b => normal (a - b) ltac:(fun N v => first [lra | assert (v <= 0) by interval; lra])
      | ?a >= ?b => normal (a - b) ltac:(fun N v => first [lra | assert (v < 0) by interval; lra])
      | _ <> _ => solve [apply H; first [lra | field; nonzero | atoms; lra]]
      end ].
Ltac exactly H := lazymatch type of H with context [exp _] => fail | context [ln _] => fail | _ => idtac end;
  revert H; atoms; intro H; lra.
Ltac close_false := match goal with H : _ |- False => first [lra | solve [exactly H] | apart H | revert H; atoms; intro H; apart H
    | revert H; atoms; angles; intro H; apart H | timeout 5 nra] end.
Ltac fails := prepare_false; close_false.
