(* Polynomials over the integers, and their signs on boxes and on infinite ranges by coefficients of Bernstein.

   A polynomial in n variables is a list of polynomials in n - 1, the coefficients of the powers of the first one. *)
Require Import List ZArith Reals Lra Psatz.
Import ListNotations.
Open Scope R_scope.

Fixpoint poly (n : nat) : Type := match n with O => Z | S m => list (poly m) end.
Fixpoint horner {A : Type} (value : A -> R) (x : R) (l : list A) : R :=
  match l with nil => 0 | c :: r => value c + x * horner value x r end.
Fixpoint value (n : nat) : poly n -> list R -> R :=
  match n with
  | O => fun c _ => IZR c
  | S m => fun l xs => horner (fun c => value m c (tl xs)) (hd 0 xs) l
  end.

Fixpoint zipped {A : Type} (f : A -> A -> A) (k l : list A) : list A :=
  match k, l with nil, _ => l | _, nil => k | a :: k', b :: l' => f a b :: zipped f k' l' end.
Fixpoint plus (n : nat) : poly n -> poly n -> poly n :=
  match n with O => Z.add | S m => zipped (plus m) end.
Fixpoint times (n : nat) (z : Z) : poly n -> poly n :=
  match n with O => Z.mul z | S m => map (times m z) end.
Definition zero (n : nat) : poly n := match n with O => 0%Z | S _ => nil end.

Lemma value_zero n xs : value n (zero n) xs = 0. Proof. destruct n; reflexivity. Qed.
Lemma value_plus n : forall p q xs, value n (plus n p q) xs = value n p xs + value n q xs.
Proof.
  induction n as [|n IH]; intros p q xs; simpl; [apply plus_IZR|].
  revert q; induction p as [|a p IHp]; intros [|b q]; simpl; try ring. rewrite IHp, IH. ring.
Qed.
Lemma value_times n : forall z p xs, value n (times n z p) xs = IZR z * value n p xs.
Proof.
  induction n as [|n IH]; intros z p xs; simpl; [apply mult_IZR|].
  induction p as [|a p IHp]; simpl; [ring|]. rewrite IHp, IH. ring.
Qed.

(* Sum of c_k x^k y^(d - k), for the d + 1 coefficients of the list *)
Fixpoint homogeneous (x y : R) (l : list R) : R :=
  match l with nil => 0 | c :: r => c * y ^ length r + x * homogeneous x y r end.
Fixpoint row (n : nat) : list Z :=
  match n with O => [1%Z] | S m => zipped Z.add (row m ++ [0%Z]) (0%Z :: row m) end.
Fixpoint bernstein (n : nat) (l : list (poly n)) : list (poly n) :=
  match l with
  | nil => nil
  | c :: r => zipped (plus n) (map (fun z => times n z c) (row (length r))) (zero n :: bernstein n r)
  end.

Lemma length_zipped {A} (f : A -> A -> A) k : forall l, length k = length l -> length (zipped f k l) = length k.
Proof. induction k as [|a k IH]; intros [|b l] H; simpl in *; try discriminate; auto. Qed.
Lemma length_row n : length (row n) = S n.
Proof.
  induction n as [|n IH]; [reflexivity|]. cbn [row].
  assert (E : length (row n ++ [0%Z]) = S (S n)) by (rewrite app_length, IH; simpl; lia).
  rewrite length_zipped; rewrite E; [reflexivity | simpl; now rewrite IH].
Qed.
Lemma length_bernstein n l : length (bernstein n l) = length l.
Proof.
  induction l as [|c r IH]; [reflexivity|]. cbn [bernstein].
  assert (E : length (map (fun z => times n z c) (row (length r))) = S (length r))
    by now rewrite map_length, length_row.
  rewrite length_zipped; rewrite E; [reflexivity | simpl; now rewrite IH].
Qed.
Lemma homogeneous_zipped x y : forall k l, length k = length l ->
  homogeneous x y (zipped Rplus k l) = homogeneous x y k + homogeneous x y l.
Proof.
  induction k as [|a k IH]; intros [|b l] H; simpl in *; try discriminate; [ring|].
  rewrite IH by congruence. rewrite length_zipped by congruence. injection H as H. rewrite H. ring.
Qed.
Lemma homogeneous_last x y l : homogeneous x y (l ++ [0]) = y * homogeneous x y l.
Proof. induction l as [|c l IH]; simpl; [ring|]. rewrite IH, app_length, Nat.add_1_r. simpl. ring. Qed.
Lemma map_zipped {A B} (f : A -> A -> A) (g : B -> B -> B) (h : A -> B) : (forall a b, h (f a b) = g (h a) (h b)) ->
  forall k l, map h (zipped f k l) = zipped g (map h k) (map h l).
Proof. intros H. induction k as [|a k IH]; intros [|b l]; simpl; auto. now rewrite H, IH. Qed.
Lemma homogeneous_row x y c n : homogeneous x y (map (fun z => IZR z * c) (row n)) = c * (x + y) ^ n.
Proof.
  induction n as [|n IH]; [simpl; ring|]. cbn [row].
  rewrite (map_zipped Z.add Rplus) by (intros; rewrite plus_IZR; ring).
  rewrite homogeneous_zipped by (rewrite !map_length; simpl; rewrite app_length; simpl; lia).
  rewrite map_app. cbn [map]. rewrite Rmult_0_l. rewrite homogeneous_last. cbn [homogeneous]. rewrite Rmult_0_l, IH.
  simpl. ring.
Qed.
Lemma homogeneous_bernstein n xs x l :
  homogeneous x (1 - x) (map (fun c => value n c xs) (bernstein n l)) = horner (fun c => value n c xs) x l.
Proof.
  induction l as [|c r IH]; [reflexivity|]. cbn [bernstein horner].
  rewrite (map_zipped (plus n) Rplus) by (intros; apply value_plus).
  rewrite homogeneous_zipped by (simpl; rewrite !map_length, length_row, length_bernstein; reflexivity).
  rewrite map_map, (map_ext _ (fun z => IZR z * value n c xs)) by (intros; apply value_times).
  rewrite homogeneous_row. cbn [map homogeneous]. rewrite value_zero, IH.
  replace (x + (1 - x)) with 1 by ring. rewrite pow1. ring.
Qed.

(* Whether all coefficients are not negative; each variable is in the unit interval, or not negative. *)
Fixpoint holds (n : nat) : list bool -> poly n -> bool :=
  match n with
  | O => fun _ c => (0 <=? c)%Z
  | S m => fun kinds l => forallb (holds m (tl kinds)) (if hd false kinds then bernstein m l else l)
  end.
Fixpoint inside (n : nat) (kinds : list bool) (xs : list R) : Prop :=
  match n with
  | O => True
  | S m => (if hd false kinds then 0 <= hd 0 xs <= 1 else 0 <= hd 0 xs) /\ inside m (tl kinds) (tl xs)
  end.

Lemma homogeneous_nonneg x y l : 0 <= x -> 0 <= y -> (forall c, In c l -> 0 <= c) -> 0 <= homogeneous x y l.
Proof.
  intros X Y. induction l as [|c l IH]; intros H; cbn [homogeneous]; [lra|].
  assert (0 <= c) by (apply H; now left). assert (0 <= homogeneous x y l) by (apply IH; intros; apply H; now right).
  assert (0 <= y ^ length l) by now apply pow_le. nra.
Qed.
Theorem holds_nonneg n : forall kinds p xs, inside n kinds xs -> holds n kinds p = true -> 0 <= value n p xs.
Proof.
  induction n as [|n IH]; intros kinds p xs I H; simpl in *; [now apply IZR_le, Z.leb_le|].
  destruct I as [I J]. rewrite forallb_forall in H. destruct (hd false kinds).
  - rewrite <- homogeneous_bernstein. apply homogeneous_nonneg; try lra.
    intros c [a [<- A]]%in_map_iff. now apply IH with (tl kinds), H.
  - clear - IH I J H. induction p as [|a p IHp]; cbn [horner]; [lra|].
    assert (0 <= value n a (tl xs)) by (apply IH with (tl kinds); auto; apply H; now left).
    assert (0 <= horner (fun c => value n c (tl xs)) (hd 0 xs) p) by (apply IHp; intros; apply H; now right). nra.
Qed.

(* The goal 0 <= t, where d * t is the value of the polynomial and d > 0 *)
Theorem by_coefficients n kinds p xs d t :
  holds n kinds p = true -> inside n kinds xs -> 0 < d -> d * t = value n p xs -> 0 <= t.
Proof.
  intros H I D E. apply holds_nonneg with (xs := xs) in H; auto. rewrite <- E in H.
  apply Rmult_le_reg_l with d; auto. lra.
Qed.
