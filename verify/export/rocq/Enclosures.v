(* Signs of numbers and of elementary functions by enclosures: what needs the library Interval. *)
From Verify Require Export Assumed.
From Interval Require Export Tactic.

Ltac numeric_hook ::= unfold tanh, sinh, cosh, tan; first [solve [interval] | solve [interval with (i_prec 100)] | solve [apply Rlt_le; interval with (i_prec 200)]].
