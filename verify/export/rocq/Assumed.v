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
