(* Signs of numbers and of elementary functions by enclosures: what needs the library Interval. *)
From Verify Require Export Assumed.
From Interval Require Export Tactic.

(* numbers in the place of variables that equal them *)
Ltac with_numbers := repeat match goal with H : ?x = ?q |- context[?x] => is_var x;
  lazymatch q with IZR _ => idtac | IZR _ / IZR _ => idtac end; rewrite H end.
Ltac numeric_hook ::= with_numbers; unfold tanh, sinh, cosh, tan; first [solve [interval] | solve [interval with (i_prec 100)] | solve [apply Rlt_le; interval with (i_prec 200)]].
