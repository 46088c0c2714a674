import { type Finding, type FindingDetails, shortenDetails } from '../judge/finding.ts';
import { Judgement, type RowJudgement } from '../judge/judgement.ts';
import type { Place } from '../judge/place.ts';
import type { JudgedExchange } from './record-observer.ts';

/** The judgement of everything recorded. It passes on each finding at once, and can note what belongs to one exchange. */
export class RecorderJudgement extends Judgement {
  onFinding: ((finding: Finding) => void) | undefined;
  /** The exchange that is being judged, if it is noted. */
  exchange: ExchangeNote | undefined;

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
    this.exchange?.violate(requirement);
    const evidence = shortenDetails(details);
    this.onFinding?.({ requirement, ...(exchange !== undefined && { exchange }), ...evidence });
  }

  override leaveOut(reason: string): void {
    super.leaveOut(reason);
    this.exchange?.leaveOut();
  }
}

/** What the judge notes about one exchange, in memory that the contract bounds: no text of the exchange is kept. */
export class ExchangeNote implements JudgedExchange {
  readonly rows = new Map<string, RowJudgement>();
  readonly #parts = new Map<Place, Set<object>>();
  isComplete = true;

  exercise(requirement: string): void {
    this.#row(requirement).exercised = true;
  }

  violate(requirement: string): void {
    const row = this.#row(requirement);
    row.exercised = true;
    row.violations += 1;
  }

  leaveOut(): void {
    this.isComplete = false;
  }

  partsAt(place: Place): Set<object> {
    let parts = this.#parts.get(place);
    if (!parts) {
      parts = new Set();
      this.#parts.set(place, parts);
    }
    return parts;
  }

  #row(requirement: string): RowJudgement {
    let row = this.rows.get(requirement);
    if (!row) {
      row = { exercised: false, violations: 0, findings: [] };
      this.rows.set(requirement, row);
    }
    return row;
  }
}
