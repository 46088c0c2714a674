import { detachText } from './detached-text.ts';
import type { ExchangeTrace } from './exchange-trace.ts';
import { type Finding, type FindingDetails, shortenDetails } from './finding.ts';
import type { Place } from './place.ts';

/**
 * Findings that are kept per requirement. The rest is only counted, so that a stream with a violation in every event cannot fill
 * the memory.
 */
const FINDINGS_PER_REQUIREMENT = 20;

/** Kind of the reasons beyond the limit. No other kind is empty. */
const REST = '';
const LONGEST_REASON = 1000;
const LONGEST_EVENT = 200;
/** Reasons for incompleteness that are kept. The rest is only counted. */
const MOST_REASONS = 100;

/** Exchanges of which the cause is kept. */
const MOST_CAUSES = 10_000;
/** Kinds of places at which violations that were not kept are remembered, for each requirement. */
const MOST_ELSEWHERE = 1000;
/** A member of an event, of an envelope or of its `data`. */
const WHOLE_PAYLOAD = /^(\/data)?\/[^/]*$/;

interface KnownReason {
  readonly index: number;
  readonly text: string;
  count: number;
}

export interface RowJudgement {
  exercised: boolean;
  /** The places at which it was exercised, as far as they are known. */
  places?: Set<Place>;
  violations: number;
  readonly findings: Finding[];
  /** Where violations were seen that are not in `findings`: the operation, the event and the check of each, as far as they are known. */
  elsewhere?: Map<string, readonly Place[]>;
  /** Why the input cannot show whether the requirement is met. */
  notJudged?: string;
  /** Whether the violations are those of somebody else than the service that is judged. */
  isAside?: boolean;
  /** Whether a violation was seen that proves nothing. What else was seen then does not let the requirement pass. */
  isDoubted?: boolean;
}

/** What a tool seems to have done to an input, which then looks like a fault of the service. */
export interface Damage {
  readonly text: string;
  /** Offset of the first trace of it, in bytes. */
  readonly offset: number;
}

/** The result of judging one input, by requirement. */
export class Judgement {
  readonly rows: Map<string, RowJudgement> = new Map();
  /** Reasons why parts of the input were not judged to their end. */
  readonly incomplete: string[] = [];
  /** The likely causes of the findings that are not the service's. */
  readonly damage: Damage[] = [];
  /** Name of the part of the input that is being judged. The reasons then begin with it. */
  part: string | undefined;
  /** The exchange that is being judged, if the input shows how the logs of the service know it. */
  trace: ExchangeTrace | undefined;
  events = 0;
  exchanges = 0;
  bytes = 0;
  /** The recordings of a folder, which are judged as one input. */
  files: number | undefined;
  /** In a live run: how much led to an exchange. If there are too many findings, the judgement keeps those with the least. */
  sizeOf: ((exchange: number) => number) | undefined;
  /** In a live run: the operation and the check of an exchange. */
  placesOf: ((exchange: number) => readonly Place[]) | undefined;
  /** In a live run: called for each violation. */
  onViolation: ((requirement: string, exchange: number) => void) | undefined;
  readonly #reasons = new Map<string, KnownReason>();
  readonly #parts = new Map<Place, Set<object>>();
  /** By exchange, the usual cause of a whole payload that is not there. */
  readonly #causes = new Map<number, string>();
  /** By exchange, the first hint of its findings. */
  readonly #hints = new Map<number, string>();
  readonly #mostFindings: number;

  /** @param mostFindings findings that are kept per requirement */
  constructor(mostFindings: number = FINDINGS_PER_REQUIREMENT) {
    this.#mostFindings = mostFindings;
  }

  /** Notes that the input contained what the requirement is about. */
  exercise(requirement: string, place?: Place): void {
    const row = this.#row(requirement);
    row.exercised = true;
    if (place !== undefined) notePlace(row, place);
  }

  /** Notes that a place of the requirement was looked at. Whether that exercised the requirement is another question. */
  note(requirement: string, place: Place): void {
    notePlace(this.#row(requirement), place);
  }

  /** The parts of shapes that values at a place have exercised. Nothing is learnt from the same part of another value there. */
  partsAt(place: Place): Set<object> {
    let parts = this.#parts.get(place);
    if (!parts) {
      parts = new Set();
      this.#parts.set(place, parts);
    }
    return parts;
  }

  /** Notes that the input cannot show whether the requirement is met. */
  cannotJudge(requirement: string, reason: string): void {
    this.#row(requirement).notJudged ??= reason;
  }

  /** Notes that a violation was seen, and why it proves nothing. */
  doubt(requirement: string, reason: string): void {
    const row = this.#row(requirement);
    row.isDoubted = true;
    row.notJudged = reason;
  }

  report(requirement: string, exchange: number | undefined, details: FindingDetails): void {
    const row = this.#row(requirement);
    row.exercised = true;
    row.violations += 1;
    this.#noteCause(exchange, details);
    if (exchange !== undefined) this.onViolation?.(requirement, exchange);
    if (row.findings.length >= this.#mostFindings) {
      const dropped = this.#makeRoom(row.findings, exchange);
      const { eventType } = dropped ?? details;
      noteElsewhere(row, this.#placesOf(dropped ? dropped.exchange : exchange, eventType));
      if (!dropped) return;
    }
    const evidence = shortenDetails(details);
    const finding =
      exchange === undefined ? { requirement, ...evidence } : { requirement, exchange, ...evidence };
    row.findings.push(this.trace?.mark(finding) ?? finding);
  }

  /** Reports that the client of a service violates a requirement of clients. That is a warning, since the service is judged. */
  reportClient(requirement: string, exchange: number | undefined, details: FindingDetails): void {
    this.report(requirement, exchange, details);
    this.markAside(requirement);
  }

  /** Notes that the violations of a requirement are those of the client. */
  markAside(requirement: string): void {
    this.#row(requirement).isAside = true;
  }

  /** Sorts the findings of each requirement by what led to them, the least first: a reader understands a short course of requests best. */
  putSmallestFirst(): void {
    for (const { findings } of this.rows.values())
      findings.sort(
        (one, other) =>
          this.#sizeOf(one.exchange) - this.#sizeOf(other.exchange) ||
          (one.exchange ?? 0) - (other.exchange ?? 0),
      );
  }

  /**
   * Removes the finding to which most led, if more led to it than to the exchange. The first finding stays, because failures are ranked by
   * it, and an exchange with several findings removes only one.
   *
   * @returns the removed finding
   */
  #makeRoom(findings: Finding[], exchange: number | undefined): Finding | undefined {
    if (this.sizeOf === undefined || findings.some((finding) => finding.exchange === exchange))
      return undefined;
    const sizes = findings.slice(1).map((finding) => this.#sizeOf(finding.exchange));
    const largest = Math.max(0, ...sizes);
    if (this.#sizeOf(exchange) >= largest) return undefined;
    return findings.splice(1 + sizes.lastIndexOf(largest), 1)[0];
  }

  #placesOf(exchange: number | undefined, eventType: string | undefined): readonly Place[] {
    const led = exchange === undefined ? [] : (this.placesOf?.(exchange) ?? []);
    return eventType === undefined ? led : [...led, detachText(eventType, LONGEST_EVENT)];
  }

  #sizeOf(exchange: number | undefined): number {
    return (exchange === undefined ? undefined : this.sizeOf?.(exchange)) ?? 0;
  }

  /** The usual cause of what an exchange lacks as a whole, if the judge has seen one. */
  causeAt(exchange: number): string | undefined {
    return this.#causes.get(exchange);
  }

  /** The usual cause of whatever is wrong in an exchange, if the judge has seen one. */
  hintAt(exchange: number): string | undefined {
    return this.#hints.get(exchange);
  }

  /** Adds the usual cause to those findings that have none. @param causeOf returns undefined if it knows no cause */
  explain(causeOf: (finding: Finding) => string | undefined): void {
    for (const { findings } of this.rows.values()) {
      for (const [index, finding] of findings.entries()) {
        const hint = finding.hint ?? causeOf(finding);
        if (hint !== undefined) findings[index] = { ...finding, hint };
      }
    }
  }

  #noteCause(exchange: number | undefined, { hint, pointer = '', actual }: FindingDetails): void {
    if (hint === undefined || exchange === undefined) return;
    const isMissing = actual.startsWith('absent') && WHOLE_PAYLOAD.test(pointer);
    for (const known of [this.#hints, ...(isMissing ? [this.#causes] : [])]) {
      if (known.size < MOST_CAUSES && !known.has(exchange))
        known.set(exchange, detachText(hint, LONGEST_REASON));
    }
  }

  /**
   * Adds a reason why the input was not judged to its end. Reasons that differ in numbers only are listed once, with their count, so
   * that no input can fill the memory with reasons.
   */
  leaveOut(reason: string): void {
    const kept = detachText(reason, LONGEST_REASON);
    const text = `${this.part === undefined ? '' : `${this.part}: `}${kept}`;
    let kind = `${this.part}: ${kept.replaceAll(/\d+/g, '#')}`;
    if (this.#reasons.size >= MOST_REASONS && !this.#reasons.has(kind)) kind = REST;
    const known = this.#reasons.get(kind);
    if (known) {
      known.count += 1;
      this.incomplete[known.index] = `${known.text} (and ${known.count - 1} more like it)`;
      return;
    }
    const listed = kind === REST ? 'other reasons are not listed' : text;
    this.#reasons.set(kind, { index: this.incomplete.push(listed) - 1, text: listed, count: 1 });
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

function notePlace(row: RowJudgement, place: Place): void {
  row.places ??= new Set();
  row.places.add(place);
}

function noteElsewhere(row: RowJudgement, places: readonly Place[]): void {
  if (places.length === 0) return;
  row.elsewhere ??= new Map();
  if (row.elsewhere.size < MOST_ELSEWHERE) row.elsewhere.set(JSON.stringify(places), places);
}
