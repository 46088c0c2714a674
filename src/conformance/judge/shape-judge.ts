import type { FindingDetails } from './finding.ts';
import type { Judgement } from './judgement.ts';
import type { Place } from './place.ts';
import { findShapeViolations, hasShape, isUtc } from './shape/violations.ts';
import { ShapeWalk } from './shape/walk.ts';
import { describeSuiteDefect } from './suite-defect.ts';

/** Judges the shapes of values, and the times in them. The values are data of events or bodies of responses. */
export class ShapeJudge {
  readonly #judgement: Judgement;
  readonly #report: (requirement: string, details: FindingDetails) => void;
  readonly #walk: ShapeWalk;

  /** @param report called with each violation; it adds the event or the exchange */
  constructor(judgement: Judgement, report: (requirement: string, details: FindingDetails) => void) {
    this.#judgement = judgement;
    this.#report = report;
    this.#walk = new ShapeWalk({
      row: (requirement, place) => judgement.exercise(requirement, place),
      reportedAt: (place) => judgement.partsAt(place),
      time: (text, pointer) => this.#judgeTime(text, pointer),
    });
  }

  /**
   * @param size length of the value's JSON, which bounds the work
   * @param place where the value stands
   * @returns whether the value has its shape; false also when a defect of the judge left that unknown
   */
  judge(type: string, value: unknown, size: number, place: Place): boolean {
    try {
      return this.#judge(type, value, size, place);
    } catch (error) {
      this.#judgement.leaveOut(describeSuiteDefect(`the judge of the shape ${type}`, error));
      return false;
    }
  }

  #judge(type: string, value: unknown, size: number, place: Place): boolean {
    this.#walk.visit(type, value, place);
    if (hasShape(type, value)) return true;
    for (const { requirement, ...details } of findShapeViolations(type, value, size)) {
      this.#report(requirement, details);
    }
    return false;
  }

  #judgeTime(text: string, pointer: () => string): void {
    const inUtc = isUtc(text);
    this.#judgement.exercise('envelope.timestamps.offset');
    if (inUtc === undefined) return;
    this.#judgement.exercise('envelope.timestamps.utc');
    if (inUtc || Number.isNaN(Date.parse(text))) return;
    this.#report('envelope.timestamps.utc', {
      pointer: pointer(),
      expected: 'a time in UTC',
      actual: JSON.stringify(text.slice(0, 80)),
    });
  }
}
