(* Certificates of inequalities: the lemmas and tactics that the rules of certificates are proved with. *)
From Verify Require Export Numbers.
From Interval Require Export Tactic.

(* --- what a goal says of a difference --- *)
Lemma ge_of a b : 0 <= a - b -> a >= b. Proof. lra. Qed.
Lemma gt_of a b : 0 < a - b -> a > b. Proof. lra. Qed.

(* --- the arcsine and the arccosine: derivatives inside, continuity everywhere --- *)
Lemma is_derive_asin x : -1 < x < 1 -> is_derive asin x (/ sqrt (1 - x ^ 2)).
Proof.
  intros H. apply is_derive_Reals.
  replace (/ sqrt (1 - x ^ 2)) with (derive_pt asin x (derivable_pt_asin x H)).
  - apply derive_pt_eq_1 with (pr := derivable_pt_asin x H). reflexivity.
  - rewrite derive_pt_asin. unfold Rdiv, Rsqr. rewrite Rmult_1_l. do 3 f_equal. ring.
Qed.
Lemma is_derive_acos x : -1 < x < 1 -> is_derive acos x (- / sqrt (1 - x ^ 2)).
Proof.
  intros H. apply is_derive_Reals.
  replace (- / sqrt (1 - x ^ 2)) with (derive_pt acos x (derivable_pt_acos x H)).
  - apply derive_pt_eq_1 with (pr := derivable_pt_acos x H). reflexivity.
  - rewrite derive_pt_acos. unfold Rdiv, Rsqr. replace (1 - x * x) with (1 - x ^ 2) by ring.
    set (s := sqrt (1 - x ^ 2)). assert (0 < s) by (apply sqrt_lt_R0; nra). field. lra.
Qed.
Global Instance UnaryDiff_asin : UnaryDiff' asin.
Proof. exists (fun x => / sqrt (1 - x ^ 2)) (fun x => -1 < x < 1). intros x H. now apply is_derive_asin. Defined.
Global Instance UnaryDiff_acos : UnaryDiff' acos.
Proof. exists (fun x => - / sqrt (1 - x ^ 2)) (fun x => -1 < x < 1). intros x H. now apply is_derive_acos. Defined.

Lemma asin_below x : x <= -1 -> asin x = - (PI / 2). Proof. intros. unfold asin. destruct Rle_dec; lra. Qed.
Lemma asin_above x : 1 <= x -> asin x = PI / 2.
Proof. intros. unfold asin. destruct Rle_dec; [lra|]. destruct Rle_dec; lra. Qed.
Lemma asin_le x y : x <= y -> asin x <= asin y.
Proof.
  intros H. assert (A := asin_bound x). assert (B := asin_bound y).
  destruct (Rle_lt_dec x (-1)); [rewrite (asin_below x) by auto; lra|].
  destruct (Rle_lt_dec 1 y); [rewrite (asin_above y) by auto; lra|].
  apply sin_incr_0; try lra. rewrite !sin_asin; lra.
Qed.
Lemma continuous_asin x : continuous asin x.
Proof.
  destruct (Rlt_le_dec (-1) x) as [L|L]; [destruct (Rlt_le_dec x 1) as [U|U]|].
  - apply (ex_derive_continuous asin). eexists. now apply is_derive_asin.
  - apply continuity_pt_filterlim. intros e He.
    set (d := Rmin e (PI / 4)). assert (P := PI_RGT_0).
    assert (D : 0 < d <= PI / 4) by (unfold d; split; [apply Rmin_pos; lra | apply Rmin_r]).
    assert (De : d <= e) by apply Rmin_l.
    assert (S : sin (PI / 2 - d) < 1). { rewrite <- sin_PI2. apply sin_increasing_1; lra. }
    exists (1 - sin (PI / 2 - d)). split; [lra|]. intros y [_ Hy]. simpl in Hy. unfold R_dist in *.
    rewrite (asin_above x) by lra.
    assert (B := asin_bound y). assert (Y : sin (PI / 2 - d) < y). { apply Rabs_lt_between in Hy. lra. }
    assert (M : PI / 2 - d <= asin y). { rewrite <- (asin_sin (PI / 2 - d)) by lra. apply asin_le. lra. }
    destruct (Req_dec (asin y) (PI / 2 - d)) as [E|E].
    + exfalso. destruct (Rle_lt_dec 1 y) as [F|F]; [rewrite asin_above in E; lra|].
      assert (T : sin (asin y) = y). { apply sin_asin. assert (0 < sin (PI / 2 - d)) by (apply sin_gt_0; lra). lra. }
      rewrite E in T. lra.
    + apply Rabs_lt_between. lra.
  - apply continuity_pt_filterlim. intros e He.
    set (d := Rmin e (PI / 4)). assert (P := PI_RGT_0).
    assert (D : 0 < d <= PI / 4) by (unfold d; split; [apply Rmin_pos; lra | apply Rmin_r]).
    assert (De : d <= e) by apply Rmin_l.
    assert (S : sin (PI / 2 - d) < 1). { rewrite <- sin_PI2. apply sin_increasing_1; lra. }
    assert (S' : sin (- (PI / 2 - d)) = - sin (PI / 2 - d)) by apply sin_neg.
    exists (1 - sin (PI / 2 - d)). split; [lra|]. intros y [_ Hy]. simpl in Hy. unfold R_dist in *.
    rewrite (asin_below x) by lra.
    assert (B := asin_bound y). assert (Y : y < sin (- (PI / 2 - d))). { apply Rabs_lt_between in Hy. lra. }
    assert (M : asin y <= - (PI / 2 - d)). { rewrite <- (asin_sin (- (PI / 2 - d))) by lra. apply asin_le. lra. }
    destruct (Req_dec (asin y) (- (PI / 2 - d))) as [E|E].
    + exfalso. destruct (Rle_lt_dec y (-1)) as [F|F]; [rewrite asin_below in E; lra|].
      assert (T : sin (asin y) = y). { apply sin_asin. assert (0 < sin (PI / 2 - d)) by (apply sin_gt_0; lra). lra. }
      rewrite E in T. lra.
    + apply Rabs_lt_between. lra.
Qed.
Lemma acos_is x : acos x = PI / 2 - asin x.
Proof. unfold acos, asin. repeat destruct Rle_dec; lra. Qed.
Lemma continuous_acos x : continuous acos x.
Proof.
  apply continuous_ext with (fun y => PI / 2 - asin y); [intros; now rewrite acos_is|].
  apply (continuous_minus (fun _ => PI / 2) asin); [apply continuous_const | apply continuous_asin].
Qed.
Lemma acos_half : acos (1 / 2) = PI / 3.
Proof. rewrite <- cos_PI3. apply acos_cos. assert (P := PI_RGT_0). lra. Qed.
Lemma acos_m1 : acos (-1) = PI. Proof. unfold acos. destruct Rle_dec; lra. Qed.
Lemma asin_m1 : asin (-1) = - (PI / 2). Proof. apply asin_below; lra. Qed.

(* --- the inverses of the hyperbolic functions --- *)
Lemma is_derive_asinh x : is_derive asinh x (/ sqrt (x ^ 2 + 1)).
Proof.
  assert (Q : 0 <= x ^ 2) by apply pow2_ge_0. assert (P : 0 < sqrt (x ^ 2 + 1)) by (apply sqrt_lt_R0; lra).
  assert (S : sqrt (x ^ 2 + 1) ^ 2 = x ^ 2 + 1) by (apply pow2_sqrt; lra).
  assert (0 < x + sqrt (x ^ 2 + 1)) by (destruct (Rle_lt_dec 0 x); nra).
  unfold asinh. auto_derive; replace (x * (x * 1) + 1) with (x ^ 2 + 1) by ring; [repeat split; lra | field; lra].
Qed.
Lemma is_derive_atanh x : -1 < x < 1 -> is_derive atanh x (/ (1 - x ^ 2)).
Proof. intros H. unfold atanh. auto_derive; [repeat split; lra|]. field. repeat split; nra. Qed.
Lemma is_derive_acosh x : 1 < x -> is_derive acosh x (/ sqrt (x ^ 2 - 1)).
Proof.
  intros H. assert (P : 0 < sqrt (x ^ 2 - 1)) by (apply sqrt_lt_R0; nra).
  assert (0 < x ^ 2 - 1) by nra.
  unfold acosh. auto_derive; replace (x * (x * 1) + - (1)) with (x ^ 2 - 1) by ring; [repeat split; lra | field; lra].
Qed.
Lemma asinh_0 : asinh 0 = 0.
Proof. unfold asinh. replace (0 ^ 2 + 1) with 1 by ring. rewrite sqrt_1, Rplus_0_l. apply ln_1. Qed.
Lemma atanh_0 : atanh 0 = 0. Proof. unfold atanh. rewrite Rplus_0_r, Rminus_0_r. field. Qed.
Lemma acosh_1 : acosh 1 = 0.
Proof. unfold acosh. replace (1 ^ 2 - 1) with 0 by ring. rewrite sqrt_0, Rplus_0_r. apply ln_1. Qed.
Global Instance UnaryDiff_asinh : UnaryDiff asinh.
Proof. exists (fun x => / sqrt (x ^ 2 + 1)). apply is_derive_asinh. Defined.
Global Instance UnaryDiff_atanh : UnaryDiff' atanh.
Proof. exists (fun x => / (1 - x ^ 2)) (fun x => -1 < x < 1). apply is_derive_atanh. Defined.
Global Instance UnaryDiff_acosh : UnaryDiff' acosh.
Proof. exists (fun x => / sqrt (x ^ 2 - 1)) (fun x => 1 < x). apply is_derive_acosh. Defined.

(* --- a function that rises is least at its lower end, one that falls at its upper end --- *)
Lemma mean_value (f : R -> R) (a b : R) : a < b -> (forall t, a <= t <= b -> continuous f t) ->
  (forall t, a < t < b -> ex_derive f t) -> exists c d, a < c < b /\ is_derive f c d /\ f b - f a = d * (b - a).
Proof.
  intros L C D.
  assert (pr1 : forall c, a < c < b -> derivable_pt f c) by (intros; apply ex_derive_Reals_0; now apply D).
  destruct (MVT f id a b pr1 (fun c _ => derivable_pt_id c) L) as [c [P E]].
  - intros. apply continuity_pt_filterlim. now apply C.
  - intros. apply derivable_continuous_pt, derivable_pt_id.
  - exists c, (derive_pt f c (pr1 c P)). split; [exact P | split].
    + apply is_derive_Reals. apply derive_pt_eq_1 with (pr := pr1 c P). reflexivity.
    + rewrite derive_pt_id in E. unfold id in E. lra.
Qed.
Lemma rises (f : R -> R) (a x : R) : a <= x -> (forall t, a <= t <= x -> continuous f t) ->
  (forall t, a < t < x -> exists d, is_derive f t d /\ 0 <= d) -> f a <= f x.
Proof.
  intros [L| <-] C D; [|lra].
  destruct (mean_value f a x L C) as [c [d [Hc [Hd E]]]]; [intros t Ht; destruct (D t Ht) as [d [K _]]; now exists d|].
  destruct (D c Hc) as [d' [K P]].
  assert (d = d') by (rewrite <- (is_derive_unique _ _ _ Hd); now apply is_derive_unique). nra.
Qed.
Lemma rises_strictly (f : R -> R) (a x : R) : a < x -> (forall t, a <= t <= x -> continuous f t) ->
  (forall t, a < t < x -> exists d, is_derive f t d /\ 0 < d) -> f a < f x.
Proof.
  intros L C D.
  destruct (mean_value f a x L C) as [c [d [Hc [Hd E]]]]; [intros t Ht; destruct (D t Ht) as [d [K _]]; now exists d|].
  destruct (D c Hc) as [d' [K P]].
  assert (d = d') by (rewrite <- (is_derive_unique _ _ _ Hd); now apply is_derive_unique). nra.
Qed.
Lemma falls (f : R -> R) (x b : R) : x <= b -> (forall t, x <= t <= b -> continuous f t) ->
  (forall t, x < t < b -> exists d, is_derive f t d /\ 0 <= - d) -> f b <= f x.
Proof.
  intros L C D. enough (- f x <= - f b) by lra. apply (rises (fun t => - f t)); auto.
  - intros. now apply (continuous_opp f t), C.
  - intros t Ht. destruct (D t Ht) as [d [K P]]. exists (- d). split; auto. now apply (is_derive_opp f t d).
Qed.
Lemma falls_strictly (f : R -> R) (x b : R) : x < b -> (forall t, x <= t <= b -> continuous f t) ->
  (forall t, x < t < b -> exists d, is_derive f t d /\ 0 < - d) -> f b < f x.
Proof.
  intros L C D. enough (- f x < - f b) by lra. apply (rises_strictly (fun t => - f t)); auto.
  - intros. now apply (continuous_opp f t), C.
  - intros t Ht. destruct (D t Ht) as [d [K P]]. exists (- d). split; auto. now apply (is_derive_opp f t d).
Qed.

(* A concave function is above its chord. *)
Lemma concave_above (f g h : R -> R) (a b x : R) : a <= x -> x <= b -> (forall t, a <= t <= b -> continuous f t) ->
  (forall t, a < t < b -> is_derive f t (g t) /\ is_derive g t (h t)) -> (forall t, a < t < b -> 0 <= - h t) ->
  f a * (b - x) + f b * (x - a) <= f x * (b - a).
Proof.
  intros [A| <-] [B| ->] C D P; try nra.
  destruct (mean_value f a x A) as [c [d [Hc [Hd E]]]].
  { intros; apply C; lra. } { intros t Ht; exists (g t); apply D; lra. }
  destruct (mean_value f x b B) as [c' [d' [Hc' [Hd' E']]]].
  { intros; apply C; lra. } { intros t Ht; exists (g t); apply D; lra. }
  assert (d = g c) by (rewrite <- (is_derive_unique _ _ _ Hd); apply is_derive_unique, D; lra).
  assert (d' = g c') by (rewrite <- (is_derive_unique _ _ _ Hd'); apply is_derive_unique, D; lra).
  assert (M : g c' <= g c).
  { apply (falls g c c'); [lra | |].
    - intros t Ht. apply (ex_derive_continuous g). exists (h t). apply D; lra.
    - intros t Ht. exists (h t). split; [apply D; lra | apply P; lra]. }
  assert (0 <= (x - a) * (b - x)) by nra.
  assert (f x = f a + d * (x - a)) by lra. assert (f b = f x + d' * (b - x)) by lra. nra.
Qed.

(* Steps from a face on which a function vanishes: a chain of derivatives, from the last to the first. *)
Lemma climb (f g : R -> R) (a e : R) : (forall t, a <= t <= e -> is_derive f t (g t)) -> f a = 0 ->
  (forall t, a <= t <= e -> 0 <= g t) -> forall t, a <= t <= e -> 0 <= f t.
Proof.
  intros D Z P t Ht. rewrite <- Z. apply rises; try lra.
  - intros s Hs. apply (ex_derive_continuous f). exists (g s). apply D; lra.
  - intros s Hs. exists (g s). split; [apply D | apply P]; lra.
Qed.
Lemma climb_strictly (f g : R -> R) (a e : R) : (forall t, a <= t <= e -> is_derive f t (g t)) -> f a = 0 ->
  (forall t, a < t <= e -> 0 < g t) -> forall t, a < t <= e -> 0 < f t.
Proof.
  intros D Z P t Ht. rewrite <- Z. apply rises_strictly; try lra.
  - intros s Hs. apply (ex_derive_continuous f). exists (g s). apply D; lra.
  - intros s Hs. exists (g s). split; [apply D | apply P]; lra.
Qed.
Lemma descend (f g : R -> R) (e b : R) : (forall t, e <= t <= b -> is_derive f t (- g t)) -> f b = 0 ->
  (forall t, e <= t <= b -> 0 <= g t) -> forall t, e <= t <= b -> 0 <= f t.
Proof.
  intros D Z P t Ht. rewrite <- Z. apply falls; try lra.
  - intros s Hs. apply (ex_derive_continuous f). exists (- g s). apply D; lra.
  - intros s Hs. exists (- g s). rewrite Ropp_involutive. split; [apply D | apply P]; lra.
Qed.
Lemma descend_strictly (f g : R -> R) (e b : R) : (forall t, e <= t <= b -> is_derive f t (- g t)) -> f b = 0 ->
  (forall t, e <= t < b -> 0 < g t) -> forall t, e <= t < b -> 0 < f t.
Proof.
  intros D Z P t Ht. rewrite <- Z. apply falls_strictly; try lra.
  - intros s Hs. apply (ex_derive_continuous f). exists (- g s). apply D; lra.
  - intros s Hs. exists (- g s). rewrite Ropp_involutive. split; [apply D | apply P]; lra.
Qed.

(* --- what is always true of functions --- *)
Lemma exp_taylor_1 u : 1 + u <= exp u.
Proof.
  destruct (Rle_lt_dec 0 u) as [L|L].
  - apply Rminus_le_0. replace 0 with (exp 0 - (1 + 0)) by (rewrite exp_0; ring).
    apply (rises (fun t => exp t - (1 + t))); auto.
    + intros. apply (ex_derive_continuous (fun t => exp t - (1 + t))). auto_derive. trivial.
    + intros t Ht. exists (exp t - 1). split; [auto_derive; [trivial | ring]|].
      assert (E := exp_increasing 0 t ltac:(lra)). rewrite exp_0 in E. lra.
  - apply Rminus_le_0. replace 0 with (exp 0 - (1 + 0)) by (rewrite exp_0; ring).
    apply (falls (fun t => exp t - (1 + t))); [lra | |].
    + intros. apply (ex_derive_continuous (fun t => exp t - (1 + t))). auto_derive. trivial.
    + intros t Ht. exists (exp t - 1). split; [auto_derive; [trivial | ring]|].
      assert (E := exp_increasing t 0 ltac:(lra)). rewrite exp_0 in E. lra.
Qed.
Lemma taylor_step (f g h : R -> R) : (forall t, is_derive f t (g t)) -> (forall t, is_derive g t (h t)) ->
  f 0 = 0 -> g 0 = 0 -> (forall t, 0 <= h t) -> forall t, 0 <= f t.
Proof.
  intros F G F0 G0 H t. destruct (Rle_lt_dec 0 t) as [L|L].
  - apply (climb f g 0 t); auto; try lra. apply (climb g h 0 t); auto.
  - apply (descend f (fun s => - g s) t 0); auto; try lra; [intros; rewrite Ropp_involutive; apply F|].
    apply (descend (fun s => - g s) h t 0); auto; [|lra].
    intros. apply (is_derive_opp g t0 (h t0)). apply G.
Qed.
Lemma exp_taylor_3 u : 1 + u + u ^ 2 / 2 + u ^ 3 / 6 <= exp u.
Proof.
  apply Rminus_le_0.
  apply (taylor_step (fun t => exp t - (1 + t + t ^ 2 / 2 + t ^ 3 / 6)) (fun t => exp t - (1 + t + t ^ 2 / 2))
    (fun t => exp t - (1 + t))).
  - intros. auto_derive; [trivial | field]. - intros. auto_derive; [trivial | field].
  - rewrite exp_0. field. - rewrite exp_0. field. - intros. assert (E := exp_taylor_1 t). lra.
Qed.
Lemma exp_taylor_5 u : 1 + u + u ^ 2 / 2 + u ^ 3 / 6 + u ^ 4 / 24 + u ^ 5 / 120 <= exp u.
Proof.
  apply Rminus_le_0.
  apply (taylor_step (fun t => exp t - (1 + t + t ^ 2 / 2 + t ^ 3 / 6 + t ^ 4 / 24 + t ^ 5 / 120))
    (fun t => exp t - (1 + t + t ^ 2 / 2 + t ^ 3 / 6 + t ^ 4 / 24)) (fun t => exp t - (1 + t + t ^ 2 / 2 + t ^ 3 / 6))).
  - intros. auto_derive; [trivial | field]. - intros. auto_derive; [trivial | field].
  - rewrite exp_0. field. - rewrite exp_0. field. - intros. assert (E := exp_taylor_3 t). lra.
Qed.
Lemma ln_below u : 0 < u -> ln u <= u - 1.
Proof. intros H. assert (E := exp_taylor_1 (ln u)). rewrite exp_ln in E by auto. lra. Qed.
Lemma ln_from a b : 0 < a -> a <= b -> ln a <= ln b.
Proof. intros P [L | E]; [left; apply ln_increasing; lra | right; rewrite E; reflexivity]. Qed.
Lemma cosh_above u : 1 + u ^ 2 / 2 <= cosh u.
Proof.
  apply Rminus_le_0.
  apply (taylor_step (fun t => cosh t - (1 + t ^ 2 / 2)) (fun t => sinh t - t) (fun t => cosh t - 1)).
  - intros. auto_derive; [trivial | field]. - intros. auto_derive; [trivial | field].
  - rewrite cosh_0. field. - rewrite sinh_0. field.
  - intros t. unfold cosh. assert (A := exp_pos t). assert (E : exp t * exp (- t) = 1).
    { rewrite <- exp_plus, Rplus_opp_r. apply exp_0. } assert (B := exp_pos (- t)).
    assert (0 <= (exp t - exp (- t)) ^ 2) by apply pow2_ge_0. nra.
Qed.
Lemma cosh_pos u : 0 < cosh u.
Proof. assert (H := cosh_above u). assert (0 <= u ^ 2) by apply pow2_ge_0. lra. Qed.
Lemma sinh_nonneg u : 0 <= u -> 0 <= sinh u.
Proof.
  intros [H| <-]; [|rewrite sinh_0; lra]. unfold sinh. assert (E := exp_increasing (- u) u ltac:(lra)). lra.
Qed.
Lemma sinh_pos u : 0 < u -> 0 < sinh u.
Proof. intros H. unfold sinh. assert (E := exp_increasing (- u) u ltac:(lra)). lra. Qed.
Lemma tanh_is u : tanh u = sinh u / cosh u. Proof. reflexivity. Qed.

(* sinc by its Taylor polynomial, with a remainder that is a number between two others *)
Lemma sin_taylor_5 u : 0 <= u -> u - u ^ 3 / 6 <= sin u <= u - u ^ 3 / 6 + u ^ 5 / 120.
Proof.
  intros H.
  assert (C0 : forall t, 0 <= t <= u -> 0 <= 1 - cos t) by (intros; assert (B := COS_bound t); lra).
  assert (S1 : forall t, 0 <= t <= u -> 0 <= t - sin t).
  { apply (climb (fun t => t - sin t) (fun t => 1 - cos t)); auto.
    - intros. auto_derive; [trivial | ring]. - rewrite sin_0. ring. }
  assert (C2 : forall t, 0 <= t <= u -> 0 <= cos t - 1 + t ^ 2 / 2).
  { apply (climb (fun t => cos t - 1 + t ^ 2 / 2) (fun t => t - sin t)); auto.
    - intros. auto_derive; [trivial | field]. - rewrite cos_0. field. }
  assert (S3 : forall t, 0 <= t <= u -> 0 <= sin t - t + t ^ 3 / 6).
  { apply (climb (fun t => sin t - t + t ^ 3 / 6) (fun t => cos t - 1 + t ^ 2 / 2)); auto.
    - intros. auto_derive; [trivial | field]. - rewrite sin_0. field. }
  assert (C4 : forall t, 0 <= t <= u -> 0 <= 1 - t ^ 2 / 2 + t ^ 4 / 24 - cos t).
  { apply (climb (fun t => 1 - t ^ 2 / 2 + t ^ 4 / 24 - cos t) (fun t => sin t - t + t ^ 3 / 6)); auto.
    - intros. auto_derive; [trivial | field]. - rewrite cos_0. field. }
  assert (S5 : forall t, 0 <= t <= u -> 0 <= t - t ^ 3 / 6 + t ^ 5 / 120 - sin t).
  { apply (climb (fun t => t - t ^ 3 / 6 + t ^ 5 / 120 - sin t) (fun t => 1 - t ^ 2 / 2 + t ^ 4 / 24 - cos t)); auto.
    - intros. auto_derive; [trivial | field]. - rewrite sin_0. field. }
  assert (A := S3 u ltac:(lra)). assert (B := S5 u ltac:(lra)). lra.
Qed.
Lemma sinc_taylor u : exists r, 0 <= r <= 1 / 120 /\ sinc u = 1 - u ^ 2 / 6 + r * u ^ 4.
Proof.
  destruct (Req_dec u 0) as [->|N]; [exists 0; rewrite sinc_0; lra|].
  assert (W : forall v, 0 < v -> exists r, 0 <= r <= 1 / 120 /\ sinc v = 1 - v ^ 2 / 6 + r * v ^ 4).
  { intros v L. assert (E := sinc_mul v). destruct (sin_taylor_5 v) as [A B]; [lra|].
    assert (P : 0 < v ^ 4) by (apply pow_lt; lra). exists ((sinc v - 1 + v ^ 2 / 6) / v ^ 4).
    split; [split|field; lra].
    - apply Rmult_le_pos; [|left; now apply Rinv_0_lt_compat]. nra.
    - apply Rmult_le_reg_r with (v ^ 4); auto. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. nra. }
  destruct (Rlt_le_dec 0 u) as [L|L]; [now apply W|]. destruct (W (- u) ltac:(lra)) as [r [Hr E]].
  exists r. split; auto. rewrite <- (sinc_opp u), E. field.
Qed.

(* --- a unit interval in the place of a range --- *)
Lemma unit_between a x b : a <= x -> x <= b -> exists u, 0 <= u <= 1 /\ x = a + (b - a) * u.
Proof.
  intros A B. destruct (Req_dec a b) as [<-|N]; [exists 0; lra|].
  exists ((x - a) / (b - a)). assert (0 < / (b - a)) by (apply Rinv_0_lt_compat; lra).
  assert ((b - a) * / (b - a) = 1) by (field; lra). unfold Rdiv. split; [split; nra | field; lra].
Qed.

(* --- values at special places --- *)
Lemma sin_third : sin (1 / 3 * PI) = sqrt 3 / 2. Proof. replace (1 / 3 * PI) with (PI / 3) by field. apply sin_PI3. Qed.
Lemma cos_third : cos (1 / 3 * PI) = 1 / 2. Proof. replace (1 / 3 * PI) with (PI / 3) by field. apply cos_PI3. Qed.
Lemma half_root : 1 / sqrt 2 = sqrt 2 / 2.
Proof.
  assert (S : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra). assert (N : sqrt 2 <> 0) by apply sqrt2_neq_0.
  apply Rmult_eq_reg_r with (sqrt 2); auto. replace (1 / sqrt 2 * sqrt 2) with 1 by (field; auto). lra.
Qed.
Lemma sin_PI4' : sin (PI / 4) = sqrt 2 / 2. Proof. rewrite sin_PI4. apply half_root. Qed.
Lemma cos_PI4' : cos (PI / 4) = sqrt 2 / 2. Proof. rewrite cos_PI4. apply half_root. Qed.
Lemma sin_mPI2 : sin (- (PI / 2)) = -1. Proof. now rewrite sin_neg, sin_PI2. Qed.
Lemma cos_mPI2 : cos (- (PI / 2)) = 0. Proof. now rewrite cos_neg, cos_PI2. Qed.
Lemma sin_3PI : sin (3 * PI) = 0.
Proof. replace (3 * PI) with (2 * PI + PI) by ring. rewrite sin_plus, sin_2PI, sin_PI. ring. Qed.
Lemma cos_3PI : cos (3 * PI) = -1.
Proof. replace (3 * PI) with (2 * PI + PI) by ring. rewrite cos_plus, sin_2PI, cos_2PI, cos_PI. ring. Qed.
Lemma sin_4PI : sin (4 * PI) = 0.
Proof. replace (4 * PI) with (2 * PI + 2 * PI) by ring. rewrite sin_plus, sin_2PI. ring. Qed.
Lemma cos_4PI : cos (4 * PI) = 1.
Proof. replace (4 * PI) with (2 * PI + 2 * PI) by ring. rewrite cos_plus, sin_2PI, cos_2PI. ring. Qed.
Lemma sin_mPI : sin (- PI) = 0. Proof. rewrite sin_neg, sin_PI. ring. Qed.
Lemma cos_mPI : cos (- PI) = -1. Proof. now rewrite cos_neg, cos_PI. Qed.
Lemma sin_quarter : sin (1 / 4 * PI) = sqrt 2 / 2.
Proof. replace (1 / 4 * PI) with (PI / 4) by field. apply sin_PI4'. Qed.
Lemma cos_quarter : cos (1 / 4 * PI) = sqrt 2 / 2.
Proof. replace (1 / 4 * PI) with (PI / 4) by field. apply cos_PI4'. Qed.
Lemma sin_right : sin (1 / 2 * PI) = 1. Proof. replace (1 / 2 * PI) with (PI / 2) by field. apply sin_PI2. Qed.
Lemma cos_right : cos (1 / 2 * PI) = 0. Proof. replace (1 / 2 * PI) with (PI / 2) by field. apply cos_PI2. Qed.
Lemma sin_sixth : sin (1 / 6 * PI) = 1 / 2. Proof. replace (1 / 6 * PI) with (PI / 6) by field. apply sin_PI6. Qed.
Lemma cos_sixth : cos (1 / 6 * PI) = sqrt 3 / 2. Proof. replace (1 / 6 * PI) with (PI / 6) by field. apply cos_PI6. Qed.
Lemma tanh_at_0 : tanh 0 = 0. Proof. unfold tanh. rewrite sinh_0, cosh_0. field. Qed.
Global Hint Rewrite sin_0 cos_0 exp_0 ln_1 sqrt_0 sqrt_1 sinh_0 cosh_0 tanh_at_0 atan_0 atan_1 tan_0 asin_0 asin_1
  asin_m1 acos_0 acos_1 acos_m1 acos_half asinh_0 atanh_0 acosh_1 sinc_0 sin_third cos_third sin_quarter cos_quarter
  sin_right cos_right sin_sixth cos_sixth sin_PI cos_PI : values.

(* --- exponents that are whole multiples --- *)
Lemma exp_times p u : exp (IZR (Zpos p) * u) = exp u ^ Pos.to_nat p.
Proof.
  change (IZR (Zpos p)) with (IPR p). rewrite <- INR_IPR.
  induction (Pos.to_nat p) as [|n IH]; [simpl; rewrite Rmult_0_l; apply exp_0|].
  rewrite S_INR, Rmult_plus_distr_r, exp_plus, IH, Rmult_1_l. simpl. ring. Qed.
Lemma exp_less p u : exp (IZR (Zneg p) * u) = / exp u ^ Pos.to_nat p.
Proof.
  replace (IZR (Zneg p) * u) with (- (IZR (Zpos p) * u)) by (change (Zneg p) with (- Zpos p)%Z; rewrite opp_IZR; ring).
  rewrite exp_Ropp, exp_times. reflexivity.
Qed.
Lemma exp_negative p : exp (IZR (Zneg p)) = / exp (IZR (Zpos p)).
Proof. change (Zneg p) with (- Zpos p)%Z. rewrite opp_IZR. apply exp_Ropp. Qed.
Lemma ln_inv x : 0 < x -> ln (/ x) = - ln x. Proof. intros. now rewrite ln_Rinv. Qed.
Lemma ln_power x n : 0 < x -> ln (x ^ n) = INR n * ln x.
Proof.
  intros H. induction n as [|n IH]; [simpl; rewrite ln_1; ring|].
  rewrite S_INR. simpl. rewrite ln_mult, IH; auto; [ring | now apply pow_lt].
Qed.
Lemma root_of_square v : 0 <= v -> sqrt (v * v) = v. Proof. apply sqrt_square. Qed.
Lemma even_pow x n : 0 <= x ^ (2 * n). Proof. rewrite pow_mult. apply pow_le. simpl. nra. Qed.
Lemma even_pos x n : x <> 0 -> 0 < x ^ (2 * n).
Proof. intros. rewrite pow_mult. apply pow_lt. simpl. rewrite Rmult_1_r. now apply Rlt_0_sqr. Qed.
Lemma not_zero_by_square x : 0 < x ^ 2 -> x <> 0. Proof. intros H ->. simpl in H. lra. Qed.
Lemma not_zero_below x : 0 < - x -> x <> 0. Proof. lra. Qed.
Lemma not_zero_above x : 0 < x -> x <> 0. Proof. lra. Qed.
Lemma times_minus a b : 0 <= - a -> 0 <= - b -> 0 <= a * b. Proof. nra. Qed.
