(* Rules for derivatives of terms, by their outermost sign, and what holds near a place. *)
From Verify Require Export Laws Hessians Calculus.

(* --- rules for a term's outermost sign --- *)
Lemma deriv_near_root_inv q y : (0 < q)%nat -> 0 < y -> deriv_near (root q) y (fun x => / INR q * / root q x ^ pred q).
Proof.
  intros Q H. apply (deriv_near_ext (root q) _ _ (fun x => / INR q * root q x * / x)); [| |now apply deriv_near_root].
  - apply filter_forall. reflexivity.
  - generalize (near_gt _ _ H). apply filter_imp. intros x P. assert (R := root_pos q x P).
    rewrite <- (root_pow q x) at 2 by (lra || lia). destruct q as [|q]; [lia|]. simpl pred.
    assert (root (S q) x ^ q <> 0) by (apply pow_nonzero; lra). assert (INR (S q) <> 0) by (apply not_0_INR; lia).
    change (root (S q) x ^ S q) with (root (S q) x * root (S q) x ^ q). field. repeat split; try assumption; lra.
Qed.
Lemma pw_near (b e : R -> R) (a : R) : deriv_near b a (Derive b) \/ continuous b a -> 0 < b a -> locally a (fun t => exp (e t * ln (b t)) = pw (b t) (e t)).
Proof.
  intros C H. assert (K : continuous b a) by (destruct C as [C|C]; [now apply deriv_near_continuous in C | assumption]).
  assert (N := near_image b a _ K (near_gt 0 (b a) H)). generalize N. apply filter_imp. intros t P.
  cbv beta in P. now rewrite pw_exp.
Qed.
Lemma deriv_near_pw b e b' e' a : 0 < b a -> deriv_near b a b' -> deriv_near e a e' ->
  deriv_near (fun t => pw (b t) (e t)) a (fun t => pw (b t) (e t) * (e' t * ln (b t) + e t * b' t * / b t)).
Proof.
  intros H B F. assert (C := deriv_near_continuous _ _ _ B). assert (N := pw_near b e a (or_intror C) H).
  apply (deriv_near_ext (fun t => exp (e t * ln (b t))) _ _
    (fun t => (e' t * ln (b t) + e t * (b' t * / b t)) * exp (e t * ln (b t)))).
  - exact N.
  - generalize N. apply filter_imp. intros t ->. ring.
  - apply (deriv_near_comp exp (fun t => e t * ln (b t)) exp); [apply deriv_near_exp|].
    apply deriv_near_mult; [assumption|]. apply (deriv_near_comp ln b Rinv); [now apply deriv_near_ln | assumption].
Qed.
Lemma smooth_near_pw n b e a : 0 < b a -> smooth_near n b a -> smooth_near n e a -> smooth_near n (fun t => pw (b t) (e t)) a.
Proof.
  intros H B F. assert (C := smooth_near_continuous _ _ _ B).
  apply (smooth_near_ext _ (fun t => exp (e t * ln (b t)))); [now apply pw_near; [right|]|].
  apply (smooth_near_comp n exp); [apply smooth_near_exp|]. apply smooth_near_mult; [assumption|].
  apply (smooth_near_comp n ln); [now apply smooth_near_ln | assumption].
Qed.
Lemma deriv_near_minus f g f' g' a : deriv_near f a f' -> deriv_near g a g' -> deriv_near (fun t => f t - g t) a (fun t => f' t - g' t).
Proof. intros F G. apply (deriv_near_plus f (fun t => - g t) f' (fun t => - g' t)); [assumption | now apply deriv_near_opp]. Qed.

(* constant factors and summands are left as they are *)
Lemma deriv_near_scal_l c f f' a : deriv_near f a f' -> deriv_near (fun t => c * f t) a (fun t => c * f' t).
Proof.
  intros H. apply (deriv_near_ext (fun t => c * f t) _ _ (fun t => 0 * f t + c * f' t)).
  - apply filter_forall. reflexivity.
  - apply filter_forall. intros. ring.
  - apply (deriv_near_mult (fun _ => c) f); [apply deriv_near_const | assumption].
Qed.
Lemma deriv_near_scal_r c f f' a : deriv_near f a f' -> deriv_near (fun t => f t * c) a (fun t => f' t * c).
Proof.
  intros H. apply (deriv_near_ext (fun t => c * f t) _ _ (fun t => c * f' t)); [| |now apply deriv_near_scal_l];
    apply filter_forall; intros; ring.
Qed.
Lemma deriv_near_plus_l c f f' a : deriv_near f a f' -> deriv_near (fun t => c + f t) a f'.
Proof.
  intros H. apply (deriv_near_ext (fun t => c + f t) _ _ (fun t => 0 + f' t)).
  - apply filter_forall. reflexivity.
  - apply filter_forall. intros. ring.
  - apply (deriv_near_plus (fun _ => c) f); [apply deriv_near_const | assumption].
Qed.
Lemma deriv_near_plus_r c f f' a : deriv_near f a f' -> deriv_near (fun t => f t + c) a f'.
Proof.
  intros H. apply (deriv_near_ext (fun t => c + f t) _ _ f'); [| |now apply deriv_near_plus_l];
    apply filter_forall; intros; ring.
Qed.
Section Constants.
Variable E : Space.
Lemma vscal_1 (u : E) : 1 *v u = u. Proof. apply vec_ext. intros. rewrite ip_scal. ring. Qed.
Lemma vscal_0 (u : E) : 0 *v u = vzero. Proof. apply vec_ext. intros. rewrite ip_scal, ip_0. ring. Qed.
Lemma vscal_vzero c : c *v (vzero : E) = vzero. Proof. apply vec_ext. intros. rewrite ip_scal, ip_0. ring. Qed.
Lemma vderiv_near_add_l (u : E) c c' a : vderiv_near c a c' -> vderiv_near (fun t => u +v c t) a c'.
Proof.
  intros H. apply (vderiv_near_ext E (fun t => u +v c t) _ (fun t => vzero +v c' t)); [reflexivity| |].
  - intros. apply vadd_0_l.
  - apply vderiv_near_add; [apply vderiv_near_const | assumption].
Qed.
Lemma vderiv_near_add_r (u : E) c c' a : vderiv_near c a c' -> vderiv_near (fun t => c t +v u) a c'.
Proof.
  intros H. apply (vderiv_near_ext E (fun t => u +v c t) _ c'); [intros; apply vadd_comm | reflexivity | now apply vderiv_near_add_l].
Qed.
Lemma vderiv_near_scal_l k (c : R -> E) c' a : vderiv_near c a c' -> vderiv_near (fun t => k *v c t) a (fun t => k *v c' t).
Proof.
  intros H. apply (vderiv_near_ext E (fun t => k *v c t) _ (fun t => 0 *v c t +v k *v c' t)); [reflexivity| |].
  - intros. now rewrite vscal_0, vadd_0_l.
  - apply (vderiv_near_scal E (fun _ => k)); [apply deriv_near_const | assumption].
Qed.
Lemma vderiv_near_scal_r (u : E) f f' a : deriv_near f a f' -> vderiv_near (fun t => f t *v u) a (fun t => f' t *v u).
Proof.
  intros H. apply (vderiv_near_ext E (fun t => f t *v u) _ (fun t => f' t *v u +v f t *v vzero)); [reflexivity| |].
  - intros. now rewrite vscal_vzero, vadd_0.
  - apply (vderiv_near_scal E f (fun _ => u)); [assumption | apply vderiv_near_const].
Qed.
Lemma deriv_near_ip_l (u : E) c c' a : vderiv_near c a c' -> deriv_near (fun t => ip u (c t)) a (fun t => ip u (c' t)).
Proof.
  intros H. apply (deriv_near_ext (fun t => ip (c t) u) _ _ (fun t => ip (c' t) u)); [| |apply H];
    apply filter_forall; intros; apply ip_sym.
Qed.
Lemma deriv_near_ip_r (u : E) c c' a : vderiv_near c a c' -> deriv_near (fun t => ip (c t) u) a (fun t => ip (c' t) u).
Proof. intros H. apply H. Qed.
End Constants.

(* a derivative of a derivative: the inner one is carried out first *)
Lemma deriv_near_twice f f' f'' a : deriv_near f a f' -> deriv_near f' a f'' -> deriv_near (Derive f) a f''.
Proof.
  intros D H. apply (deriv_near_ext f' _ _ f''); [| |assumption].
  - generalize (deriv_near_Derive_near _ _ _ D). apply filter_imp. intros; now symmetry.
  - apply filter_forall. reflexivity.
Qed.
Lemma deriv_near_Derive_self f a : smooth_near 2 f a -> deriv_near (Derive f) a (Derive (Derive f)).
Proof. intros H. apply (smooth_near_deriv 0), (smooth_near_Derive 1), H. Qed.
Lemma deriv_near_Derive_n n f a : smooth_near (S n) f a -> deriv_near (Derive_n f n) a (Derive_n f (S n)).
Proof.
  intros H. apply (smooth_near_deriv 0), smooth_near_Derive_n. now replace (n + 1)%nat with (S n) by lia.
Qed.
Lemma deriv_near_inner f g g' a : locally a (fun t => g t = f t) -> deriv_near g a g' -> deriv_near f a g'.
Proof. intros H D. apply (deriv_near_ext g _ _ g'); [assumption | apply filter_forall; reflexivity | assumption]. Qed.
Lemma vderiv_near_locally (E : Space) (c : R -> E) a c' : vderiv_near c a c' -> locally a (fun t => vDerive c t = c' t).
Proof.
  intros D.
  assert (N : locally a (fun t => forall k, (k < dim E)%nat -> Derive (fun s => ip (c s) (base k)) t = ip (c' t) (base k))).
  { generalize (dim E). intros n. induction n as [|n IH]; [apply filter_forall; intros; lia|].
    assert (B := deriv_near_Derive_near _ _ _ (D (base n))). generalize (filter_and _ _ IH B). apply filter_imp.
    intros t [P Q] k Hk. destruct (Nat.eq_dec k n) as [->|]; [exact Q | apply P; lia]. }
  generalize N. apply filter_imp. intros t P. apply vec_ext. intros w.
  unfold vDerive. rewrite ip_fold, (ip_components E (c' t)). apply bigsum_ext. intros k Hk.
  rewrite ip_scal, P by assumption. f_equal. apply ip_sym.
Qed.
Lemma vderiv_near_twice (E : Space) (c : R -> E) c' c'' a : vderiv_near c a c' -> vderiv_near c' a c'' -> vderiv_near (vDerive c) a c''.
Proof.
  intros D H w. apply (deriv_near_inner _ (fun t => ip (c' t) w)); [|apply H].
  generalize (vderiv_near_locally _ _ _ _ D). apply filter_imp. now intros t ->.
Qed.
Lemma vderiv_near_inner (E : Space) (c d : R -> E) d' a : locally a (fun t => d t = c t) -> vderiv_near d a d' -> vderiv_near c a d'.
Proof.
  intros H D w. apply (deriv_near_inner _ (fun t => ip (d t) w)); [|apply D]. generalize H. apply filter_imp. now intros t ->.
Qed.
Lemma vderiv_near_vDerive_self (E : Space) (c : R -> E) a : vsmooth_near 2 c a -> vderiv_near (vDerive c) a (vDerive (vDerive c)).
Proof. intros H. apply (vsmooth_near_vderiv E 0), (vsmooth_near_vDerive E 1), H. Qed.
Lemma vsmooth_vderiv_near (E : Space) (c : R -> E) a : vsmooth_near 1 c a -> vderiv_near c a (vDerive c).
Proof. apply vsmooth_near_vderiv. Qed.
Lemma vsmooth_near_ext (E : Space) n (c d : R -> E) a : (forall t, c t = d t) -> vsmooth_near n c a -> vsmooth_near n d a.
Proof. intros H C w. apply (smooth_near_ext _ (fun t => ip (c t) w)); [apply filter_forall; intros; now rewrite H | apply C]. Qed.
Lemma smooth_deriv_near f a : smooth_near 1 f a -> deriv_near f a (Derive f).
Proof. apply smooth_near_deriv. Qed.

(* an integral of what is continuous everywhere, by its bounds *)
Lemma deriv_near_RInt f l u l' u' a : (forall x, continuous f x) -> deriv_near l a l' -> deriv_near u a u' ->
  deriv_near (fun t => RInt f (l t) (u t)) a (fun t => u' t * f (u t) - l' t * f (l t)).
Proof.
  intros C L U.
  assert (P : forall x y, ex_RInt (V := R_CompleteNormedModule) f x y) by (intros; apply (ex_RInt_continuous (V := R_CompleteNormedModule)); auto).
  assert (F : forall y, deriv_near (RInt f 0) y f).
  { intros y. apply deriv_near_all. intros x. apply (is_derive_RInt f (RInt f 0) 0 x); [|apply C]. apply filter_forall. intros z.
    apply (RInt_correct (V := R_CompleteNormedModule)), P. }
  apply (deriv_near_ext (fun t => RInt f 0 (u t) - RInt f 0 (l t)) _ _ (fun t => u' t * f (u t) - l' t * f (l t))).
  - apply filter_forall. intros t. assert (H := RInt_Chasles f 0 (l t) (u t) (P _ _) (P _ _)).
    change (RInt f 0 (l t) + RInt f (l t) (u t) = RInt f 0 (u t)) in H. lra.
  - apply filter_forall. reflexivity.
  - apply deriv_near_minus; now apply (deriv_near_comp (RInt f 0)).
Qed.
Lemma smooth_near_RInt_1 f l u a : (forall x, continuous f x) -> smooth_near 1 l a -> smooth_near 1 u a ->
  smooth_near 1 (fun t => RInt f (l t) (u t)) a.
Proof.
  intros C L U. apply (smooth_near_S _ _ (fun t => Derive u t * f (u t) - Derive l t * f (l t))).
  - apply deriv_near_RInt; [assumption | now apply smooth_deriv_near | now apply smooth_deriv_near].
  - assert (Z : forall y, smooth_near 0 f y) by (intros; apply smooth_near_0, filter_forall, C).
    apply smooth_near_minus; apply smooth_near_mult; try (now apply smooth_near_Derive);
      apply (smooth_near_comp 0 f); auto; now apply smooth_near_pred.
Qed.
Lemma smooth_near_everywhere (f : R -> R) a : (forall x, continuous f x) -> smooth_near 0 f a.
Proof. intros C. apply smooth_near_0, filter_forall, C. Qed.

(* what is said of a place holds at one that equals it *)
Lemma smooth_near_at m n f x y : (n <= m)%nat -> x = y -> smooth_near m f x -> smooth_near n f y.
Proof. intros L ->. now apply smooth_near_le. Qed.
Lemma vsmooth_near_at (E : Space) m n (c : R -> E) x y : (n <= m)%nat -> x = y -> vsmooth_near m c x -> vsmooth_near n c y.
Proof. intros L ->. now apply vsmooth_near_le. Qed.
Lemma C1_near_at (E : Space) (f : E -> R) x y : x = y -> C1_near f x -> C1_near f y. Proof. now intros ->. Qed.
Lemma C2_near_at (E : Space) (f : E -> R) x y : x = y -> C2_near f x -> C2_near f y. Proof. now intros ->. Qed.
Lemma vnear_at (E : Space) (P : E -> Prop) x y : x = y -> vnear x P -> vnear y P. Proof. now intros ->. Qed.
Lemma locally_at (P : R -> Prop) x y : x = y -> locally x P -> locally y P. Proof. now intros ->. Qed.

(* --- near a place --- *)
Lemma near_pos (f : R -> R) (a : R) : continuous f a -> 0 < f a -> locally a (fun t => 0 < f t).
Proof. intros C H. exact (near_image f a _ C (near_gt 0 (f a) H)). Qed.
Lemma near_less (f g : R -> R) (a : R) : continuous f a -> continuous g a -> f a < g a -> locally a (fun t => f t < g t).
Proof.
  intros F G H. assert (C : continuous (fun t => g t - f t) a) by now apply (continuous_minus g f).
  assert (N := near_pos _ _ C ltac:(lra)). generalize N. apply filter_imp. intros; lra.
Qed.
Lemma near_apart (f : R -> R) (a c : R) : continuous f a -> f a <> c -> locally a (fun t => f t <> c).
Proof. intros C H. exact (near_image f a _ C (near_neq c (f a) H)). Qed.
Lemma near_range lo hi (P : R -> R -> Prop) (a : R) : Int lo -> Int hi ->
  (forall i, Int i -> lo <= i -> i <= hi -> locally a (P i)) ->
  locally a (fun t => forall i, Int i -> lo <= i -> i <= hi -> P i t).
Proof.
  intros A B H.
  assert (N : forall n, (n <= count lo hi)%nat -> locally a (fun t => forall k, (k < n)%nat -> P (lo + INR k) t)).
  { induction n as [|n IH]; intros L; [apply filter_forall; intros; lia|].
    destruct (in_range lo hi n A B ltac:(lia)) as (I & Q & M).
    assert (W := filter_and (F := locally a) _ _ (IH ltac:(lia)) (H _ I Q M)). revert W. apply filter_imp. intros t [U V] k Hk.
    destruct (Nat.eq_dec k n) as [->|]; [exact V | apply U; lia]. }
  generalize (N _ (le_n _)). apply filter_imp. intros t U i [z ->] L1 L2. destruct A as [x ->]. destruct B as [y ->].
  apply le_IZR in L1. apply le_IZR in L2.
  assert (E : IZR z = IZR x + INR (Z.to_nat (z - x))) by (rewrite INR_IZR_INZ, Z2Nat.id, <- plus_IZR by lia; f_equal; lia).
  rewrite E. apply U. unfold count. rewrite <- minus_IZR, <- plus_IZR, Int_part_IZR. lia.
Qed.
Lemma near_smooth n (f u : R -> R) (a : R) : continuous u a -> smooth_near n f (u a) -> locally a (fun t => smooth_near n f (u t)).
Proof. intros C H. exact (near_image u a _ C (smooth_near_locally n f _ H)). Qed.
Lemma near_vsmooth (E : Space) n (c : R -> E) (u : R -> R) (a : R) : continuous u a -> vsmooth_near n c (u a) -> locally a (fun t => vsmooth_near n c (u t)).
Proof.
  intros C H.
  assert (N : locally a (fun t => forall k, (k < dim E)%nat -> smooth_near n (fun s => ip (c s) (base k)) (u t))).
  { generalize (dim E). intros m. induction m as [|m IH]; [apply filter_forall; intros; lia|].
    assert (B := near_smooth n _ u a C (H (base m))). generalize (filter_and _ _ IH B). apply filter_imp.
    intros t [P Q] k Hk. destruct (Nat.eq_dec k m) as [->|]; [exact Q | apply P; lia]. }
  generalize N. apply filter_imp. intros t P w.
  apply (smooth_near_ext _ (fun s => bigsum (dim E) (fun k => ip (c s) (base k) * ip w (base k)))).
  - apply filter_forall. intros. symmetry. apply ip_components.
  - apply (smooth_near_bigsum n _ (fun k s => ip (c s) (base k) * ip w (base k))). intros k Hk.
    apply smooth_near_mult; [now apply P | apply smooth_near_const].
Qed.
Lemma near_locally (P : R -> Prop) (u : R -> R) (a : R) : continuous u a -> locally (u a) P -> locally a (fun t => locally (u t) P).
Proof. intros C H. apply locally_locally in H. exact (near_image u a _ C H). Qed.
