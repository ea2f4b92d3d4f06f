(* The spaces of pairs and n-tuples of numbers, in which counterexamples are given,
   and how their parts are computed. *)
From Verify Require Export Spaces.

(* pairs of vectors of two spaces *)
Lemma fold_pairs (E F : Space) n (f : nat -> E) (g : nat -> F) :
  fold_vectors (vzero, vzero) (fun u v : E * F => (vadd (fst u) (fst v), vadd (snd u) (snd v))) n
    (fun k => (f k, g k)) = (fold_vectors vzero vadd n f, fold_vectors vzero vadd n g).
Proof. induction n; simpl; [reflexivity | now rewrite IHn]. Qed.
Lemma fold_zero (E : Space) n : fold_vectors vzero vadd n (fun _ : nat => @vzero E) = vzero.
Proof. induction n; simpl; [reflexivity | now rewrite IHn, vadd_0]. Qed.
Lemma fold_ext {V} (z : V) plus n f g : (forall k,
    (k < n)%nat -> f k = g k) -> fold_vectors z plus n f = fold_vectors z plus n g.
Proof. induction n; intros H; simpl; [reflexivity | rewrite IHn, H; auto]. Qed.
Lemma fold_add (E : Space) m n (f : nat -> E) :
  fold_vectors vzero vadd (m + n) f = vadd (fold_vectors vzero vadd m f) (fold_vectors vzero vadd n (fun k => f (m +
      k)%nat)).
Proof.
  induction n; simpl; [now rewrite Nat.add_0_r, vadd_0|]. now rewrite Nat.add_succ_r; simpl; rewrite IHn, vadd_assoc.
Qed.
Lemma vscal_zero (E : Space) c : c *v @vzero E = vzero.
Proof. apply vec_ext. intros w. now rewrite ip_scal, ip_0, Rmult_0_r. Qed.

Definition times_base (E F : Space) (k : nat) : E * F :=
  if Nat.ltb k (dim E) then (base k, vzero) else (vzero, base (k - dim E)).

Definition times (E F : Space) : Space.
Proof.
  refine {| car := (E * F)%type; vzero := (vzero, vzero);
            vadd := fun u v => (vadd (fst u) (fst v), vadd (snd u) (snd v));
            vscal := fun c u => (vscal c (fst u), vscal c (snd u));
            ip := fun u v => ip (fst u) (fst v) + ip (snd u) (snd v);
            dim := dim E + dim F; base := times_base E F |}.
  - intros [u1 u2] [v1 v2]; simpl. now rewrite (vadd_comm E), (vadd_comm F).
  - intros [u1 u2] [v1 v2] [w1 w2]; simpl. now rewrite (vadd_assoc E), (vadd_assoc F).
  - intros [u1 u2]; simpl. now rewrite (vadd_0 E), (vadd_0 F).
  - intros [u1 u2]; simpl. now rewrite (vadd_opp E), (vadd_opp F).
  - intros [u1 u2] [v1 v2]; simpl. now rewrite (ip_sym E), (ip_sym F).
  - intros [u1 u2] [v1 v2] [w1 w2]; simpl. rewrite (ip_add E), (ip_add F). ring.
  - intros c [u1 u2] [w1 w2]; simpl. rewrite (ip_scal E), (ip_scal F). ring.
  - intros [u1 u2]; simpl. assert (H := ip_pos E u1). assert (K := ip_pos F u2). lra.
  - intros [u1 u2]; simpl. intros H. assert (P := ip_pos E u1). assert (Q := ip_pos F u2).
    rewrite (ip_def E u1), (ip_def F u2) by lra. reflexivity.
  - intros [u1 u2]. set (z := (@vzero E, @vzero F)).
    assert (H : forall n f, fold_vectors z (fun u v : E * F => (vadd (fst u) (fst v), vadd (snd u) (snd v))) n f =
      (fold_vectors vzero vadd n (fun k => fst (f k)), fold_vectors vzero vadd n (fun k => snd (f k)))).
    { intros n f. rewrite <- fold_pairs. apply fold_ext. intros k _. now destruct (f k). }
    rewrite H. simpl. f_equal.
    + rewrite fold_add, (base_span E u1) at 1.
      rewrite (fold_ext _ _ (dim F) _ (fun _ => vzero)); [rewrite fold_zero, vadd_0; apply fold_ext|]; intros k Hk;
        unfold times_base.
      * rewrite (proj2 (Nat.ltb_lt _ _) Hk). simpl. now rewrite ip_0_r, Rplus_0_r.
      * destruct (Nat.ltb_spec (dim E + k) (dim E)); [lia|]. simpl. apply vscal_zero.
    + rewrite fold_add, (base_span F u2) at 1.
      rewrite (fold_ext _ _ (dim E) _ (fun _ => vzero)); [rewrite fold_zero, vadd_0_l; apply fold_ext|]; intros k Hk;
        unfold times_base.
      * destruct (Nat.ltb_spec (dim E + k) (dim E)); [lia|]. simpl. rewrite ip_0_r, Rplus_0_l.
        now replace (dim E + k - dim E)%nat with k by lia.
      * rewrite (proj2 (Nat.ltb_lt _ _) Hk). simpl. apply vscal_zero.
Defined.

(* pairs and triples of numbers; one number is a vector of the line *)
Definition plane : Space := times line line.
Definition solid : Space := times plane line.
