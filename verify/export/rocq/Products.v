(* Equations between polynomials in numbers and inner products, decided by calculating: that inner products are bilinear
   and symmetric is proved once, for expressions of vectors; the rest is done with fractions of any length. *)
From Verify Require Export Spaces.
From Verify Require Import Fractions.
From Bignums Require BigQ.
Require Import Ring_polynom Ring_tac RealField List ListTactics.
Import BigQ.
Open Scope R_scope.

Local Notation scalar := (PExpr BigQ.t).
Inductive vector := Atom (n : nat) | Sum_of (u v : vector) | Times (c : scalar) (v : vector) | Zero.
Inductive number := Scalar (c : scalar) | Plus (a b : number) | Mult (a b : number) | Power (a : number) (n : N)
  | Product (u v : vector).

Section Meaning.
Variable E : Space.
Variable vectors : list E.
Variable letters : list R.
(* the letters, and all inner products of two vectors *)
Definition products : list R := flat_map (fun u => map (ip u) vectors) vectors.
Definition all : list R := letters ++ products.
Definition means (c : scalar) : R := PEeval 0 1 Rplus Rmult Rminus Ropp real_of N.to_nat pow all c.
Definition atom (n : nat) : E := nth n vectors vzero.
Fixpoint vector_of (v : vector) : E := match v with
  | Atom n => atom n | Sum_of u v => vector_of u +v vector_of v | Times c v => means c *v vector_of v | Zero => vzero end.
Fixpoint number_of (a : number) : R := match a with
  | Scalar c => means c | Plus a b => number_of a + number_of b | Mult a b => number_of a * number_of b
  | Power a n => number_of a ^ N.to_nat n | Product u v => ip (vector_of u) (vector_of v) end.

(* a vector as a list of multiples of atoms *)
Fixpoint parts (v : vector) : list (scalar * nat) := match v with
  | Atom n => (PEc BigQ.one, n) :: nil | Sum_of u v => parts u ++ parts v
  | Times c v => map (fun p => (PEmul c (fst p), snd p)) (parts v) | Zero => nil end.
Definition added {A : Type} (f : A -> R) (l : list A) : R := fold_right (fun a s => f a + s) 0 l.
Lemma added_app {A : Type} (f : A -> R) k l : added f (k ++ l) = added f k + added f l.
Proof. induction k; simpl; [ring | rewrite IHk; ring]. Qed.
Lemma ip_parts v w : ip (vector_of v) w = added (fun p => means (fst p) * ip (atom (snd p)) w) (parts v).
Proof.
  induction v as [n|u IHu v IHv|c v IHv|]; simpl.
  - change (ip (atom n) w = 1 * ip (atom n) w + 0). ring.
  - now rewrite ip_add, added_app, IHu, IHv.
  - rewrite ip_scal, IHv. clear IHv. induction (parts v) as [|p l IH]; simpl; [ring|].
    rewrite Rmult_plus_distr_l, IH. change (means (PEmul c (fst p))) with (means c * means (fst p)). ring.
  - apply ip_0.
Qed.

(* where the product of two atoms stands among all *)
Definition size : nat := length vectors.
Definition product_of (i j : nat) : scalar :=
  if (Nat.ltb i size && Nat.ltb j size)%bool
  then PEX _ (Pos.of_succ_nat (length letters + (Nat.min i j * size + Nat.max i j))) else PEc BigQ.zero.
Lemma nth_blocks (f : E -> E -> R) (l k : list E) i j : (i < length l)%nat -> (j < length k)%nat ->
  nth (i * length k + j) (flat_map (fun u => map (f u) k) l) 0 = f (nth i l vzero) (nth j k vzero).
Proof.
  revert i. induction l as [|u l IH]; intros i Hi Hj; [simpl in Hi; lia|]. simpl flat_map.
  destruct i as [|i].
  - rewrite app_nth1 by (rewrite map_length; simpl; lia). simpl.
    rewrite (nth_indep _ 0 (f u vzero)) by (rewrite map_length; lia). apply (map_nth (f u)).
  - rewrite app_nth2 by (rewrite map_length; simpl; lia). rewrite map_length.
    replace (S i * length k + j - length k)%nat with (i * length k + j)%nat by (simpl; lia).
    simpl in Hi. rewrite IH by lia. reflexivity.
Qed.
Lemma nth_succ p (l : list R) : BinList.nth 0 (Pos.succ p) l = BinList.nth 0 p (tl l).
Proof.
  transitivity (hd 0 (BinList.jump (Pos.succ p) (0 :: l))); [apply (BinList.nth_jump 0 (Pos.succ p) (0 :: l))|].
  rewrite BinList.jump_succ, BinList.nth_jump. simpl. now rewrite BinList.jump_tl.
Qed.
Lemma nth_plain n : forall l : list R, BinList.nth 0 (Pos.of_succ_nat n) l = nth n l 0.
Proof.
  induction n as [|n IH]; intros l; [now destruct l|]. simpl Pos.of_succ_nat. rewrite nth_succ, IH.
  destruct l as [|x l]; simpl; [now destruct n | reflexivity].
Qed.
Lemma product_of_ok i j : means (product_of i j) = ip (atom i) (atom j).
Proof.
  unfold product_of. destruct (Nat.ltb_spec i size) as [Hi|Hi]; destruct (Nat.ltb_spec j size) as [Hj|Hj]; simpl;
    unfold means; simpl.
  - rewrite nth_plain. unfold all. rewrite app_nth2 by lia.
    replace (length letters + (Nat.min i j * size + Nat.max i j) - length letters)%nat
      with (Nat.min i j * size + Nat.max i j)%nat by lia.
    unfold products, size. rewrite (nth_blocks (fun u v => ip u v)) by (unfold size in *; lia). unfold atom.
    destruct (Nat.le_ge_cases i j) as [L|L].
    + now rewrite Nat.min_l, Nat.max_r by exact L.
    + rewrite Nat.min_r, Nat.max_l by exact L. apply ip_sym.
  - unfold atom. rewrite (nth_overflow vectors vzero Hj). symmetry. apply ip_0_r.
  - unfold atom. rewrite (nth_overflow vectors vzero Hi). symmetry. apply ip_0.
  - unfold atom. rewrite (nth_overflow vectors vzero Hi). symmetry. apply ip_0.
Qed.
Definition total {A : Type} (f : A -> scalar) (l : list A) : scalar :=
  fold_right (fun a s => PEadd (f a) s) (PEc BigQ.zero) l.
Lemma means_total {A : Type} (f : A -> scalar) l : means (total f l) = added (fun a => means (f a)) l.
Proof.
  induction l as [|a l IH]; [reflexivity|]. simpl. rewrite <- IH. reflexivity.
Qed.
Lemma added_same {A : Type} (f g : A -> R) l : (forall a, f a = g a) -> added f l = added g l.
Proof. intros H. induction l; simpl; [reflexivity | now rewrite H, IHl]. Qed.
Fixpoint apart (a : number) : scalar := match a with
  | Scalar c => c | Plus a b => PEadd (apart a) (apart b) | Mult a b => PEmul (apart a) (apart b)
  | Power a n => PEpow (apart a) n
  | Product u v => total (fun p => PEmul (fst p) (total (fun q => PEmul (fst q) (product_of (snd p) (snd q))) (parts v)))
                         (parts u) end.
Lemma apart_ok a : means (apart a) = number_of a.
Proof.
  induction a as [c|a IHa b IHb|a IHa b IHb|a IHa n|u v]; simpl.
  - reflexivity.
  - rewrite <- IHa, <- IHb. reflexivity.
  - rewrite <- IHa, <- IHb. reflexivity.
  - rewrite <- IHa. reflexivity.
  - rewrite means_total, ip_parts. apply added_same. intros [c i]. simpl fst. simpl snd.
    change (means c * means (total (fun q => PEmul (fst q) (product_of i (snd q))) (parts v)) = means c * ip (atom i) (vector_of v)).
    f_equal. rewrite means_total, ip_sym, ip_parts. apply added_same. intros [d j]. simpl fst. simpl snd.
    change (means d * means (product_of i j) = means d * ip (atom j) (atom i)). now rewrite product_of_ok, ip_sym.
Qed.
End Meaning.
Lemma products_agree (E : Space) (vectors : list E) letters a b :
  same (apart E vectors letters a) (apart E vectors letters b) = true ->
  number_of E vectors letters a = number_of E vectors letters b.
Proof. intros H. rewrite <- !apart_ok. exact (same_agree (all E vectors letters) _ _ H). Qed.

(* --- expressions read off terms --- *)
Ltac letters_in t l := lazymatch t with
  | ip ?u ?v => let l := letters_in_vector u l in letters_in_vector v l
  | ?a + ?b => let l := letters_in a l in letters_in b l
  | ?a * ?b => let l := letters_in a l in letters_in b l
  | ?a ^ _ => letters_in a l
  | _ => Ring_tac.FV as_fraction Rpow_tac 0 1 Rplus Rmult Rminus Ropp pow t l end
with letters_in_vector t l := lazymatch t with
  | ?u +v ?v => let l := letters_in_vector u l in letters_in_vector v l
  | ?c *v ?v => let l := letters_in_vector v l in Ring_tac.FV as_fraction Rpow_tac 0 1 Rplus Rmult Rminus Ropp pow c l
  | _ => l end.
Ltac scalar_of t l := Ring_tac.mkPolexpr BigQ.t as_fraction Rpow_tac 0 1 Rplus Rmult Rminus Ropp pow t l.
Ltac vector_read t vectors l := lazymatch t with
  | ?u +v ?v => let a := vector_read u vectors l in let b := vector_read v vectors l in constr:(Sum_of a b)
  | ?c *v ?v => let a := scalar_of c l in let b := vector_read v vectors l in constr:(Times a b)
  | vzero => constr:(Zero)
  | _ => let p := ListTactics.Find_at t vectors in let n := eval compute in (pred (Pos.to_nat p)) in constr:(Atom n) end.
Ltac number_read t vectors l := lazymatch t with
  | ip ?u ?v => let a := vector_read u vectors l in let b := vector_read v vectors l in constr:(Product a b)
  | ?a + ?b => let a := number_read a vectors l in let b := number_read b vectors l in constr:(Plus a b)
  | ?a * ?b => let a := number_read a vectors l in let b := number_read b vectors l in constr:(Mult a b)
  | ?a ^ ?n => let c := Rpow_tac n in lazymatch c with
    | InitialRing.NotConstant => let a := scalar_of t l in constr:(Scalar a)
    | _ => let a := number_read a vectors l in constr:(Power a c) end
  | _ => let a := scalar_of t l in constr:(Scalar a) end.
(* closes an equation; all vectors of which inner products are taken are listed *)
Ltac by_products vectors := lazymatch goal with |- ?a = ?b =>
  let l := letters_in a (@nil R) in let l := letters_in b l in
  let x := number_read a vectors l in let y := number_read b vectors l in
  refine (products_agree _ vectors l x y _); vm_compute; reflexivity end.
