"""Second judges of the same proof data; a referee sees only what the kernel has accepted, and can only find fault."""

from proofs.referees.judgement import Judgement, StepVerdict

__all__ = ["Judgement", "StepVerdict"]
