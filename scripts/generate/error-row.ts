import { isObject, type JsonObject, type Problem, type Spec, SpecError } from './spec.ts';

export const errorsPath = 'errors.yaml';

/** A row of spec/errors.yaml, which generated/errors.json repeats; the head of that file explains the members. */
export interface ErrorRow {
  readonly id: string;
  readonly requirement: string;
  readonly channel: 'http' | 'event';
  readonly kind?: string;
  readonly status?: number;
  readonly message_code: string;
  readonly data_code?: string;
  readonly operations: readonly string[];
  readonly decided?: Readonly<Record<string, readonly string[]>>;
  readonly condition: string;
  /** Facts that only a reader of the contract needs. */
  readonly note?: string;
  readonly retry: string;
  /** Whether the same request may be sent again, by who decides that. `resend` is what a client does automatically. */
  readonly repeat: Repeat;
  /** What must change first. Absent if the request may be sent as it is, or never. */
  readonly change?: string;
  readonly data?: Readonly<JsonObject>;
  readonly retryAction?: string;
  readonly resend?: 'soon' | 'wait';
  readonly violations?: readonly unknown[];
  readonly responses?: readonly string[];
  readonly example: string;
  readonly openPoints: readonly string[];
}

const repeats = ['yes', 'same-key', 'after-turn', 'after-other-turn', 'later', 'changed', 'no'] as const;
type Repeat = (typeof repeats)[number];

/** What people read where nothing has to change first. */
const unchanged: Readonly<Partial<Record<Repeat, string>>> = {
  yes: 'as it is',
  'same-key': 'as it is, with the same key',
  no: 'never',
};

/**
 * Says whether to send the request of a failure again: `as it is`, `only` after a change that it names, or `never`. It completes the words
 * "Send again:" in `explain`, docs/errors.md and the docs portal.
 */
export function sendAgain({ repeat, change }: Pick<ErrorRow, 'repeat' | 'change'>): string {
  return unchanged[repeat] ?? `only ${change}`;
}

/** What a client does automatically must be allowed. */
const repeatsOf: Readonly<Record<NonNullable<ErrorRow['resend']>, readonly Repeat[]>> = {
  soon: ['yes', 'same-key'],
  wait: ['after-turn'],
};

interface Rule {
  readonly expected: string;
  readonly holds: (value: unknown) => boolean;
}

const text: Rule = { expected: 'a text', holds: (value) => typeof value === 'string' };
const list: Rule = { expected: 'a list', holds: Array.isArray };
const mapping: Rule = { expected: 'a mapping', holds: isObject };
const integer: Rule = { expected: 'an integer', holds: Number.isInteger };
const oneOf = (...values: readonly unknown[]): Rule => ({
  expected: `one of ${values.join(', ')}`,
  holds: (value) => values.includes(value),
});
const optional = ({ expected, holds }: Rule): Rule => ({
  expected,
  holds: (value) => value === undefined || holds(value),
});

const rules: Readonly<Record<keyof ErrorRow, Rule>> = {
  id: text,
  requirement: text,
  channel: oneOf('http', 'event'),
  kind: optional(text),
  status: optional(integer),
  message_code: text,
  data_code: optional(text),
  operations: list,
  decided: optional(mapping),
  condition: text,
  note: optional(text),
  retry: text,
  repeat: oneOf(...repeats),
  change: optional(text),
  data: optional(mapping),
  retryAction: optional(text),
  resend: optional(oneOf('soon', 'wait')),
  violations: optional(list),
  responses: optional(list),
  example: text,
  openPoints: list,
};

/**
 * The rows of spec/errors.yaml.
 * @throws SpecError for each row with a missing, mistyped or unknown member, or with contradictory members.
 */
export function readErrorRows(spec: Spec): readonly ErrorRow[] {
  const problems: Problem[] = [];
  const rows = spec.array(errorsPath).map((entry, index) => {
    const row = isObject(entry) ? entry : {};
    const message = misshapen(row);
    if (message !== undefined) problems.push({ file: errorsPath, pointer: `/${index}`, message });
    return row as unknown as ErrorRow;
  });
  if (problems.length > 0) throw new SpecError(...problems);
  return rows;
}

function misshapen(row: JsonObject): string | undefined {
  const where = typeof row.id === 'string' ? `${row.id}: ` : '';
  for (const [name, { expected, holds }] of Object.entries(rules)) {
    if (!holds(row[name])) return `${where}\`${name}\` must be ${expected}, not ${JSON.stringify(row[name])}`;
  }
  const unknown = Object.keys(row).find((name) => !Object.hasOwn(rules, name));
  if (unknown !== undefined) return `${where}\`${unknown}\` is not a member of a row`;
  return contradiction(row as unknown as ErrorRow);
}

function contradiction({ id, repeat, change, resend }: ErrorRow): string | undefined {
  const changes = unchanged[repeat] === undefined;
  if (changes !== (change !== undefined))
    return `${id}: with \`repeat\` ${repeat}, \`change\` must ${changes ? 'say what changes first' : 'be absent'}`;
  if (resend === undefined || repeatsOf[resend].includes(repeat)) return undefined;
  return `${id}: with \`resend\` ${resend}, \`repeat\` must be ${repeatsOf[resend].join(' or ')}, not ${repeat}`;
}
