import { type Finding, type FindingDetails, shortenDetails } from '../judge/finding.ts';
import { Judgement } from '../judge/judgement.ts';
import type { Place } from '../judge/place.ts';

/** What is kept of each reason why an exchange was not judged to its end: no text of the exchange. */
export const CUT = 'it was not recorded and judged to its end';

/** A judgement of one exchange that keeps no findings, so that its memory is bounded by the contract. */
export function noteExchange(): Judgement {
  return new Judgement(0);
}

/** The judgement of everything recorded. It passes on each finding at once, and can note what belongs to one exchange. */
export class RecorderJudgement extends Judgement {
  onFinding: ((finding: Finding) => void) | undefined;
  /** The judgement of the exchange that is being judged, if it is noted. */
  exchange: Judgement | undefined;

  override exercise(requirement: string, place?: Place): void {
    super.exercise(requirement, place);
    this.exchange?.exercise(requirement);
  }

  /** Of each exchange that is noted, everything is exercised anew. */
  override partsAt(place: Place): Set<object> {
    return this.exchange?.partsAt(place) ?? super.partsAt(place);
  }

  override report(requirement: string, exchange: number | undefined, details: FindingDetails): void {
    super.report(requirement, exchange, details);
    this.exchange?.report(requirement, undefined, details);
    const evidence = shortenDetails(details);
    this.onFinding?.({
      requirement,
      ...(exchange !== undefined && { exchange }),
      ...evidence,
      ...this.trace?.known,
    });
  }

  override markAside(requirement: string): void {
    super.markAside(requirement);
    this.exchange?.markAside(requirement);
  }

  override leaveOut(reason: string): void {
    super.leaveOut(reason);
    this.exchange?.leaveOut(CUT);
  }
}
