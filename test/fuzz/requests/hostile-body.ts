import type { Random } from '../../../scripts/test/random.ts';
import { type Bytes, HOSTILE_VALUES, utf8 } from './hostile-values.ts';

type Pointer = readonly (string | number)[];
type Container = Record<string | number, unknown>;

/** Lists the JSON Pointers of all values in a body, including the body itself. */
export function pointersOf(value: unknown, at: Pointer = []): Pointer[] {
  if (typeof value !== 'object' || value === null) return [at];
  const members = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value);
  return [at, ...members.flatMap((member) => pointersOf((value as Container)[member], [...at, member]))];
}

const MARK = '\u0001';

/** Renders a body with another value at one place. */
export function withValue(body: unknown, pointer: Pointer, raw: Bytes): Bytes {
  if (pointer.length === 0) return raw;
  const copy = structuredClone(body) as Container;
  const holder = pointer.slice(0, -1).reduce((value, member) => value[member] as Container, copy);
  holder[pointer.at(-1) as string | number] = MARK;
  return utf8(JSON.stringify(copy)).replace(JSON.stringify(MARK), () => raw);
}

/** Renders a body with an additional member. */
function withMember(body: unknown, member: string, raw: Bytes): Bytes {
  const rest = utf8(JSON.stringify(body)).slice(1);
  return `{${JSON.stringify(member)}:${raw}${rest === '}' ? '' : ','}${rest}`;
}

const MEMBERS = [
  '__proto__',
  'constructor',
  'toString',
  'then',
  'content',
  'name',
  'metadata',
  'attachments',
  'model_id',
  'principal_agent_id',
  'permission_mode',
  'is_favorite',
  'level',
  'workspace_id',
  'shared_user_ids',
  'action_id',
  'decisions',
  'task_id',
  '',
];

const INSERTIONS = ['\0', '"', '\\', '{', '}', '[', ']', ',', ':', '\xff', '\xef\xbb\xbf', '\n', 'e', '-'];

type Mutator = (body: unknown, random: Random) => Bytes;

const MUTATORS: readonly Mutator[] = [
  (body, random) => withValue(body, random.pick(pointersOf(body)), random.pick(HOSTILE_VALUES)),
  (body, random) => withValue(body, random.pick(pointersOf(body)), random.pick(HOSTILE_VALUES)),
  (body, random) => withMember(body, random.pick(MEMBERS), random.pick(HOSTILE_VALUES)),
  (body, random) => onText(body, (text) => text.slice(0, random.below(text.length))),
  (body, random) =>
    onText(body, (text) => {
      const at = random.below(text.length);
      return text.slice(0, at) + random.pick(INSERTIONS) + text.slice(at + random.below(3));
    }),
  (body, random) =>
    onText(body, (text) => {
      const at = random.below(text.length);
      return text.slice(0, at) + String.fromCharCode(random.below(256)) + text.slice(at + 1);
    }),
  (body) => onText(body, (text) => `\xef\xbb\xbf${text}`),
  (body) => Buffer.from(JSON.stringify(body), 'utf16le').toString('latin1'),
  (body) => onText(body, (text) => text + text),
  (body) => onText(body, (text) => `${text}\0`),
  (body) => onText(body, (text) => `/* */${text}//`),
  (body) => onText(body, (text) => text.replaceAll('"', "'")),
  (body) => onText(body, (text) => text + ' '.repeat(100_000)),
  (body) => withMember(body, 'metadata', `{"a":"${'x'.repeat(1_000_000)}"}`),
  (body) => withMember(body, 'metadata', `{"a":"${'x'.repeat(1_100_000)}"}`),
  () => '',
  (_, random) => random.pick(HOSTILE_VALUES),
  (_, random) =>
    Array.from({ length: random.below(200) }, () => String.fromCharCode(random.below(256))).join(''),
];

/** Makes a hostile body from a valid one. */
export function spoil(body: unknown, random: Random): Bytes {
  return random.pick(MUTATORS)(body, random);
}

function onText(body: unknown, change: (text: Bytes) => Bytes): Bytes {
  return change(utf8(JSON.stringify(body)));
}
