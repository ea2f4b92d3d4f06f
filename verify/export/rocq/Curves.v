(* Derivatives of sums, of curves in a space, of inner products of them, and of functions along them. *)
From Verify Require Export Smooth.

(* --- sums --- *)
Lemma is_derive_bigsum n (f : nat -> R -> R) (l : nat -> R) a : (forall k, (k < n)%nat -> is_derive (f k) a (l k)) ->
  is_derive (fun t => bigsum n (fun k => f k t)) a (bigsum n l).
Proof.
  induction n; intros H; [apply (is_derive_const 0 a)|].
  apply (is_derive_plus (fun t => bigsum n (fun k => f k t)) (f n)); [apply IHn; intros; apply H; lia | apply H; lia].
Qed.
Lemma deriv_near_bigsum n (f f' : nat -> R -> R) a : (forall k, (k < n)%nat -> deriv_near (f k) a (f' k)) ->
  deriv_near (fun t => bigsum n (fun k => f k t)) a (fun t => bigsum n (fun k => f' k t)).
Proof.
  induction n; intros H; [apply (deriv_near_const 0)|]. apply (deriv_near_plus (fun t => bigsum n (fun k => f k t)) (f n)).
  - apply IHn. intros. apply H. lia.
  - apply H. lia.
Qed.
Lemma smooth_near_bigsum m n (f : nat -> R -> R) a : (forall k, (k < n)%nat -> smooth_near m (f k) a) ->
  smooth_near m (fun t => bigsum n (fun k => f k t)) a.
Proof.
  induction n; intros H; [apply (smooth_near_const _ 0)|].
  apply (smooth_near_plus _ (fun t => bigsum n (fun k => f k t)) (f n)).
  - apply IHn. intros. apply H. lia.
  - apply H. lia.
Qed.
Lemma in_range lo hi k : Int lo -> Int hi -> (k < count lo hi)%nat -> Int (lo + INR k) /\ lo <= lo + INR k /\ lo + INR k <= hi.
Proof.
  intros A B H. repeat split; [auto with int | assert (P := pos_INR k); lra | now apply count_bound].
Qed.
Lemma deriv_near_Sum lo hi (f f' : R -> R -> R) a : Int lo -> Int hi ->
  (forall i, Int i -> lo <= i -> i <= hi -> deriv_near (f i) a (f' i)) ->
  deriv_near (fun t => Sum lo hi (fun i => f i t)) a (fun t => Sum lo hi (fun i => f' i t)).
Proof.
  intros A B H. apply (deriv_near_bigsum _ (fun k => f (lo + INR k)) (fun k => f' (lo + INR k))).
  intros k Hk. destruct (in_range lo hi k A B Hk) as (P & Q & S). auto.
Qed.
Lemma smooth_near_Sum n lo hi (f : R -> R -> R) a : Int lo -> Int hi ->
  (forall i, Int i -> lo <= i -> i <= hi -> smooth_near n (f i) a) -> smooth_near n (fun t => Sum lo hi (fun i => f i t)) a.
Proof.
  intros A B H. apply (smooth_near_bigsum n _ (fun k => f (lo + INR k))).
  intros k Hk. destruct (in_range lo hi k A B Hk) as (P & Q & S). auto.
Qed.

(* --- vectors by their components --- *)
Section Curves.
Variable E : Space.
Implicit Types c d : R -> E.

Lemma ip_components (u v : E) : ip u v = bigsum (dim E) (fun k => ip u (base k) * ip v (base k)).
Proof.
  rewrite (base_span E u) at 1. rewrite ip_fold. apply bigsum_ext. intros k _. rewrite ip_scal. f_equal. apply ip_sym.
Qed.

(* the derivative of a curve near a place *)
Definition vderiv_near c a c' : Prop := forall w, deriv_near (fun t => ip (c t) w) a (fun t => ip (c' t) w).

Lemma vderiv_near_const (u : E) a : vderiv_near (fun _ => u) a (fun _ => vzero).
Proof.
  intros w. apply (deriv_near_ext (fun _ => ip u w) _ _ (fun _ => 0)); [| |apply deriv_near_const];
    apply filter_forall; intros; [reflexivity | now rewrite ip_0].
Qed.
Lemma vderiv_near_add c d c' d' a : vderiv_near c a c' -> vderiv_near d a d' ->
  vderiv_near (fun t => c t +v d t) a (fun t => c' t +v d' t).
Proof.
  intros C D w.
  apply (deriv_near_ext (fun t => ip (c t) w + ip (d t) w) _ _ (fun t => ip (c' t) w + ip (d' t) w));
    [| |now apply (deriv_near_plus (fun t => ip (c t) w) (fun t => ip (d t) w))];
    apply filter_forall; intros; now rewrite ip_add.
Qed.
Lemma vderiv_near_scal f c f' c' a : deriv_near f a f' -> vderiv_near c a c' ->
  vderiv_near (fun t => f t *v c t) a (fun t => f' t *v c t +v f t *v c' t).
Proof.
  intros F C w.
  apply (deriv_near_ext (fun t => f t * ip (c t) w) _ _ (fun t => f' t * ip (c t) w + f t * ip (c' t) w));
    [| |now apply (deriv_near_mult f (fun t => ip (c t) w))];
    apply filter_forall; intros; now rewrite ?ip_add, !ip_scal.
Qed.
Lemma vderiv_near_comp c f c' f' a : vderiv_near c (f a) c' -> deriv_near f a f' ->
  vderiv_near (fun t => c (f t)) a (fun t => f' t *v c' (f t)).
Proof.
  intros C F w.
  apply (deriv_near_ext (fun t => ip (c (f t)) w) _ _ (fun t => f' t * ip (c' (f t)) w));
    [| |now apply (deriv_near_comp (fun t => ip (c t) w) f (fun t => ip (c' t) w))];
    apply filter_forall; intros; now rewrite ?ip_scal.
Qed.
Lemma vderiv_near_VSum lo hi (f f' : R -> R -> E) a : Int lo -> Int hi ->
  (forall i, Int i -> lo <= i -> i <= hi -> vderiv_near (f i) a (f' i)) ->
  vderiv_near (fun t => VSum lo hi (fun i => f i t)) a (fun t => VSum lo hi (fun i => f' i t)).
Proof.
  intros A B H w.
  apply (deriv_near_ext (fun t => Sum lo hi (fun i => ip (f i t) w)) _ _ (fun t => Sum lo hi (fun i => ip (f' i t) w)));
    [| |apply (deriv_near_Sum lo hi (fun i t => ip (f i t) w) (fun i t => ip (f' i t) w)); auto; intros i I L M; now apply H];
    apply filter_forall; intros; now rewrite ip_VSum.
Qed.
Lemma vderiv_near_ext c d c' d' a : (forall t, c t = d t) -> (forall t, c' t = d' t) -> vderiv_near c a c' -> vderiv_near d a d'.
Proof. intros A B H w. apply (deriv_near_ext (fun t => ip (c t) w) _ _ (fun t => ip (c' t) w)); [| |apply H]; apply filter_forall; intros; congruence. Qed.

Lemma deriv_near_ip c d c' d' a : vderiv_near c a c' -> vderiv_near d a d' ->
  deriv_near (fun t => ip (c t) (d t)) a (fun t => ip (c' t) (d t) + ip (c t) (d' t)).
Proof.
  intros C D.
  apply (deriv_near_ext (fun t => bigsum (dim E) (fun k => ip (c t) (base k) * ip (d t) (base k))) _ _
    (fun t => bigsum (dim E) (fun k => ip (c' t) (base k) * ip (d t) (base k) + ip (c t) (base k) * ip (d' t) (base k)))).
  3: { apply (deriv_near_bigsum _ (fun k t => ip (c t) (base k) * ip (d t) (base k))
         (fun k t => ip (c' t) (base k) * ip (d t) (base k) + ip (c t) (base k) * ip (d' t) (base k))).
       intros k _. apply (deriv_near_mult (fun t => ip (c t) (base k)) (fun t => ip (d t) (base k))); auto. }
  all: apply filter_forall; intros t.
  - symmetry. apply ip_components.
  - rewrite bigsum_plus, <- !ip_components. reflexivity.
Qed.

Lemma vderiv_near_vDerive c a c' : vderiv_near c a c' -> vDerive c a = c' a.
Proof.
  intros H. unfold vDerive. apply vec_ext. intros w. rewrite ip_fold, (ip_components (c' a)). apply bigsum_ext.
  intros k _. rewrite ip_scal, (deriv_near_Derive _ _ _ (H (base k))). f_equal. apply ip_sym.
Qed.
(* the component of the derivative is the derivative of the component *)
Lemma is_derive_component c a w : (forall k, (k < dim E)%nat -> ex_derive (fun t => ip (c t) (base k)) a) ->
  is_derive (fun t => ip (c t) w) a (ip (vDerive c a) w).
Proof.
  intros H. apply (is_derive_ext (fun t => bigsum (dim E) (fun k => ip w (base k) * ip (c t) (base k)))).
  { intros t. rewrite (ip_components (c t)). apply bigsum_ext. intros. apply Rmult_comm. }
  unfold vDerive. rewrite ip_fold.
  rewrite (bigsum_ext _ _ (fun k => ip w (base k) * Derive (fun t => ip (c t) (base k)) a)).
  - apply (is_derive_bigsum _ (fun k t => ip w (base k) * ip (c t) (base k))). intros k Hk.
    apply (is_derive_scal (fun t => ip (c t) (base k))). now apply Derive_correct, H.
  - intros k _. rewrite ip_scal, (ip_sym E (base k)). apply Rmult_comm.
Qed.

(* --- smooth curves --- *)
Lemma vsmooth_near_vderiv n c a : vsmooth_near (S n) c a -> vderiv_near c a (vDerive c).
Proof.
  intros H w.
  assert (N : locally a (fun t => forall k, (k < dim E)%nat -> ex_derive (fun s => ip (c s) (base k)) t)).
  { generalize (dim E). intros m. induction m as [|m IH]; [apply filter_forall; intros; lia|].
    assert (B := smooth_near_deriv n _ _ (H (base m))). apply deriv_near_iff in B.
    generalize (filter_and _ _ IH B). apply filter_imp. intros t [P Q] k Hk.
    destruct (Nat.eq_dec k m) as [->|]; [eexists; exact Q | apply P; lia]. }
  apply deriv_near_iff. generalize N. apply filter_imp. intros t P. now apply is_derive_component.
Qed.
Lemma vsmooth_near_const n (u : E) a : vsmooth_near n (fun _ => u) a.
Proof. intros w. apply smooth_near_const. Qed.
Lemma vsmooth_near_add n c d a : vsmooth_near n c a -> vsmooth_near n d a -> vsmooth_near n (fun t => c t +v d t) a.
Proof.
  intros C D w. apply (smooth_near_ext _ (fun t => ip (c t) w + ip (d t) w)); [|now apply smooth_near_plus].
  apply filter_forall. intros. now rewrite ip_add.
Qed.
Lemma vsmooth_near_scal n f c a : smooth_near n f a -> vsmooth_near n c a -> vsmooth_near n (fun t => f t *v c t) a.
Proof.
  intros F C w. apply (smooth_near_ext _ (fun t => f t * ip (c t) w)); [|now apply smooth_near_mult].
  apply filter_forall. intros. now rewrite ip_scal.
Qed.
Lemma vsmooth_near_comp n c f a : vsmooth_near n c (f a) -> smooth_near n f a -> vsmooth_near n (fun t => c (f t)) a.
Proof. intros C F w. now apply (smooth_near_comp n (fun t => ip (c t) w)). Qed.
Lemma vsmooth_near_VSum n lo hi (f : R -> R -> E) a : Int lo -> Int hi ->
  (forall i, Int i -> lo <= i -> i <= hi -> vsmooth_near n (f i) a) -> vsmooth_near n (fun t => VSum lo hi (fun i => f i t)) a.
Proof.
  intros A B H w. apply (smooth_near_ext _ (fun t => Sum lo hi (fun i => ip (f i t) w))).
  - apply filter_forall. intros. now rewrite ip_VSum.
  - apply (smooth_near_Sum n lo hi (fun i t => ip (f i t) w)); auto. intros i I L M. now apply H.
Qed.
Lemma smooth_near_ip n c d a : vsmooth_near n c a -> vsmooth_near n d a -> smooth_near n (fun t => ip (c t) (d t)) a.
Proof.
  intros C D. apply (smooth_near_ext _ (fun t => bigsum (dim E) (fun k => ip (c t) (base k) * ip (d t) (base k)))).
  - apply filter_forall. intros. symmetry. apply ip_components.
  - apply (smooth_near_bigsum n _ (fun k t => ip (c t) (base k) * ip (d t) (base k))). intros k _.
    now apply smooth_near_mult.
Qed.
Lemma vsmooth_near_vDerive n c a : vsmooth_near (S n) c a -> vsmooth_near n (vDerive c) a.
Proof.
  intros H w. apply (smooth_near_ext _ (Derive (fun t => ip (c t) w))); [|apply smooth_near_Derive, H].
  assert (V := vsmooth_near_vderiv n c a H w). now apply deriv_near_Derive_near.
Qed.
Lemma vsmooth_near_le m n c a : (m <= n)%nat -> vsmooth_near n c a -> vsmooth_near m c a.
Proof. intros L H w. now apply (smooth_near_le n). Qed.
End Curves.
Arguments vderiv_near {E}.
