(* All that the steps of a proof are redone with; it is imported after what certificates need, whose names differ. *)
From Verify Require Export Enclosures.
