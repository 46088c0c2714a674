import type { Finding, FindingDetails } from '../judge/finding.ts';
import { Judgement } from '../judge/judgement.ts';

/** A judgement that tells each finding at once, also those that it does not keep. */
export class HeardJudgement extends Judgement {
  /** Hears of each finding. */
  onFinding: ((finding: Finding) => void) | undefined;

  override report(requirement: string, exchange: number | undefined, details: FindingDetails): void {
    super.report(requirement, exchange, details);
    this.onFinding?.({ requirement, ...(exchange !== undefined && { exchange }), ...details });
  }
}
