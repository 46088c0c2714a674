import type { Judgement } from '../judge/judgement.ts';
import { OUTCOMES, type Outcome } from '../recorder/outcomes.ts';
import { OWN_ANSWERS, type OwnAnswer } from '../recorder/own-answers.ts';
import type { RecordObserver } from '../recorder/record-observer.ts';
import type { Requirement, Rows } from '../registry/registry.ts';
import { rowStatus, VERDICTS, type Verdict, verdictOver } from '../verdict/verdict.ts';
import { type Metric, writePrometheusText } from './prometheus-text.ts';

/** Levels whose violations the judge reports. */
const COUNTED = new Set(['must', 'should']);

/**
 * Counts what a recorder does, for Prometheus. Labels have values of the registry only, never text of the traffic, so that the number of
 * samples is bounded.
 */
export class RecorderMetrics implements RecordObserver {
  readonly #requirements: ReadonlyMap<string, Requirement>;
  readonly #info: Readonly<Record<string, string>>;
  readonly #exchanges = { yes: 0, no: 0 };
  readonly #outcomes = zeros(OUTCOMES);
  readonly #answers = zeros(Object.keys(OWN_ANSWERS) as OwnAnswer[]);
  readonly #judged = zeros<Verdict>(VERDICTS);
  readonly #violations = new Map<string, number>();
  #failures = 0;
  #bytes = 0;
  #deleted = 0;

  /** @param version version of this package */
  constructor({ contract, requirements }: Rows, version: string) {
    this.#requirements = new Map(requirements.map((row) => [row.id, row]));
    this.#info = { version, contract };
  }

  exchange(isRecorded: boolean): void {
    this.#exchanges[isRecorded ? 'yes' : 'no'] += 1;
  }

  ended(outcome: Outcome): void {
    this.#outcomes[outcome] += 1;
  }

  answered(reason: OwnAnswer): void {
    this.#answers[reason] += 1;
  }

  violation(requirement: string): void {
    const { level = 'open' } = this.#requirements.get(requirement) ?? {};
    if (COUNTED.has(level)) this.#violations.set(requirement, (this.#violations.get(requirement) ?? 0) + 1);
  }

  judged({ rows, incomplete }: Judgement): void {
    const judged = [...rows].flatMap(([id, row]) => {
      const requirement = this.#requirements.get(id);
      return requirement ? [{ level: requirement.level, status: rowStatus(requirement, row) }] : [];
    });
    this.#judged[verdictOver(judged, incomplete)] += 1;
  }

  failure(): void {
    this.#failures += 1;
  }

  stored(bytes: number): void {
    this.#bytes = bytes;
  }

  deleted(): void {
    this.#deleted += 1;
  }

  /** The text format of Prometheus. */
  render(): string {
    return writePrometheusText(this.#metrics());
  }

  #metrics(): Metric[] {
    return [
      {
        name: 'recorder_info',
        type: 'gauge',
        help: 'Version of the recorder, and of the contract that it judges by.',
        samples: [{ labels: this.#info, value: 1 }],
      },
      {
        name: 'exchanges_total',
        type: 'counter',
        help: 'Exchanges that were forwarded, by whether they are recorded and judged.',
        samples: samplesBy('recorded', this.#exchanges),
      },
      {
        name: 'outcomes_total',
        type: 'counter',
        help: 'Exchanges that were forwarded and are over, by outcome, recorded or not.',
        samples: samplesBy('outcome', this.#outcomes),
      },
      {
        name: 'recorder_answers_total',
        type: 'counter',
        help: 'Requests that the recorder answered itself, by reason. The target answered all others.',
        samples: samplesBy('reason', this.#answers),
      },
      {
        name: 'judged_total',
        type: 'counter',
        help: 'Recorded exchanges that are over, by the verdict on each.',
        samples: samplesBy('verdict', this.#judged),
      },
      {
        name: 'violations_total',
        type: 'counter',
        help: 'Violations by requirement. A requirement that was never violated has no sample.',
        samples: Array.from(this.#violations, ([requirement, value]) => ({
          labels: { requirement, level: this.#requirements.get(requirement)?.level ?? '' },
          value,
        })),
      },
      {
        name: 'recording_failures_total',
        type: 'counter',
        help: 'Exchanges of the sample that were not recorded, or not to their end.',
        samples: [{ value: this.#failures }],
      },
      {
        name: 'recording_bytes',
        type: 'gauge',
        help: 'Size of the files of the recording.',
        samples: [{ value: this.#bytes }],
      },
      {
        name: 'files_deleted_total',
        type: 'counter',
        help: 'Files of the recording that were deleted or cut down to make room for others.',
        samples: [{ value: this.#deleted }],
      },
    ];
  }
}

/** Counts that begin at 0, so that the first of each shows as an increase. */
function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}

function samplesBy(label: string, counts: Readonly<Record<string, number>>): Metric['samples'] {
  return Object.entries(counts).map(([name, value]) => ({ labels: { [label]: name }, value }));
}
