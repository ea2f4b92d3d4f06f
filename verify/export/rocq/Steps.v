(* All that the steps of a proof are redone with; it is imported after what certificates need, whose names differ. *)
From Verify Require Export Enclosures.

(* None of these is to be unfolded when terms are compared: that would take very long, and help nowhere. *)
Global Opaque Sum VSum grad hess vDerive smooth_near vsmooth_near C1_near C2_near vnear sinc root pw delta sphere_exp.
