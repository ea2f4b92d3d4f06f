(* Hypotheses that say something impossible of all numbers, refuted by the numbers at which they fail. *)
From Verify Require Export Witnesses.

(* an entropy relative to a distribution near a corner is as large as one wants *)
Lemma divergence_unbounded r s : 0 < s ->
  (forall v x, 0 < v -> 0 < x -> 1 > v -> 1 > x -> s > v -> s > x ->
    1 / 16 > (-1 * r + v * (-1 * ln x + ln v) + (1 + -1 * v) * (-1 * ln (1 + -1 * x) + ln (1 + -1 * v))) ^ 2) ->
        False.
Proof.
  intros Hs H. set (a := Rmin s 1 / 2).
  assert (A : 0 < a /\ a <= 1 / 2 /\ a < s).
  { unfold a. destruct (Rle_dec s 1); [rewrite Rmin_left by lra | rewrite Rmin_right by lra]; lra. }
  destruct A as [A [B C]]. clearbody a. set (x := a * exp (- (2 / a))).
  assert (X : 0 < x) by (apply Rmult_lt_0_compat; [exact A | apply exp_pos]).
  assert (Y : x < a).
  { assert (0 < 2 / a) by (apply Rdiv_lt_0_compat;
      lra). assert (E : exp (- (2 / a)) < exp 0) by (apply exp_increasing; lra).
    rewrite exp_0 in E. unfold x. nra. }
  assert (L : ln x = ln a - 2 / a). { unfold x. rewrite ln_mult, ln_exp by (auto using exp_pos). ring. }
  assert (K := H a a A A ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)).
  assert (M := H a x A X ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)).
  replace (-1 * r + a * (-1 * ln a + ln a) + (1 + -1 * a) * (-1 * ln (1 + -1 * a) + ln (1 + -1 * a))) with (- r) in K
      by ring.
  rewrite L in M. replace (a * (-1 * (ln a - 2 / a) + ln a)) with 2 in M by (field; lra).
  assert (U : ln (1 + -1 * x) <= 0).
  { rewrite <- ln_1. apply Rcomplements.ln_le; lra. }
  assert (V : (1 + -1 * a) * ln (1 + -1 * a) >= - a).
  { assert (E := entropy_above 1 (1 + -1 * a) ltac:(lra) ltac:(lra)). rewrite ln_1 in E. lra. }
  assert (W : 0 <= (1 + -1 * a) * (-1 * ln (1 + -1 * x))) by (apply Rmult_le_pos; lra).
  set (k := (1 + -1 * a) * (-1 * ln (1 + -1 * x) + ln (1 + -1 * a))) in *.
  assert (Z : k >= - a) by (unfold k; lra). nra.
Qed.

(* half the squared distance on the circle has no gradient at the antipode *)
Lemma antipode_not_smooth r s b c : s > 0 ->
  (forall (v : R * R) x, fst v * fst v + snd v * snd v = 1 -> fst v * -1 + snd v * 0 = 0 -> x > 0 -> s >= x ->
    (sin x * fst v + cos x * -1) * 1 + (sin x * snd v + cos x * 0) * 0 >= -1 ->
    1 >= (sin x * fst v + cos x * -1) * 1 + (sin x * snd v + cos x * 0) * 0 ->
    x ^ 2 >= (1 / 2 * acos ((sin x * fst v + cos x * -1) * 1 + (sin x * snd v + cos x * 0) * 0) ^ 2 + -1 * r
              + -1 * x * (b * fst v + c * snd v)) ^ 2) -> False.
Proof.
  intros Hs H. set (t := Rmin s (1 / 10)).
  assert (T : 0 < t /\ t <= 1 / 10 /\ t <= s).
  { unfold t. destruct (Rle_dec s (1 / 10)); [rewrite Rmin_left by lra | rewrite Rmin_right by lra]; lra. }
  destruct PI_bounds as [P _].
  assert (I : forall x, 0 < x -> x <= t -> forall d,
      d * d = 1 -> x ^ 2 >= (1 / 2 * (PI - x) ^ 2 + -1 * r + -1 * x * (c * d)) ^ 2).
  { intros x X Y d D. assert (E := H (0, d) x). cbn [fst snd] in E.
    replace ((sin x * 0 + cos x * -1) * 1 + (sin x * d + cos x * 0) * 0) with (cos (PI - x)) in E.
    - rewrite acos_cos in E by lra. assert (C := COS_bound (PI - x)). replace (c * d) with (b * 0 + c * d) by ring.
      apply E; lra.
    - rewrite Rtrigo_facts.cos_pi_minus. ring. }
  assert (J : forall x, 0 < x -> x <= t -> - x <= 1 / 2 * (PI - x) ^ 2 - r <= x).
  { intros x X Y. assert (A := I x X Y 1 ltac:(ring)). assert (B := I x X Y (-1) ltac:(ring)).
    set (g := 1 / 2 * (PI - x) ^ 2) in *. split; nra. }
  assert (A := J t ltac:(lra) ltac:(lra)). assert (B := J (t / 2) ltac:(lra) ltac:(lra)). nra.
Qed.

(* the exponential is not strongly convex *)
Lemma exp_not_strongly_convex m : 0 < m ->
  (forall u v : R, -1 / 2 * m * ((-1 * u + v) * (-1 * u + v)) + (-1 * v + u) * @grad line (fun a => exp a) u
    >= -1 * exp v + exp u) -> False.
Proof.
  intros Hm H. assert (E := H (1 + ln (m / 4)) (ln (m / 4))). rewrite grad_line in E.
  rewrite (is_derive_unique _ _ (exp (1 + ln (m / 4)))) in E by (auto_derive; [exact I | ring]).
  rewrite (exp_ln (m / 4)) in E by lra. set (w := exp _) in *. replace (-1 * (1 + ln (m / 4)) + ln (m / 4)) with (-1)
      in E by ring.
  replace (-1 * ln (m / 4) + (1 + ln (m / 4))) with 1 in E by ring. lra.
Qed.

(* no step is short enough for the fourth power everywhere *)
Lemma no_step_for_fourth_power s : s > 0 ->
  (forall v x : R, x > 0 -> s > x -> v ^ 4 >= (-1 * x * @grad line (fun a => a ^ 4) v + v) ^ 4) -> False.
Proof.
  intros Hs H. set (q := sqrt (3 / (2 * s))).
  assert (P : 0 < 3 / (2 * s)) by (apply Rdiv_lt_0_compat; lra).
  assert (Q : q * q = 3 / (2 * s)) by (apply sqrt_sqrt; lra). assert (S : 0 < q) by (apply sqrt_lt_R0; exact P).
  assert (E := H q (s / 2) ltac:(lra) ltac:(lra)). rewrite grad_line in E.
  rewrite (is_derive_unique _ _ (4 * q ^ 3)) in E by (auto_derive; [exact I | ring]).
  replace (-1 * (s / 2) * (4 * q ^ 3) + q) with (q * (1 - 2 * s * (q * q))) in E by field.
  rewrite Q in E. replace (q * (1 - 2 * s * (3 / (2 * s)))) with (-2 * q) in E by (field; lra).
  assert (0 < q ^ 4) by (apply pow_lt; exact S). replace ((-2 * q) ^ 4) with (16 * q ^ 4) in E by ring. lra.
Qed.

(* on the line a vector has no part across another one *)
Lemma nothing_across v w : v * v > 0 -> / sqrt (v * v) * w + -1 * / sqrt (v * v) ^ 3 * (v * w) * v = 0.
Proof.
  intros H. assert (Q : sqrt (v * v) * sqrt (v * v) = v * v) by (apply sqrt_sqrt; lra).
  assert (S : 0 < sqrt (v * v)) by (apply sqrt_lt_R0; exact H). set (q := sqrt (v * v)) in *.
  replace (-1 * / q ^ 3 * (v * w) * v) with (-1 * / q ^ 3 * w * (v * v)) by ring. rewrite <- Q. field. lra.
Qed.

(* what says of all numbers something impossible is among the hypotheses *)
Ltac impossible := prepare; first [close | absurd_exp | absurd_quotient | exfalso; first
  [ eapply divergence_unbounded; eassumption | eapply antipode_not_smooth; eassumption
  | eapply exp_not_strongly_convex; eassumption | eapply no_step_for_fourth_power; eassumption
  | match goal with H : _ > 0 |- False => rewrite nothing_across in H by assumption; lra end ] ].
