(* What the toolkit's language means in Rocq, second part: real inner-product spaces of finite dimension. *)
From Verify Require Export Numbers.
From Coq Require ClassicalDedekindReals Classical_Prop.

Fixpoint fold_vectors {V : Type} (z : V) (plus : V -> V -> V) (n : nat) (g : nat -> V) : V :=
  match n with O => z | S m => plus (fold_vectors z plus m g) (g m) end.

(* [base] are vectors whose components determine a vector: each is the sum of them times its inner products with them *)
Record Space := {
  car :> Type; vzero : car; vadd : car -> car -> car; vscal : R -> car -> car; ip : car -> car -> R;
  dim : nat; base : nat -> car;
  vadd_comm : forall u v, vadd u v = vadd v u;
  vadd_assoc : forall u v w, vadd u (vadd v w) = vadd (vadd u v) w;
  vadd_0 : forall u, vadd u vzero = u;
  vadd_opp : forall u, vadd u (vscal (-1) u) = vzero;
  ip_sym : forall u v, ip u v = ip v u;
  ip_add : forall u v w, ip (vadd u v) w = ip u w + ip v w;
  ip_scal : forall c u w, ip (vscal c u) w = c * ip u w;
  ip_pos : forall u, 0 <= ip u u;
  ip_def : forall u, ip u u = 0 -> u = vzero;
  base_span : forall u, u = fold_vectors vzero vadd dim (fun k => vscal (ip u (base k)) (base k)) }.
Arguments vadd {_}. Arguments vscal {_}. Arguments ip {_}. Arguments vzero {_}. Arguments base {_}. Arguments dim : clear implicits.
Infix "+v" := vadd (at level 50, left associativity).
Infix "*v" := vscal (at level 40).

(* sums of vectors over the integers from lo to hi *)
Definition VSum {E : Space} (lo hi : R) (f : R -> E) : E :=
  fold_vectors vzero vadd (count lo hi) (fun k => f (lo + INR k)).

Section Laws.
Variable E : Space.
Implicit Types u v w : E.
Lemma ip_add_r u v w : ip w (u +v v) = ip w u + ip w v. Proof. rewrite !(ip_sym E w). apply ip_add. Qed.
Lemma ip_scal_r c u w : ip w (c *v u) = c * ip w u. Proof. rewrite !(ip_sym E w). apply ip_scal. Qed.
Lemma ip_0 w : ip vzero w = 0. Proof. assert (H := ip_add E vzero vzero w). rewrite vadd_0 in H. lra. Qed.
Lemma ip_0_r w : ip w vzero = 0. Proof. rewrite ip_sym. apply ip_0. Qed.
Lemma vadd_0_l u : vzero +v u = u. Proof. rewrite vadd_comm. apply vadd_0. Qed.
Lemma vec_eq u v : ip (u +v (-1) *v v) (u +v (-1) *v v) = 0 -> u = v.
Proof.
  intros H. apply ip_def in H.
  rewrite <- (vadd_0 E v), <- H, (vadd_comm E u), (vadd_assoc E v), vadd_opp. now rewrite vadd_0_l.
Qed.
(* vectors are equal if their inner products with all vectors are *)
Lemma vec_ext u v : (forall w, ip u w = ip v w) -> u = v.
Proof. intros H. apply vec_eq. rewrite ip_add, ip_scal, H. ring. Qed.
Lemma ip_fold n (f : nat -> E) w : ip (fold_vectors vzero vadd n f) w = bigsum n (fun k => ip (f k) w).
Proof. induction n; simpl; [apply ip_0 | rewrite ip_add, IHn; reflexivity]. Qed.
Lemma ip_VSum lo hi (f : R -> E) w : ip (VSum lo hi f) w = Sum lo hi (fun i => ip (f i) w).
Proof. apply ip_fold. Qed.
Lemma ip_VSum_r lo hi (f : R -> E) w : ip w (VSum lo hi f) = Sum lo hi (fun i => ip w (f i)).
Proof. rewrite ip_sym, ip_VSum. apply bigsum_ext. intros. apply ip_sym. Qed.
End Laws.
Global Hint Rewrite ip_add ip_scal ip_add_r ip_scal_r ip_0 ip_0_r ip_VSum ip_VSum_r : ip.

(* a set of points, with a space at each of them: of a manifold, its points and their tangent spaces *)
Record Points := { point :> Type; origin : point; tangent : point -> Space }.
Arguments tangent {_}.
(* of a vector at one point, a value at every point *)
Definition section {M : Points} (p : M) (u : tangent p) (q : M) : tangent q :=
  match ClassicalDedekindReals.sig_not_dec (p = q) with
  | left N => eq_rect p (fun r => car (tangent r)) u q (Classical_Prop.NNPP _ N) | right _ => vzero end.
Lemma section_at {M : Points} (p : M) (u : tangent p) : section p u p = u.
Proof.
  unfold section. destruct (ClassicalDedekindReals.sig_not_dec (p = p)) as [N|N]; [|now destruct N].
  now rewrite (Classical_Prop.proof_irrelevance _ (Classical_Prop.NNPP _ N) eq_refl).
Qed.
Lemma section_of {M : Points} (p : M) (u : tangent p) : exists U : forall q : M, tangent q, U p = u.
Proof. exists (section p u). apply section_at. Qed.
Tactic Notation "as_section" ident(u) := let v := fresh "v" in let E := fresh "E" in
  rename u into v; destruct (section_of _ v) as [u E]; subst v.

(* the line is a space, in which what is said of all spaces can be looked at *)
Definition line : Space.
Proof.
  refine {| car := R; vzero := 0; vadd := Rplus; vscal := Rmult; ip := Rmult; dim := 1; base := fun _ => 1 |};
    intros; simpl; try ring; try nra.
Defined.

(* --- derivatives of what has vectors as values or arguments, by their components --- *)
Definition along {E : Space} (x u : E) (t : R) : E := x +v (t *v u).
Definition vDerive {E : Space} (c : R -> E) (a : R) : E :=
  fold_vectors vzero vadd (dim E) (fun k => (Derive (fun t => ip (c t) (base k)) a) *v base k).
Definition grad {E : Space} (f : E -> R) (x : E) : E :=
  fold_vectors vzero vadd (dim E) (fun k => (Derive (fun t => f (along x (base k) t)) 0) *v base k).
Definition hess {E : Space} (f : E -> R) (x u : E) : E := vDerive (fun t => grad f (along x u t)) 0.
Definition vnear {E : Space} (x : E) (P : E -> Prop) : Prop :=
  exists d, 0 < d /\ forall y, ip (y +v (-1) *v x) (y +v (-1) *v x) < d -> P y.
Definition continuous_at {E : Space} (f : E -> R) (x : E) : Prop :=
  forall eps, 0 < eps -> vnear x (fun y => Rabs (f y - f x) < eps).
(* f has at x the linear approximation with the gradient as its slope *)
Definition differentiable_at {E : Space} (f : E -> R) (x : E) : Prop :=
  forall eps, 0 < eps ->
  vnear x (fun y => let h := y +v (-1) *v x in Rabs (f y - f x - ip (grad f x) h) <= eps * sqrt (ip h h)).
(* once and twice continuously differentiable near x *)
Definition C1_near {E : Space} (f : E -> R) (x : E) : Prop :=
  vnear x (fun y => differentiable_at f y /\ forall w, continuous_at (fun z => ip (grad f z) w) y).
Definition C2_near {E : Space} (f : E -> R) (x : E) : Prop :=
  C1_near f x /\ forall w, C1_near (fun y => ip (grad f y) w) x.

(* n times continuously differentiable near a *)
Definition smooth_near (n : nat) (f : R -> R) (a : R) : Prop :=
  locally a (fun x => forall k, (k <= n)%nat -> ex_derive_n f k x /\ continuous (Derive_n f k) x).
Definition vsmooth_near {E : Space} (n : nat) (c : R -> E) (a : R) : Prop :=
  forall w, smooth_near n (fun t => ip (c t) w) a.
