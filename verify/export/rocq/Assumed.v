(* Theorems that proofs rest on and that this library does not prove: each is taken on trust, as it stands in the book
   or the paper that is named with it. What a claim assumes of them, [Print Assumptions] says at the end of its file. *)
From Verify Require Export Cited.

(* --- real symmetric matrices, by orthonormal bases of eigenvectors --- *)
(* A = Σ αᵢaᵢaᵢᵀ, B = Σ βⱼbⱼbⱼᵀ and A + B = Σ γₖcₖcₖᵀ are d × d matrices; an orthonormal basis is said to be one by its
   inner products, and by ‖x‖² = Σ ⟨x, aᵢ⟩² for every x; a matrix is given by its quadratic form, xᵀAx = Σ ⟨x, aᵢ⟩²αᵢ. *)

(* tr exp(A + B) <= tr(exp(A) exp(B)): R. Bhatia, Matrix Analysis, Theorem IX.3.5 (for the trace);
   C. J. Thompson, J. Math. Phys. 6 (1965) 1812 *)
Axiom golden_thompson : forall (E : Space) (a b c : R -> E) (d : R) (α β γ : R -> R),
  Int d -> d >= 1 ->
  (forall i j, Int i -> Int j -> i >= 1 -> d >= i -> j >= 1 -> d >= j -> ip (a i) (a j) = delta i j) ->
  (forall (x : E), ip x x = Sum 1 d (fun i => ip x (a i) ^ 2)) ->
  (forall i j, Int i -> Int j -> i >= 1 -> d >= i -> j >= 1 -> d >= j -> ip (b i) (b j) = delta i j) ->
  (forall (x : E), ip x x = Sum 1 d (fun i => ip x (b i) ^ 2)) ->
  (forall i j, Int i -> Int j -> i >= 1 -> d >= i -> j >= 1 -> d >= j -> ip (c i) (c j) = delta i j) ->
  (forall (x : E), ip x x = Sum 1 d (fun i => ip x (c i) ^ 2)) ->
  (forall (x : E), Sum 1 d (fun i => ip x (c i) ^ 2 * γ i) =
    Sum 1 d (fun i => ip x (a i) ^ 2 * α i) + Sum 1 d (fun i => ip x (b i) ^ 2 * β i)) ->
  Sum 1 d (fun i => Sum 1 d (fun j => ip (a i) (b j) ^ 2 * exp (β j)) * exp (α i)) >= Sum 1 d (fun i => exp (γ i)).

(* tr exp(A + B) = tr(exp(A) exp(B)) only if AB = BA; aᵢᵀ(AB − BA)aₖ is written out: W. So, Equality cases in matrix
   exponential inequalities, SIAM J. Matrix Anal. Appl. 13 (1992) 1154 *)
Axiom golden_thompson_equality : forall (E : Space) (a b c : R -> E) (d : R) (α β γ : R -> R),
  Int d -> d >= 1 ->
  (forall i j, Int i -> Int j -> i >= 1 -> d >= i -> j >= 1 -> d >= j -> ip (a i) (a j) = delta i j) ->
  (forall (x : E), ip x x = Sum 1 d (fun i => ip x (a i) ^ 2)) ->
  (forall i j, Int i -> Int j -> i >= 1 -> d >= i -> j >= 1 -> d >= j -> ip (b i) (b j) = delta i j) ->
  (forall (x : E), ip x x = Sum 1 d (fun i => ip x (b i) ^ 2)) ->
  (forall i j, Int i -> Int j -> i >= 1 -> d >= i -> j >= 1 -> d >= j -> ip (c i) (c j) = delta i j) ->
  (forall (x : E), ip x x = Sum 1 d (fun i => ip x (c i) ^ 2)) ->
  (forall (x : E), Sum 1 d (fun i => ip x (c i) ^ 2 * γ i) =
    Sum 1 d (fun i => ip x (a i) ^ 2 * α i) + Sum 1 d (fun i => ip x (b i) ^ 2 * β i)) ->
  Sum 1 d (fun i => Sum 1 d (fun j => ip (a i) (b j) ^ 2 * exp (β j)) * exp (α i)) = Sum 1 d (fun i => exp (γ i)) ->
  forall i k, Int i -> Int k -> i >= 1 -> d >= i -> k >= 1 -> d >= k ->
  (-1 * α k + α i) * Sum 1 d (fun j => β j * ip (a i) (b j) * ip (a k) (b j)) = 0.

(* --- spaces of symmetric matrices --- *)
(* The vectors of the space S are real symmetric d × d matrices, with ⟨A, B⟩ = tr(AB); Z A = tr exp A, I is the identity,
   λ k A is the k-th eigenvalue of A, and E k A is the projection on the k-th vector of an orthonormal basis of
   eigenvectors of A. What is needed of these is said wherever this is said. *)
Parameter symmetric_matrices : forall S : Space,
  R -> (S -> R) -> S -> (R -> S -> R) -> (R -> S -> S) -> Prop.
Arguments symmetric_matrices {_}.

(* tr exp(A + B) <= tr(exp(A) exp(B)), where exp A is the gradient of tr exp at A: R. Bhatia, Matrix Analysis,
   Theorem IX.3.5 (for the trace); C. J. Thompson, J. Math. Phys. 6 (1965) 1812 *)
Axiom golden_thompson_in_traces : forall (S : Space) (d : R) (I : S) (Z : S -> R) (λ : R -> S -> R) (E : R -> S -> S),
  Int d -> (forall (A : S), 0 < Z A) ->
  (forall (A : S), C1_near Z A) ->
  symmetric_matrices d Z I λ E ->
  forall (A B : S), ip (grad Z A) (grad Z B) >= Z (A +v B).

(* --- complete connected manifolds, by their exponential map and their distance --- *)
(* M is the set of points, [tangent p] the tangent space at p. [Exp] is given a point and a vector with the point at
   which that is one: [Exp v v U] is the end of the geodesic from v with the velocity U. A point may have several
   names: those at the distance 0 from each other are one point. *)
Parameter complete_manifold : forall M : Points, (M -> forall q : M, tangent q -> M) -> (M -> M -> R) -> Prop.
Parameter nonnegative_curvature : forall M : Points, (M -> forall q : M, tangent q -> M) -> (M -> M -> R) -> Prop.
Parameter nonpositive_curvature : forall M : Points, (M -> forall q : M, tangent q -> M) -> (M -> M -> R) -> Prop.
Parameter simply_connected : forall M : Points, (M -> forall q : M, tangent q -> M) -> (M -> M -> R) -> Prop.
(* a shortest path from Exp v v U to q has a lift to the tangent space at v, from U to W *)
Parameter lifts : forall M : Points, (M -> forall q : M, tangent q -> M) -> (M -> M -> R) ->
  forall v : M, tangent v -> M -> tangent v -> Prop.
Arguments complete_manifold {_}. Arguments nonnegative_curvature {_}. Arguments nonpositive_curvature {_}.
Arguments simply_connected {_}. Arguments lifts {_}.

(* definition of a metric *)
Axiom distance_not_negative : forall (M : Points) (Exp : M -> forall (q : M), tangent q -> M) (dist : M -> M -> R)
  (v q : M), complete_manifold Exp dist -> dist v q >= 0.
Axiom no_distance : forall (M : Points) (Exp : M -> forall (q : M), tangent q -> M) (dist : M -> M -> R) (v : M),
  complete_manifold Exp dist -> dist v v = 0.

(* definition of the Riemannian distance *)
Axiom distance_at_most_length : forall (M : Points) (Exp : M -> forall (q : M), tangent q -> M) (dist : M -> M -> R)
  (v q : M) (U : tangent v),
  complete_manifold Exp dist -> dist (Exp v v U) q = 0 -> 0 <= ip U U /\ sqrt (ip U U) >= dist v q.

(* Hopf and Rinow: M. P. do Carmo, Riemannian Geometry, Chapter 7, Theorem 2.8 (f). There is a geodesic W from v to q as
   long as their distance: what follows from such a W holds. *)
Axiom hopf_rinow : forall (M : Points) (Exp : M -> forall (q : M), tangent q -> M) (dist : M -> M -> R) (v q : M)
  (z : R),
  complete_manifold Exp dist ->
  (forall (W : tangent v), dist (Exp v v W) q = 0 -> ip W W = dist v q ^ 2 -> z >= 0) -> z >= 0.

(* Toponogov, of a hinge of a shortest geodesic W from v to q and any geodesic U: J. Cheeger and D. G. Ebin, Comparison
   Theorems in Riemannian Geometry, Theorem 2.2 (B) *)
Axiom toponogov : forall (M : Points) (Exp : M -> forall (q : M), tangent q -> M) (dist : M -> M -> R) (v q : M)
  (U W : tangent v),
  complete_manifold Exp dist -> nonnegative_curvature Exp dist ->
  dist (Exp v v W) q = 0 -> ip W W = dist v q ^ 2 ->
  -2 * ip U W + ip U U + ip W W >= dist (Exp v v U) q ^ 2.

(* Cartan and Hadamard: do Carmo, Chapter 7, Theorem 3.1. Exp v v is a covering: a shortest path to q has a lift, from U
   to some W, and what follows from such a W holds. *)
Axiom cartan_hadamard_covering : forall (M : Points) (Exp : M -> forall (q : M), tangent q -> M) (dist : M -> M -> R)
  (v q : M) (U : tangent v) (z : R),
  complete_manifold Exp dist -> nonpositive_curvature Exp dist ->
  (forall (W : tangent v), lifts Exp dist v U q W -> z >= 0) -> z >= 0.

(* definition of a lift *)
Axiom lift_arrives : forall (M : Points) (Exp : M -> forall (q : M), tangent q -> M) (dist : M -> M -> R) (v q : M)
  (U W : tangent v),
  complete_manifold Exp dist -> lifts Exp dist v U q W -> dist (Exp v v W) q = 0.

(* Rauch: do Carmo, Chapter 10, Proposition 2.5, and Chapter 7, Theorem 3.1. Exp v v does not shorten curves. *)
Axiom hinge_comparison : forall (M : Points) (Exp : M -> forall (q : M), tangent q -> M) (dist : M -> M -> R) (v q : M)
  (U W : tangent v),
  complete_manifold Exp dist -> nonpositive_curvature Exp dist -> lifts Exp dist v U q W ->
  dist (Exp v v U) q ^ 2 >= -2 * ip U W + ip U U + ip W W.

(* Cartan and Hadamard again: Exp v v is one-to-one, and with do Carmo, Chapter 7, Theorem 2.8 (f), geodesics are
   shortest paths *)
Axiom cartan_hadamard_one_geodesic : forall (M : Points) (Exp : M -> forall (q : M), tangent q -> M)
  (dist : M -> M -> R) (v q : M) (U W : tangent v),
  complete_manifold Exp dist -> nonpositive_curvature Exp dist -> simply_connected Exp dist ->
  dist (Exp v v W) q = 0 -> lifts Exp dist v U q W.
Axiom cartan_hadamard_shortest : forall (M : Points) (Exp : M -> forall (q : M), tangent q -> M) (dist : M -> M -> R)
  (v q : M) (U : tangent v),
  complete_manifold Exp dist -> nonpositive_curvature Exp dist -> simply_connected Exp dist ->
  dist (Exp v v U) q = 0 -> 0 <= ip U U /\ sqrt (ip U U) = dist v q.

(* --- diffeomorphisms of a complete manifold onto a space --- *)
(* f is one, with the differential Df, of the manifold with this exponential map *)
Parameter diffeomorphism : forall (M : Points) (E : Space),
  (M -> E) -> (M -> forall q : M, tangent q -> E) -> (M -> forall q : M, tangent q -> M) -> Prop.
Arguments diffeomorphism {_ _}.

(* J. M. Lee, Introduction to Riemannian Manifolds, Proposition 5.20 and Example 5.17 *)
Axiom isometries_keep_geodesics : forall (M : Points) (E : Space) (f : M -> E)
  (Df : M -> forall (q : M), tangent q -> E) (Exp : M -> forall (q : M), tangent q -> M) (v : M) (U : tangent v),
  diffeomorphism f Df Exp ->
  (forall (p : M) (u : tangent p), ip (Df p p u) (Df p p u) = ip u u) ->
  f (Exp v v U) = f v +v Df v v U.
