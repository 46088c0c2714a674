import type { FindingDetails } from './finding.ts';
import type { Judgement } from './judgement.ts';
import { findShapeViolations, hasShape, isUtc, ShapeWalk } from './shape/index.ts';

/** Judges values by their shapes, and the times in them: events of a stream, bodies of answers. */
export class ShapeJudge {
  readonly #judgement: Judgement;
  readonly #report: (requirement: string, details: FindingDetails) => void;
  readonly #walk: ShapeWalk;

  /** @param report is told each violation, and adds where the value stood */
  constructor(judgement: Judgement, report: (requirement: string, details: FindingDetails) => void) {
    this.#judgement = judgement;
    this.#report = report;
    this.#walk = new ShapeWalk({
      row: (requirement) => judgement.exercise(requirement),
      time: (text, pointer) => this.#judgeTime(text, pointer),
    });
  }

  /**
   * @param size length of the value's JSON, which bounds the work
   * @returns whether the value has its shape
   */
  judge(type: string, value: unknown, size: number): boolean {
    this.#walk.visit(type, value);
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
