import { isObject, type JsonObject } from '../json.ts';

/** Names of present members that are listed, and characters of each. */
const MOST_NAMES = 8;
const LONGEST_NAME = 40;
/** Members in which the missing ones are looked for. */
const MOST_SEARCHED = 16;

const FOREIGN =
  'no member is one that the contract names here; the object around the payload is missing, or another object was sent';

interface Absence {
  readonly actual: string;
  readonly hint?: string;
}

interface Search {
  readonly missing: string;
  /** Every member that is missing. */
  readonly all: readonly string[];
  /** Whether the value is probably another one: it has none of the members that the contract names, or only one member at all. */
  readonly isStranger: boolean;
  /** Whether it has none of the members that the contract names. */
  readonly isForeign: boolean;
}

/**
 * Describes that a member is missing: what is there instead, and the usual cause if the value shows it.
 *
 * @param holder the value that should have the member
 * @param all every member that is missing there
 * @param known members that the contract names for such a value. A value with none of them is probably another one.
 */
export function describeMissing(
  holder: unknown,
  missing: string,
  all: readonly string[] = [missing],
  known?: ReadonlySet<string>,
): Absence {
  if (!isObject(holder)) return { actual: 'absent' };
  const names = Object.keys(holder);
  const isForeign = known !== undefined && names.length > 0 && !names.some((name) => known.has(name));
  const isStranger = isForeign || names.length === 1;
  const hint =
    findCause(holder, names, { missing, all, isStranger, isForeign }) ?? (isForeign ? FOREIGN : undefined);
  return { actual: `absent; present: ${listNames(names)}`, ...(hint !== undefined && { hint }) };
}

function listNames(names: readonly string[]): string {
  if (names.length === 0) return 'no member';
  const shown = names
    .slice(0, MOST_NAMES)
    .map((name) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name));
  return names.length > MOST_NAMES ? `${shown.join(', ')}, …` : shown.join(', ');
}

function findCause(
  holder: JsonObject,
  names: readonly string[],
  { missing, all, isStranger, isForeign }: Search,
): string | undefined {
  if (missing.includes('_') && Object.hasOwn(holder, toCamelCase(missing)))
    return 'the members have camelCase names; the contract has snake_case';
  // One missing member may well stand in another object for a reason of its own.
  if (all.length < 2 && !isStranger) return undefined;
  // A wrapped payload may itself lack members. Where nothing else is of the contract, two of its members show it well enough.
  const enough = isForeign ? Math.min(2, all.length) : all.length;
  const wrapper = names
    .slice(0, MOST_SEARCHED)
    .find((name) => all.filter((member) => hasMember(holder[name], member)).length >= enough);
  return wrapper === undefined
    ? undefined
    : `the payload is wrapped in ${JSON.stringify(wrapper.slice(0, LONGEST_NAME))}; send its content itself`;
}

/** The member in which a payload is wrapped, according to a hint. */
export function wrapperIn(hint: string): string | undefined {
  return /^the payload is wrapped in "(.*)"; send its content itself$/.exec(hint)?.[1];
}

function hasMember(value: unknown, member: string): boolean {
  return isObject(value) && Object.hasOwn(value, member);
}

function toCamelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
