(* Theorems of the calculus of one variable that the toolkit cites, in the form in which it states them: what is said of
   derivatives is said where the function has values ([dom]), and that they exist is said beside ([smooth_near]). *)
From Verify Require Export Smooth.

Lemma segment a b x : Rmin a b <= x <= Rmax a b -> exists s, 0 <= s <= 1 /\ x = a + s * (b + -1 * a).
Proof.
  intros H. destruct (Req_dec a b) as [E|N].
  - subst b. exists 0. split; [lra|]. rewrite Rmin_left, Rmax_left in H by lra. lra.
  - exists ((x - a) / (b - a)). split; [|field; lra].
    assert (forall p q, 0 < q -> 0 <= p <= q -> 0 <= p / q <= 1) as D.
    { intros p q Hq Hp. split; [apply Rdiv_le_0_compat; lra|]. apply Rmult_le_reg_r with q; [lra|]. field_simplify; lra. }
    destruct (Rle_lt_dec a b) as [L|L].
    + rewrite Rmin_left, Rmax_right in H by lra. apply D; lra.
    + rewrite Rmin_right, Rmax_left in H by lra. replace ((x - a) / (b - a)) with ((a - x) / (a - b)) by (field; lra).
      apply D; lra.
Qed.
Lemma between u v x : Rmin u v <= x <= Rmax u v -> (x + -1 * u) * (v + -1 * x) >= 0.
Proof. unfold Rmin, Rmax. destruct Rle_dec; nra. Qed.

(* the mean value theorem, twice: c and d lie between a and b *)
Lemma mean_value (f g : R -> R) a b : (forall x, Rmin a b <= x <= Rmax a b -> is_derive f x (g x)) ->
  exists c, Rmin a b <= c <= Rmax a b /\ f b - f a = g c * (b - a).
Proof.
  intros H. apply MVT_gen; intros x Hx; [apply H; lra|].
  apply continuity_pt_filterlim, (continuous_is_derive _ _ (g x)), H, Hx.
Qed.
Lemma strict_mean_value (f g : R -> R) a b : a < b -> (forall x, a <= x <= b -> is_derive f x (g x)) ->
  exists c, a < c < b /\ f b - f a = g c * (b - a).
Proof.
  intros L H. destruct (MVT_cor2 f g a b L) as (c & E & Hc); [|now exists c].
  intros x Hx. now apply is_derive_Reals, H.
Qed.

Section Axioms.
Variables (f : R -> R) (dom : R -> Prop).

Theorem above_tangent a b :
  (forall s, s >= 0 -> 1 >= s -> dom (a + s * (b + -1 * a)) ->
     smooth_near 2 f (a + s * (b + -1 * a)) /\ locally (a + s * (b + -1 * a)) dom) ->
  dom a -> dom b ->
  (forall s, s >= 0 -> 1 >= s -> dom (a + s * (b + -1 * a))) ->
  (forall s, s >= 0 -> 1 >= s -> Derive (Derive f) (a + s * (b + -1 * a)) >= 0) ->
  f b >= (b + -1 * a) * Derive f a + f a.
Proof.
  intros Hs _ _ Hd Hn.
  assert (S : forall x, Rmin a b <= x <= Rmax a b -> smooth_near 2 f x /\ 0 <= Derive (Derive f) x).
  { intros x Hx. destruct (segment a b x Hx) as (s & Hs01 & ->). split; [apply Hs; [lra|lra|]; apply Hd; lra|].
    apply Rge_le, Hn; lra. }
  destruct (mean_value f (Derive f) a b) as (c & Hc & Ec).
  { intros x Hx. apply Derive_correct, (smooth_near_ex 1), S, Hx. }
  assert (I : forall x, Rmin a c <= x <= Rmax a c -> Rmin a b <= x <= Rmax a b).
  { intro x. revert Hc. unfold Rmin, Rmax. repeat destruct Rle_dec; lra. }
  destruct (mean_value (Derive f) (Derive (Derive f)) a c) as (d & Hd' & Ed).
  { intros x Hx. apply Derive_correct, (smooth_near_ex 0), (smooth_near_Derive 1), S, I, Hx. }
  destruct (S d (I d Hd')) as [_ P].
  assert (0 <= (c - a) * (b - a)). { revert Hc. unfold Rmin, Rmax. destruct (Rle_dec a b); nra. }
  assert (f b - f a - Derive f a * (b - a) = Derive (Derive f) d * ((c - a) * (b - a))).
  { rewrite Ec. replace (Derive f c) with (Derive f a + Derive (Derive f) d * (c - a)) by lra. ring. }
  nra.
Qed.

(* a difference quotient at 0 is near the derivative *)
Lemma quotient l eps : is_derive f 0 l -> 0 < eps ->
  exists d, 0 < d /\ forall h, 0 < h < d -> l - eps < (f h - f 0) / h < l + eps.
Proof.
  intros D He. apply is_derive_Reals in D. destruct (D eps He) as [d Hd].
  exists d. split; [apply cond_pos|]. intros h Hh.
  specialize (Hd h ltac:(lra) ltac:(rewrite Rabs_pos_eq; lra)). rewrite Rplus_0_l in Hd. apply Rabs_def2 in Hd. lra.
Qed.

Theorem starts_upwards :
  (dom 0 -> smooth_near 1 f 0 /\ locally 0 dom) ->
  (forall s, s >= 0 -> 1 >= s -> dom s) -> f 0 = 0 -> (forall s, s >= 0 -> 1 >= s -> f s >= 0) -> Derive f 0 >= 0.
Proof.
  intros Hs Hd H0 Hf. apply Rle_ge, Rnot_lt_le. intro L.
  assert (D : is_derive f 0 (Derive f 0)). { apply Derive_correct, (smooth_near_ex 0), Hs, Hd; lra. }
  destruct (quotient _ (- Derive f 0) D ltac:(lra)) as (d & Pd & Hq).
  set (h := Rmin (d / 2) 1).
  assert (0 < h <= 1 /\ h < d) as [P Q] by (unfold h, Rmin; destruct Rle_dec; lra).
  destruct (Hq h ltac:(lra)) as [_ A]. rewrite H0 in A. specialize (Hf h ltac:(lra) ltac:(lra)).
  assert (0 <= (f h - 0) / h) by (apply Rdiv_le_0_compat; lra). lra.
Qed.

Theorem zero_derivative :
  (forall s, s >= 0 -> 1 >= s -> dom s -> smooth_near 1 f s /\ locally s dom) ->
  (forall s, s >= 0 -> 1 >= s -> dom s) ->
  (forall s, s >= 0 -> 1 >= s -> Derive f s = 0) -> f 1 = f 0.
Proof.
  intros Hs Hd H0. destruct (mean_value f (Derive f) 0 1) as (c & Hc & E).
  { intros x Hx. rewrite Rmin_left, Rmax_right in Hx by lra. apply Derive_correct, (smooth_near_ex 0), Hs, Hd; lra. }
  rewrite Rmin_left, Rmax_right in Hc by lra. rewrite (H0 c) in E by lra. lra.
Qed.

Theorem does_not_fall a b :
  (forall s, s >= 0 -> 1 >= s -> dom (a + s * (b + -1 * a)) ->
     smooth_near 1 f (a + s * (b + -1 * a)) /\ locally (a + s * (b + -1 * a)) dom) ->
  b >= a -> dom a -> dom b -> (forall s, s >= 0 -> 1 >= s -> dom (a + s * (b + -1 * a))) ->
  (forall s, s >= 0 -> 1 >= s -> Derive f (a + s * (b + -1 * a)) >= 0) -> f b >= f a.
Proof.
  intros Hs L _ _ Hd Hn. destruct (mean_value f (Derive f) a b) as (c & Hc & E).
  { intros x Hx. destruct (segment a b x Hx) as (s & Hs01 & ->). apply Derive_correct, (smooth_near_ex 0), Hs, Hd; lra. }
  destruct (segment a b c Hc) as (s & Hs01 & Ec). specialize (Hn s ltac:(lra) ltac:(lra)). rewrite <- Ec in Hn. nra.
Qed.

Theorem not_curved_downwards :
  (dom 0 -> smooth_near 2 f 0 /\ locally 0 dom) ->
  (forall s, dom s) -> f 0 = 0 -> (forall s, f s >= 0) -> Derive (Derive f) 0 >= 0.
Proof.
  intros Hs Hd H0 Hf. destruct (Hs (Hd 0)) as [S _]. apply Rle_ge, Rnot_lt_le. intro L.
  assert (C : continuous (Derive (Derive f)) 0).
  { apply (smooth_near_continuous 0), (smooth_near_Derive 0), (smooth_near_Derive 1), S. }
  assert (N : locally 0 (fun x => Derive (Derive f) x < 0)).
  { apply (C (fun y => y < 0)). now apply open_lt. }
  assert (D1 := smooth_near_deriv _ _ _ S). assert (D2 := smooth_near_deriv _ _ _ (smooth_near_Derive _ _ _ S)).
  destruct (filter_and _ _ N (filter_and _ _ D1 D2)) as [d B].
  assert (A : forall x, - (d / 2) <= x <= d / 2 ->
              Derive (Derive f) x < 0 /\ is_derive f x (Derive f x) /\ is_derive (Derive f) x (Derive (Derive f) x)).
  { intros x Hx. assert (P := cond_pos d). apply B. change (Rabs (x - 0) < d). apply Rabs_def1; lra. }
  clear B N D1 D2 S C. assert (P := cond_pos d). set (e := d / 2) in *. assert (0 < e) by (unfold e; lra).
  destruct (strict_mean_value f (Derive f) 0 e) as (c & Hc & E); [lra | intros; apply A; lra |].
  destruct (strict_mean_value (Derive f) (Derive (Derive f)) 0 c) as (c2 & Hc2 & E2); [lra | intros; apply A; lra |].
  destruct (strict_mean_value f (Derive f) (- e) 0) as (b & Hb & F); [lra | intros; apply A; lra |].
  destruct (strict_mean_value (Derive f) (Derive (Derive f)) b 0) as (b2 & Hb2 & F2); [lra | intros; apply A; lra |].
  destruct (A c2 ltac:(lra)) as [N1 _]. destruct (A b2 ltac:(lra)) as [N2 _].
  assert (G1 := Hf e). assert (G2 := Hf (- e)). rewrite H0 in E, F.
  assert (0 <= Derive f c) by nra. assert (Derive f b <= 0) by nra. nra.
Qed.

Theorem falls_at_first z :
  (dom 0 -> smooth_near 1 f 0 /\ locally 0 dom) ->
  (forall h, h >= 0 -> dom h) -> 0 > Derive f 0 -> (forall xi, xi > 0 -> (forall h, h > 0 -> xi > h -> f 0 > f h) -> z >= 0) -> z >= 0.
Proof.
  intros Hs Hd L H.
  assert (D : is_derive f 0 (Derive f 0)). { apply Derive_correct, (smooth_near_ex 0), Hs, Hd; lra. }
  destruct (quotient _ (- Derive f 0) D ltac:(lra)) as (d & Pd & Hq).
  apply (H d); [lra|]. intros h P Q. destruct (Hq h ltac:(lra)) as [_ A].
  assert (f h - f 0 = (f h - f 0) / h * h) by (field; lra). nra.
Qed.

Theorem least_value a b z :
  (forall s, s >= a -> b >= s -> dom s -> smooth_near 1 f s /\ locally s dom) -> (forall s, s >= a -> b >= s -> dom s) ->
  b >= a ->
  (forall r, r >= a -> b >= r -> (forall s, s >= a -> b >= s -> f s >= f r) -> z >= 0) -> z >= 0.
Proof.
  intros Hs Hd L H. destruct (continuity_ab_min f a b) as (m & Hm & Hr); [lra| |].
  - intros c Hc. apply continuity_pt_filterlim, (smooth_near_continuous 1), Hs; [lra|lra|]. apply Hd; lra.
  - apply (H m); try lra. intros s A B. apply Rle_ge, Hm. lra.
Qed.

Theorem taylor (k : R -> R) z :
  (forall s, s >= 0 -> 1 >= s -> dom s -> smooth_near 2 f s /\ locally s dom) ->
  (forall s, s >= 0 -> 1 >= s -> dom s) ->
  (forall s, s >= 0 -> 1 >= s -> Derive (Derive f) s = k s) ->
  (forall s, s >= 0 -> 1 >= s -> f 1 = 1 / 2 * k s + Derive f 0 + f 0 -> z >= 0) -> z >= 0.
Proof.
  intros Hs Hd Hk H. destruct (Taylor_Lagrange f 1 0 1) as (s & Is & E); [lra| |].
  - intros t Ht [|[|[|j]]] Hj; [exact I| | |lia].
    + apply (smooth_near_ex 1), Hs; [lra|lra|]. apply Hd; lra.
    + apply (smooth_near_ex 0), (smooth_near_Derive 1), Hs; [lra|lra|]. apply Hd; lra.
  - apply (H s); try lra. rewrite E, <- (Hk s) by lra. unfold sum_f_R0.
    change (Derive_n f 2 s) with (Derive (Derive f) s). change (Derive_n f 1 0) with (Derive f 0).
    change (Derive_n f 0 0) with (f 0). simpl fact. simpl INR. field.
Qed.

Theorem fundamental_theorem (F : R -> R) (Fdom : R -> Prop) u v :
  (forall x, (x + -1 * u) * (v + -1 * x) >= 0 -> Fdom x -> smooth_near 1 F x /\ locally x Fdom) ->
  (forall x, dom x -> continuous f x) ->
  (forall x, (x + -1 * u) * (v + -1 * x) >= 0 -> Fdom x) -> (forall x, (x + -1 * u) * (v + -1 * x) >= 0 -> dom x) ->
  (forall x, (x + -1 * u) * (v + -1 * x) >= 0 -> Derive F x = f x) -> RInt f u v = -1 * F u + F v.
Proof.
  intros Hs Hc HF Hd E. apply is_RInt_unique. replace (-1 * F u + F v) with (minus (F v) (F u)) by (unfold minus, plus, opp; simpl; ring).
  apply (is_RInt_derive F f).
  - intros x Hx. apply between in Hx. rewrite <- (E x Hx). apply Derive_correct, (smooth_near_ex 0), Hs; auto.
  - intros x Hx. apply between in Hx. auto.
Qed.
End Axioms.

Theorem change_of_variables (f g : R -> R) (dom : R -> Prop) u v :
  (forall r, (u * -1 + r) * (v + r * -1) >= 0 -> smooth_near 1 g r) -> (forall x, dom x -> continuous f x) ->
  (forall r, (r + -1 * u) * (v + -1 * r) >= 0 -> dom (g r)) ->
  RInt f (g u) (g v) = RInt (fun r => Derive g r * f (g r)) u v.
Proof.
  intros Hs Hc Hd. symmetry. apply (RInt_comp f g (Derive g)).
  - intros x Hx. apply between in Hx. auto.
  - intros x Hx. apply between in Hx. assert (S := Hs x ltac:(nra)). split.
    + now apply Derive_correct, (smooth_near_ex 0).
    + now apply (smooth_near_continuous 0), (smooth_near_Derive 0).
Qed.

Theorem intermediate_values (g : R -> R) (D : R -> Prop) u v : (forall r, D (g r)) -> (forall r, smooth_near 1 g r) ->
  forall z, (z + -1 * g u) * (-1 * z + g v) >= 0 -> D z.
Proof.
  intros HD Hs z Hz. destruct (IVT_gen g u v z) as (x & _ & <-); [| |auto].
  - intros x. now apply continuity_pt_filterlim, (smooth_near_continuous 1).
  - unfold Rmin, Rmax. destruct Rle_dec; nra.
Qed.

(* once continuously differentiable on the line, with that derivative *)
Definition derivative_is (f g : R -> R) : Prop := forall x, is_derive f x (g x) /\ continuous g x.

Theorem smooth_derivative (f g : R -> R) : (forall x, smooth_near 1 f x) -> (forall x, smooth_near 1 g x) ->
  (forall x, Derive f x = g x) -> derivative_is f g.
Proof.
  intros Hf Hg E x. split; [|now apply (smooth_near_continuous 1)].
  rewrite <- E. now apply Derive_correct, (smooth_near_ex 0).
Qed.
Theorem integral_derivative (f g : R -> R) : (forall x, continuous g x) -> (forall x, f x = RInt g 0 x) -> derivative_is f g.
Proof.
  intros Hg E x. split; [|apply Hg]. apply (is_derive_ext (RInt g 0)); [intros; now rewrite E|].
  apply (is_derive_RInt g (RInt g 0) 0 x); [|apply Hg]. apply filter_forall. intros y.
  apply (RInt_correct (V := R_CompleteNormedModule)), (ex_RInt_continuous (V := R_CompleteNormedModule)). auto.
Qed.
