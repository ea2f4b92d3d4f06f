(* Tactics for what the rules of certificates take as plain: signs, definedness, equalities, continuity. *)
From Verify Require Export Certificates.
From Verify Require Bernstein.
Require List.
Export List.ListNotations.
Open Scope R_scope.

(* --- squares of sines and of hyperbolic cosines; a hyperbolic tangent --- *)
Lemma sin_square u : sin u ^ 2 = 1 - cos u ^ 2.
Proof. assert (H := sin2_cos2 u). unfold Rsqr in H. simpl. lra. Qed.
Lemma cosh_square u : cosh u ^ 2 = 1 + sinh u ^ 2.
Proof.
  unfold cosh, sinh. assert (E : exp u * exp (- u) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  replace (((exp u + exp (- u)) / 2) ^ 2) with ((exp u ^ 2 + exp (- u) ^ 2 + 2 * (exp u * exp (- u))) / 4) by field.
  replace (((exp u - exp (- u)) / 2) ^ 2) with ((exp u ^ 2 + exp (- u) ^ 2 - 2 * (exp u * exp (- u))) / 4) by field.
  rewrite E. field.
Qed.
Lemma tanh_between u : -1 < tanh u < 1.
Proof.
  unfold tanh. assert (C := cosh_pos u). assert (E := exp_pos u). assert (E' := exp_pos (- u)).
  assert (cosh u + sinh u = exp u) by (unfold cosh, sinh; field).
  assert (cosh u - sinh u = exp (- u)) by (unfold cosh, sinh; field).
  split; apply Rmult_lt_reg_r with (cosh u); auto; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra.
Qed.

(* --- a + b * sqrt c, by squares --- *)
Lemma surd_rest a b c : 0 <= a -> 0 <= a ^ 2 - b ^ 2 * c -> 0 <= c -> 0 <= a + b * sqrt c.
Proof.
  intros A S C. assert (Q := sqrt_sqrt c C). assert (P := sqrt_pos c). set (s := sqrt c) in *.
  destruct (Rle_lt_dec 0 b); [nra|]. assert (0 <= (a - b * s) * (a + b * s)) by (rewrite <- Q in S; nra).
  destruct (Rle_lt_dec 0 (a + b * s)); [lra|]. nra.
Qed.
Lemma surd_rest_strictly a b c : 0 <= a -> 0 < a ^ 2 - b ^ 2 * c -> 0 <= c -> 0 < a + b * sqrt c.
Proof.
  intros A S C. destruct (Rle_lt_or_eq_dec 0 (a + b * sqrt c)) as [L|E]; auto; [apply surd_rest; auto; lra|].
  assert (Q := sqrt_sqrt c C). assert (F : a ^ 2 = (b * sqrt c) ^ 2) by (replace a with (- (b * sqrt c)) by lra; ring).
  replace ((b * sqrt c) ^ 2) with (b ^ 2 * (sqrt c * sqrt c)) in F by ring. rewrite Q in F. lra.
Qed.
Lemma surd_root a b c : 0 <= b -> 0 <= b ^ 2 * c - a ^ 2 -> 0 <= c -> 0 <= a + b * sqrt c.
Proof.
  intros B S C. assert (Q := sqrt_sqrt c C). assert (P := sqrt_pos c). set (s := sqrt c) in *.
  assert (0 <= b * s) by now apply Rmult_le_pos.
  destruct (Rle_lt_dec 0 a) as [L|L]; [lra|]. assert (b ^ 2 * c = (b * s) ^ 2) by (rewrite <- Q; ring).
  destruct (Rle_lt_dec 0 (a + b * s)); [lra|]. nra.
Qed.
Lemma surd_root_strictly a b c : 0 <= b -> 0 < b ^ 2 * c - a ^ 2 -> 0 <= c -> 0 < a + b * sqrt c.
Proof.
  intros B S C. destruct (Rle_lt_or_eq_dec 0 (a + b * sqrt c)) as [L|E]; auto; [apply surd_root; auto; lra|].
  assert (Q := sqrt_sqrt c C). assert (F : a ^ 2 = (b * sqrt c) ^ 2) by (replace a with (- (b * sqrt c)) by lra; ring).
  replace ((b * sqrt c) ^ 2) with (b ^ 2 * (sqrt c * sqrt c)) in F by ring. rewrite Q in F. lra.
Qed.
Lemma surd_needed a b c : 0 <= b -> (a <= 0 -> 0 <= b ^ 2 * c - a ^ 2) -> 0 <= c -> 0 <= a + b * sqrt c.
Proof.
  intros B S C. destruct (Rle_lt_dec a 0) as [L|L]; [now apply surd_root; auto|].
  assert (0 <= b * sqrt c) by (apply Rmult_le_pos; auto; apply sqrt_pos). lra.
Qed.
Lemma surd_needed_strictly a b c : 0 <= b -> (a <= 0 -> 0 < b ^ 2 * c - a ^ 2) -> 0 <= c -> 0 < a + b * sqrt c.
Proof.
  intros B S C. destruct (Rle_lt_dec a 0) as [L|L]; [now apply surd_root_strictly; auto|].
  assert (0 <= b * sqrt c) by (apply Rmult_le_pos; auto; apply sqrt_pos). lra.
Qed.
Lemma root_above a x : a * a <= x -> a <= sqrt x.
Proof.
  intros H. destruct (Rle_lt_dec 0 a) as [L|L]; [|assert (P := sqrt_pos x); lra].
  rewrite <- (sqrt_square a) by auto. now apply sqrt_le_1_alt.
Qed.
Lemma root_below a x : 0 <= a -> x <= a * a -> sqrt x <= a.
Proof. intros L H. rewrite <- (sqrt_square a) by auto. now apply sqrt_le_1_alt. Qed.

(* --- u - v, by logarithms --- *)
Lemma ln_gap u v : 0 < u -> 0 < v -> 0 <= ln u - ln v -> 0 <= u - v.
Proof. intros U V H. destruct (Rle_lt_dec v u) as [L|L]; [lra|]. assert (E := ln_increasing u v U L). lra. Qed.
Lemma ln_gap_strictly u v : 0 < u -> 0 < v -> 0 < ln u - ln v -> 0 < u - v.
Proof.
  intros U V H. destruct (Rlt_le_dec v u) as [L|[L|L]]; [lra| |subst; lra]. assert (E := ln_increasing u v U L). lra.
Qed.

(* --- other variables: any value, a half-line, half of a unit interval --- *)
Lemma there (a : R) : exists y, y = a. Proof. now exists a. Qed.
Lemma half_line a x : a <= x -> exists u, 0 <= u /\ x = a + u. Proof. exists (x - a). lra. Qed.
Lemma half_line_down x b : x <= b -> exists u, 0 <= u /\ x = b - u. Proof. exists (b - x). lra. Qed.
Lemma lower_half u : 0 <= u -> u <= 1 / 2 -> exists v, 0 <= v <= 1 /\ u = v / 2. Proof. exists (2 * u). lra. Qed.
Lemma upper_half u : 1 / 2 < u -> u <= 1 -> exists v, 0 <= v <= 1 /\ u = (1 + v) / 2.
Proof. exists (2 * u - 1). lra. Qed.
Lemma by_margin m t : 0 < m -> 0 <= t - m -> 0 < t. Proof. lra. Qed.

Lemma minus_ln_nonneg u : 0 < u -> 0 <= 1 - u -> 0 <= (-1) * ln u.
Proof. intros A B. assert (L : ln u <= ln 1) by (apply Rcomplements.ln_le; lra). rewrite ln_1 in L. lra. Qed.
Lemma minus_ln_pos u : 0 < u -> 0 < 1 - u -> 0 < (-1) * ln u.
Proof. intros A B. assert (L : ln u < ln 1) by (apply ln_increasing; lra). rewrite ln_1 in L. lra. Qed.

(* --- signs --- *)
Ltac sgn := first [ assumption | lra |
  lazymatch goal with
  | |- _ /\ _ => split; sgn
  | |- _ >= _ => apply Rle_ge; sgn
  | |- _ > _ => apply Rlt_gt; sgn
  | |- 0 <= exp _ => left; apply exp_pos
  | |- 0 < exp _ => apply exp_pos
  | |- 0 <= cosh _ => left; apply cosh_pos
  | |- 0 < cosh _ => apply cosh_pos
  | |- 0 <= sinh _ => apply sinh_nonneg; sgn
  | |- 0 < sinh _ => apply sinh_pos; sgn
  | |- 0 <= sqrt _ => apply sqrt_pos
  | |- 0 < sqrt _ => apply sqrt_lt_R0; sgn
  | |- 0 <= Rabs _ => apply Rabs_pos
  | |- 0 <= acos _ => apply acos_bound
  | |- 0 <= ln ?u => rewrite <- ln_1; apply Rcomplements.ln_le; sgn
  | |- 0 < ln ?u => rewrite <- ln_1; apply ln_increasing; sgn
  | |- 1 <= cosh ?u => let H := fresh in assert (H := cosh_above u); assert (0 <= u ^ 2) by apply pow2_ge_0; lra
  | |- 0 <= ?a ^ ?n => first [ apply pow_le; sgn | apply (even_pow a (Nat.div2 n)) ]
  | |- 0 < ?a ^ ?n => first [ apply pow_lt; sgn | apply (even_pos a (Nat.div2 n)); sgn ]
  | |- 0 <= / _ => left; apply Rinv_0_lt_compat; sgn
  | |- 0 < / _ => apply Rinv_0_lt_compat; sgn
  | |- 0 <= (-1) * ln _ => apply minus_ln_nonneg; sgn
  | |- 0 < (-1) * ln _ => apply minus_ln_pos; sgn
  | |- 0 <= _ * _ => first [ apply Rmult_le_pos; sgn | apply times_minus; sgn ]
  | |- 0 < _ * _ => apply Rmult_lt_0_compat; sgn
  | |- 0 <= _ / _ => apply Rmult_le_pos; sgn
  | |- 0 < _ / _ => apply Rmult_lt_0_compat; sgn
  | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; sgn
  | |- 0 < _ + _ => first [ apply Rplus_lt_le_0_compat; sgn | apply Rplus_le_lt_0_compat; sgn ]
  | |- ?a <> 0 => first [ apply not_zero_above; sgn | apply not_zero_below; sgn
      | match goal with |- ?a * ?b <> 0 => apply Rmult_integral_contrapositive_currified; sgn
                   | |- ?a ^ _ <> 0 => apply pow_nonzero; sgn
                   | |- / ?a <> 0 => apply Rinv_neq_0_compat; sgn end ]
  end ].

(* --- plain: what is assumed, linear, has a sign by its parts, is polynomial, or is settled by one enclosure --- *)
Ltac box := match goal with
  | |- ?a >= ?b => apply Rle_ge; box
  | |- ?a > ?b => apply Rlt_gt; box
  | |- ?a <> 0 => first [ apply not_zero_above; box | apply not_zero_below; box ]
  | |- _ => unfold cosh, sinh, tanh; solve [ interval | interval with (i_prec 100) ]
  end.
Ltac inverses := repeat match goal with |- context[/ ?u] =>
  lazymatch goal with _ : 0 < / u |- _ => fail | |- _ => assert (0 < / u) by (apply Rinv_0_lt_compat; sgn) end end.
Ltac plain := lazymatch goal with
  | |- _ /\ _ => split; plain
  | |- _ => first [ assumption | lra | solve [ sgn ] | solve [ timeout 3 nra ] | solve [ timeout 8 box ]
      | solve [ progress inverses; timeout 3 nra ]
      | exfalso; solve [ lra | timeout 3 nra ]
      | progress autorewrite with values; solve [ lra | sgn | timeout 8 box ] ]
  end.

(* --- equalities --- *)
Ltac nz := repeat split; plain.
Ltac counted p := let n := eval compute in (Pos.to_nat p) in change (Pos.to_nat p) with n.
Ltac powers := repeat match goal with
  | |- context[exp (IZR (Zpos ?p) * ?u)] => rewrite (exp_times p u); counted p
  | |- context[exp (IZR (Zneg ?p) * ?u)] => rewrite (exp_less p u); counted p
  | |- context[exp (- ?u)] => rewrite (exp_Ropp u)
  | |- context[exp (?u + ?v)] => rewrite (exp_plus u v)
  | |- context[exp (IZR (Zneg ?p))] => rewrite (exp_negative p)
  | |- context[tan ?u] => change (tan u) with (sin u / cos u)
  | |- context[tanh ?u] => rewrite (tanh_is u)
  | |- context[ln (/ ?u)] => rewrite (ln_inv u) by plain
  | |- context[ln (?u * ?v)] => rewrite (ln_mult u v) by plain
  | |- context[ln (?u ^ ?n)] => rewrite (ln_power u n) by plain; simpl INR
  | |- context[ln (exp ?u)] => rewrite (ln_exp u)
  | |- context[exp (ln ?u)] => rewrite (exp_ln u) by plain
  end.
(* squares of roots and of sines are taken away *)
Ltac squares := repeat match goal with
  | |- context[sqrt ?u] => let s := fresh "s" in let E := fresh "E" in let P := fresh "P" in
      assert (E : sqrt u ^ 2 = u) by (apply pow2_sqrt; plain); 
      first [ assert (P : 0 < sqrt u) by (apply sqrt_lt_R0; plain) | assert (P := sqrt_pos u) ];
      generalize dependent (sqrt u); intros s; intros
  end.
Ltac squared := match goal with
  | E : ?s ^ 2 = _, F : ?t ^ 2 = _, G : ?u ^ 2 = _ |- _ => ring [E F G]
  | E : ?s ^ 2 = _, F : ?t ^ 2 = _ |- _ => ring [E F]
  | E : ?s ^ 2 = _ |- _ => ring [E]
  end.
Ltac waves := match goal with
  | |- context[sin ?u] => match goal with |- context[sin ?v] => tryif constr_eq u v then fail else
      ring [(sin_square u) (sin_square v)] end
  | |- context[sin ?u] => ring [(sin_square u)]
  | |- context[cosh ?u] => ring [(cosh_square u)]
  end.
Ltac rooted := squares; first [ squared | field_simplify_eq; [ squared | nz .. ] ].
(* the arguments of functions that are equal are written alike *)
Ltac aligned f := repeat match goal with
  | |- context[f ?u] => match goal with |- context[f ?v] => tryif constr_eq u v then fail else
      (let E := fresh in assert (E : f u = f v) by (apply f_equal; first [ ring | solve [ field; nz ] | rooted ]);
       rewrite E; clear E)
    end end.
Ltac align := aligned sqrt; aligned exp; aligned ln; aligned sin; aligned cos; aligned acos; aligned asin; aligned atan;
  aligned sinh; aligned cosh; aligned sinc.
Ltac arith := first [ ring | solve [ field; nz ] | lra ].
(* the logarithm of an inverse or a product, by those of its factors that are there *)
Ltac logarithms := repeat match goal with
  | |- context[ln ?u] => match goal with |- context[ln ?v] => tryif constr_eq u v then fail else
      let E := fresh in assert (E : ln u = - ln v) by (rewrite <- (ln_inv v) by plain; apply f_equal; field; nz);
      rewrite E; clear E end
  | |- context[ln ?u] => match goal with |- context[ln ?v] => tryif constr_eq u v then fail else
      match goal with |- context[ln ?w] => tryif constr_eq u w then fail else
        let E := fresh in first
          [ assert (E : u = v * w) by ring; rewrite E, (ln_mult v w) by plain; clear E
          | assert (E : u = v * / w) by (field; nz); rewrite E, (ln_mult v (/ w)), (ln_inv w) by plain; clear E ]
      end end end.
(* a root of a product, by the roots of its factors that are there *)
Ltac roots := repeat match goal with
  | |- context[sqrt ?u] => match goal with |- context[sqrt ?v] => tryif constr_eq u v then fail else
      match goal with |- context[sqrt ?w] => tryif constr_eq u w then fail else
        let E := fresh in assert (E : u = v * w) by ring; rewrite E, (sqrt_mult v w) by plain; clear E
      end end end.
(* functions at arguments that are numbers where their values are known *)
Ltac valued f u w v L := let E := fresh in assert (E : f u = v) by
  (transitivity (f w); [ apply f_equal; first [ lra | field; nz ] | exact L ]); rewrite E; clear E.
Ltac special := autorewrite with values; repeat match goal with
  | H : sqrt ?w = ?v |- context[sqrt ?u] => tryif constr_eq u w then rewrite H else valued sqrt u w v H
  | |- context[ln ?u] => valued ln u 1 0 ln_1
  | |- context[exp ?u] => valued exp u 0 1 exp_0
  | |- context[sqrt ?u] => first [ valued sqrt u 0 0 sqrt_0 | valued sqrt u 1 1 sqrt_1 ]
  | |- context[acos ?u] => first
      [ valued acos u 1 0 acos_1 | valued acos u 0 (PI / 2) acos_0 | valued acos u (-1) PI acos_m1 ]
  | |- context[asin ?u] => first
      [ valued asin u 0 0 asin_0 | valued asin u 1 (PI / 2) asin_1 | valued asin u (-1) (- (PI / 2)) asin_m1 ]
  | |- context[sinh ?u] => valued sinh u 0 0 sinh_0
  | |- context[cosh ?u] => valued cosh u 0 1 cosh_0
  | |- context[atan ?u] => first [ valued atan u 0 0 atan_0 | valued atan u 1 (PI / 4) atan_1 ]
  | |- context[sin ?u] => first [ valued sin u 0 0 sin_0 | valued sin u (PI / 2) 1 sin_PI2
      | valued sin u (- (PI / 2)) (-1) sin_mPI2 | valued sin u PI 0 sin_PI | valued sin u (- PI) 0 sin_mPI
      | valued sin u (2 * PI) 0 sin_2PI | valued sin u (3 * PI) 0 sin_3PI | valued sin u (4 * PI) 0 sin_4PI
      | valued sin u (PI / 6) (1 / 2) sin_PI6 | valued sin u (PI / 4) (sqrt 2 / 2) sin_PI4'
      | valued sin u (PI / 3) (sqrt 3 / 2) sin_PI3 ]
  | |- context[cos ?u] => first [ valued cos u 0 1 cos_0 | valued cos u (PI / 2) 0 cos_PI2
      | valued cos u (- (PI / 2)) 0 cos_mPI2 | valued cos u PI (-1) cos_PI | valued cos u (- PI) (-1) cos_mPI
      | valued cos u (2 * PI) 1 cos_2PI | valued cos u (3 * PI) (-1) cos_3PI | valued cos u (4 * PI) 1 cos_4PI
      | valued cos u (PI / 3) (1 / 2) cos_PI3 | valued cos u (PI / 4) (sqrt 2 / 2) cos_PI4'
      | valued cos u (PI / 6) (sqrt 3 / 2) cos_PI6 ]
  end.
(* functions that are odd or even, at what is minus something *)
Lemma minus_one x : -1 * x = - x. Proof. ring. Qed.
Ltac parities := repeat match goal with
  | |- context[sin (-1 * ?u)] => rewrite (minus_one u), (sin_neg u)
  | |- context[cos (-1 * ?u)] => rewrite (minus_one u), (cos_neg u)
  end.
Ltac rootful := match goal with |- context[sqrt _] => idtac end.
Ltac same := first [ reflexivity | ring | solve [ rootful; align; rooted ] | arith | solve [ waves ]
  | solve [ align; first [ arith | waves ] ] | solve [ autorewrite with values; align; arith ]
  | solve [ powers; align; first [ arith | autorewrite with values; arith ] ]
  | solve [ rootful; align; roots; first [ arith | rooted ] ] | solve [ f_equal; arith ] | solve [ logarithms; arith ]
  | solve [ special; align; first [ arith | rooted ] ] | solve [ progress parities; align; arith ] ].

(* --- what a part of the certificate says --- *)
Ltac close H := first [ exact H | lra
  | lazymatch type of H with
    | ?a >= ?b => lazymatch goal with
       | |- 0 <= ?t => replace t with (a - b) by same; lra
       | |- ?t >= ?u => apply Rminus_ge; replace (t - u) with (a - b) by same; lra
       | |- ?u <= ?t => apply Rminus_le_0; replace (t - u) with (a - b) by same; lra end
    | ?a > ?b => lazymatch goal with
       | |- 0 < ?t => replace t with (a - b) by same; lra
       | |- 0 <= ?t => replace t with (a - b) by same; lra
       | |- ?t > ?u => apply Rminus_gt; replace (t - u) with (a - b) by same; lra
       | |- ?u < ?t => apply Rminus_gt; replace (t - u) with (a - b) by same; lra
       | |- ?t >= ?u => apply Rminus_ge; replace (t - u) with (a - b) by same; lra end
    end ].
Ltac feed H := repeat lazymatch type of H with
  | ?A -> _ => let K := fresh "K" in assert (K : A) by plain; specialize (H K); clear K end.
Ltac part L := let H := fresh "H" in pose proof L as H; feed H; close H.
Ltac not_zero_by_part L := first [ solve [ sgn ] | apply not_zero_above; part L | apply not_zero_below; part L
  | apply not_zero_by_square; part L ].

(* --- derivatives and continuity of terms --- *)
Ltac derive := auto_derive; [ repeat split; plain | same ].
Ltac cont := lazymatch goal with
  | |- continuous (fun _ => ?c) _ => apply continuous_const
  | |- continuous (fun t => t) _ => apply continuous_id
  | |- continuous (fun t => @?f t + @?g t) ?x => apply (continuous_plus f g x); cbv beta; cont
  | |- continuous (fun t => @?f t - @?g t) ?x => apply (continuous_minus f g x); cbv beta; cont
  | |- continuous (fun t => @?f t * @?g t) ?x => apply (continuous_mult f g x); cbv beta; cont
  | |- continuous (fun t => - @?f t) ?x => apply (continuous_opp f x); cbv beta; cont
  | |- continuous (fun t => @?f t ^ ?n) ?x => apply (continuous_comp f (fun y => y ^ n) x); cbv beta;
      [ cont | apply (ex_derive_continuous (fun y => y ^ n)); auto_derive; trivial ]
  | |- continuous (fun t => / @?f t) ?x => apply (continuous_comp f Rinv x); cbv beta;
      [ cont | apply continuous_Rinv; plain ]
  | |- continuous (fun t => sqrt (@?f t)) ?x => apply (continuous_comp f sqrt x); cbv beta;
      [ cont | apply continuous_sqrt ]
  | |- continuous (fun t => acos (@?f t)) ?x => apply (continuous_comp f acos x); cbv beta;
      [ cont | apply continuous_acos ]
  | |- continuous (fun t => asin (@?f t)) ?x => apply (continuous_comp f asin x); cbv beta;
      [ cont | apply continuous_asin ]
  | |- continuous (fun t => ln (@?f t)) ?x => apply (continuous_comp f ln x); cbv beta;
      [ cont | apply (ex_derive_continuous ln); auto_derive; plain ]
  | |- continuous (fun t => ?g (@?f t)) ?x => apply (continuous_comp f g x); cbv beta;
      [ cont | apply (ex_derive_continuous g); auto_derive; first [ exact I | plain ] ]
  end.

(* --- what single rules need --- *)
(* a goal about a difference, from the same about a term that is equal *)
Ltac rel_close := first [ lra | match goal with H : 0 <= ?t |- 0 <= ?u => replace u with t by same; exact H
  | H : 0 < ?t |- 0 < ?u => replace u with t by same; exact H end ].
(* the gap of two squares, from the same written otherwise, under a condition or without *)
Ltac by_gap B := let N := fresh "N" in first
  [ match goal with |- 0 <= ?t => match type of B with 0 <= ?u => replace t with u by same; exact B end
                  | |- 0 < ?t => match type of B with 0 < ?u => replace t with u by same; exact B end end
  | intros N; specialize (B N); by_gap B ].
(* a square root that has a simpler form *)
Ltac root_is := match goal with |- sqrt ?u = ?v =>
  let P := fresh in assert (P : 0 <= v) by sgn; apply sqrt_lem_1; [ plain | exact P | same ] end.
(* the branch of an absolute value, a maximum or a minimum *)
Ltac branch := first [ apply Rabs_pos_eq; lra | rewrite Rabs_left by lra; lra
  | apply Rmax_left; lra | apply Rmax_right; lra | apply Rmin_left; lra | apply Rmin_right; lra ].
(* the end of the rule "concave": what the chord says *)
Ltac concavely := match goal with
  | M : ?u * (?b - ?x) + ?v * (?x - ?a) <= ?w * (?b - ?a) |- _ =>
      destruct (Req_dec a b) as [<-|]; [ replace x with a in * by lra; lra | nra ]
  end.
(* an inequality between a number and what is linear, where the number is the square of a root *)
Ltac same_or_less := first [ lra | rooted_less ]
with rooted_less := repeat match goal with |- context[sqrt ?u * sqrt ?u] => rewrite (sqrt_sqrt u) by plain end; lra.
(* a product of weights and of a square *)
Ltac weighted := first [ assumption | apply pow2_ge_0 | solve [ clear; lra ] | apply Rmult_le_pos; weighted
  | apply Rplus_le_le_0_compat; weighted ].

(* --- enclosures on a whole interval, or on a rectangle --- *)
Ltac enclose t := unfold cosh, sinh, tanh; first
  [ solve [ interval with (i_bisect t, i_depth 14) ]
  | solve [ interval with (i_bisect t, i_autodiff t, i_depth 18) ]
  | solve [ interval with (i_bisect t, i_taylor t, i_degree 12, i_prec 80, i_depth 20) ] ].
(* in two variables: few parts, then with slopes, then many parts *)
Ltac enclose2 s t := unfold cosh, sinh, tanh; first
  [ solve [ interval with (i_bisect s, i_bisect t, i_depth 8) ]
  | solve [ interval with (i_bisect s, i_bisect t, i_autodiff t, i_depth 14) ]
  | solve [ interval with (i_bisect s, i_bisect t, i_autodiff s, i_depth 14) ]
  | solve [ interval with (i_bisect s, i_bisect t, i_depth 14) ]
  | solve [ interval with (i_bisect s, i_bisect t, i_autodiff t, i_depth 22) ]
  | solve [ interval with (i_bisect s, i_bisect t, i_taylor t, i_prec 80, i_depth 22) ] ].
