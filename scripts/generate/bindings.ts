import { operationsOf } from './documents.ts';
import { codeHeader, type Files } from './output.ts';
import { type Row, readRows } from './registry.ts';
import { requestMembersOf } from './request-members.ts';
import { type JsonObject, type Problem, type Spec, SpecError } from './spec.ts';

/** A fact about a request that a row decides, and whether it can be said of a member. A fact without such a rule is about an operation. */
interface FactRule {
  readonly meaning: string;
  readonly appliesTo?: (member: RequestMember) => boolean;
}

type RequestMember = JsonObject & { readonly operation: string; readonly path: readonly string[] };

const LIMITS = ['maxLength', 'maximum', 'minItems'];

/** The vocabulary of `decides`. */
const FACTS = {
  taken: { meaning: 'A plain value is accepted.', appliesTo: () => true },
  known: { meaning: 'The id of something that exists is accepted.', appliesTo: () => true },
  heard: { meaning: 'A value is accepted, and shows afterwards.', appliesTo: () => true },
  default: { meaning: 'It can be left out.', appliesTo: ({ required }) => required === false },
  missing: { meaning: 'It cannot be left out.', appliesTo: ({ required }) => required === true },
  least: { meaning: 'The least value is accepted.', appliesTo: (member) => 'minimum' in member },
  most: { meaning: 'A value as large as the limit is accepted.', appliesTo: isLimited },
  beyond: { meaning: 'A value beyond the limit is refused.', appliesTo: isLimited },
  unknown: { meaning: 'The id of nothing is refused.', appliesTo: ({ enum: words }) => words === undefined },
  'not-positive': {
    meaning: 'An id that is not positive is refused.',
    appliesTo: ({ type }) => type === 'integer',
  },
  mistyped: {
    meaning: 'How a value of another type, or a word that no table lists, is handled.',
    appliesTo: () => true,
  },
  foreign: {
    meaning: 'How a word that only the application uses is handled.',
    appliesTo: (member) => 'enum' in member,
  },
  scope: { meaning: 'An operation needs its scope, and a member of a request needs another one.' },
} as const satisfies Readonly<Record<string, FactRule>>;
type Fact = keyof typeof FACTS;

/** Words that stand for several facts. */
const SHORT: Readonly<Record<string, readonly Fact[]>> = { limit: ['most', 'beyond'] };

function isLimited(member: RequestMember): boolean {
  return LIMITS.some((keyword) => keyword in member);
}

const declareBinding = `${codeHeader}import type { OperationId, RequirementId, Scope } from './ids.js';

/** A fact about a request that a row of the registry decides. */
export type Fact =
${Object.entries(FACTS)
  .map(([name, { meaning }]) => `  /** ${meaning} */\n  | '${name}'`)
  .join('\n')};

/** One fact of one operation or one member of its request, as bindings.json lists it. */
export interface Binding {
  readonly requirement: RequirementId;
  readonly fact: Fact;
  readonly operation: OperationId;
  /** The path to the member, joined by dots. Absent if the fact is about the operation. */
  readonly member?: string;
  /** The scope that the member needs: the one without which the row needs a credential. Absent for other facts, and for operations. */
  readonly scope?: Scope;
}
`;

interface Binding {
  readonly requirement: string;
  readonly fact: string;
  readonly operation: string;
  readonly member?: string;
  readonly scope?: string;
}

/**
 * bindings.json and its type: which row decides which fact of which request, one per line, in the order of the rows.
 * @throws SpecError for a fact or place that does not exist, and for a fact that cannot be said of its place
 */
export function buildBindings(spec: Spec): Files {
  const lines = bindingsIn(spec).map((binding) => JSON.stringify(binding));
  return new Map([
    ['generated/bindings.json', `[\n${lines.join(',\n')}\n]\n`],
    ['generated/bindings.d.ts', declareBinding],
  ]);
}

/**
 * Which row decides which fact of which request.
 * @throws SpecError as `buildBindings`
 */
export function bindingsIn(spec: Spec): readonly Binding[] {
  const problems: Problem[] = [];
  const members = requestMembersOf(spec) as unknown as readonly RequestMember[];
  const operations = operationsOf(spec).map(({ operationId }) => operationId);
  const bindings = readRows(spec).flatMap(({ row, file }) =>
    bindingsOf(row, { operations, members }, (message) =>
      problems.push({ file, message: `${row.id}: ${message}` }),
    ),
  );
  // The judge reports one requirement for a value that is not kept.
  for (const [place, [first, second]] of Map.groupBy(bindings.filter(isHeard), placeOf))
    if (second)
      problems.push({
        file: 'requirements',
        message: `${first?.requirement} and ${second.requirement} both decide heard of ${place}`,
      });
  if (problems.length > 0) throw new SpecError(...problems);
  return withFallbacks(bindings, members);
}

function isHeard({ fact }: Binding): boolean {
  return fact === 'heard';
}

function placeOf({ operation, member }: Binding): string {
  return `${operation}.${member}`;
}

/** What a row can name. */
interface Places {
  readonly operations: readonly string[];
  readonly members: readonly RequestMember[];
}

function bindingsOf(row: Row, known: Places, fail: (message: string) => void): Binding[] {
  return Object.entries(row.decides ?? {}).flatMap(([word, places]) =>
    places.flatMap((place) => {
      const facts = SHORT[word] ?? (word in FACTS ? [word as Fact] : []);
      if (facts.length === 0) fail(`\`decides\` does not know ${word}; it knows ${wordsOf().join(', ')}`);
      return facts.flatMap((fact) => bindingsAt(row, fact, place, known, fail));
    }),
  );
}

function wordsOf(): string[] {
  return [...Object.keys(FACTS), ...Object.keys(SHORT)];
}

function bindingsAt(
  row: Row,
  fact: Fact,
  place: string,
  { operations, members }: Places,
  fail: (message: string) => void,
): Binding[] {
  const { id: requirement } = row;
  const [operation = '', ...path] = place.split('.');
  const isNamed = (each: string) => operation === '*' || operation === each;
  if (path.length === 0) {
    if (!operations.some(isNamed)) fail(`there is no operation ${place}`);
    return operations.filter(isNamed).map((each) => ({ requirement, fact, operation: each }));
  }
  const named = members.filter((member) => isNamed(member.operation) && fits(path, member.path));
  if (named.length === 0) fail(`there is no request with the member ${place}`);
  const { appliesTo = () => true }: FactRule = FACTS[fact];
  const meant = named.filter(appliesTo);
  if (meant.length === 0 && named.length > 0) fail(`${fact} cannot be said of ${place}`);
  const scope = fact === 'scope' ? scopeOf(row) : undefined;
  if (fact === 'scope' && scope === undefined)
    fail('`scope` of a member: the row needs no `credential:no_scope:…`');
  return meant.map((member) => ({
    requirement,
    fact,
    operation: member.operation,
    member: member.path.join('.'),
    ...(scope !== undefined && { scope }),
  }));
}

/** The scope without which a row needs a credential. */
export function scopeOf({ needs = [] }: Row): string | undefined {
  const lacking = 'credential:no_scope:';
  return needs.find((need) => need.startsWith(lacking))?.slice(lacking.length);
}

function fits(pattern: readonly string[], path: readonly string[]): boolean {
  return (
    pattern.length === path.length && pattern.every((token, index) => token === '*' || token === path[index])
  );
}

/** A row that decides `mistyped` of an operation decides it of each member of which no other row does. */
function withFallbacks(bindings: readonly Binding[], members: readonly RequestMember[]): Binding[] {
  const isDecided = (operation: string, member: string) =>
    bindings.some(
      (each) => each.fact === 'mistyped' && each.operation === operation && each.member === member,
    );
  return bindings.flatMap((binding) => {
    const { fact, operation, member } = binding;
    if (fact !== 'mistyped' || member !== undefined) return [binding];
    return members
      .filter((each) => each.operation === operation && !isDecided(operation, each.path.join('.')))
      .map((each) => ({ ...binding, member: each.path.join('.') }));
  });
}
