import { isInteger as isExactInteger } from '../../exact-json/exact-number.ts';
import type { Act, Script } from './act.ts';
import { isObject, isShallow } from './json.ts';

/** The most levels of nesting in a script. Deeper values overflow the stack when they are written as JSON. */
const DEEPEST = 64;
/** The longest wait in seconds. Timers count milliseconds in 31 bits, and a wait beyond that would end at once. */
const LONGEST_WAIT = 86_400;
/** The most calls or tasks of one act. */
const MOST_AT_ONCE = 100;

type Check = (value: unknown) => boolean;
/** The members that an object may have, each with the check for its value. */
type Shape = Readonly<Record<string, Check>>;

const isText: Check = (value) => typeof value === 'string';
const isTrue: Check = (value) => value === true;
const isInteger: Check = (value) => Number.isSafeInteger(value);

const CALL: Shape = { tool: isText, input: optional(isObject) };
const STEP: Shape = { step: oneOf(isText, isInteger), action: isText, tool: optional(isText) };
const PLAN: Shape = { title: isText, context: isText, steps: listOf(shapedAs(STEP)), notes: isText };
const TASK: Shape = {
  agent: optional(isExactInteger),
  name: optional(isText),
  task: isText,
  script: optional(isScript),
};
const QUESTION: Shape = { message: isText, schema: isObject };

/** The shape of each act, by the member that names it. */
const ACTS: Readonly<Record<ActName, Shape>> = {
  say: { say: isText, pieces: optional(isPieces) },
  echo: { echo: isAmong('given', 'results'), pieces: optional(isPieces) },
  reason: { reason: isText },
  call: { call: oneOf(shapedAs(CALL), someOf(shapedAs(CALL))) },
  plan: { plan: shapedAs(PLAN) },
  delegate: { delegate: someOf(shapedAs(TASK)) },
  ask: { ask: shapedAs(QUESTION) },
  wait: { wait: isSeconds },
  fail: { fail: isAmong('outage', 'refusal', 'unreachable') },
  failover: { failover: isTrue },
  hang: { hang: isTrue },
};

type ActName = Act extends infer One ? (One extends Act ? Exclude<keyof One, 'pieces'> : never) : never;

/**
 * Reads a JSON value as a script; undefined if it is not one. A value with unknown members is not a script, since a typing error would
 * change what the script does.
 */
export function readScript(value: unknown): Script | undefined {
  return isShallow(value, DEEPEST) && isScript(value) ? value : undefined;
}

function isScript(value: unknown): value is Script {
  return Array.isArray(value) && value.every(isAct);
}

function isAct(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.entries(ACTS).some(([name, shape]) => Object.hasOwn(value, name) && shapedAs(shape)(value));
}

function shapedAs(shape: Shape): Check {
  return (value) =>
    isObject(value) &&
    Object.keys(value).every((member) => Object.hasOwn(shape, member)) &&
    Object.entries(shape).every(([member, isRight]) => isRight(value[member]));
}

function optional(isRight: Check): Check {
  return (value) => value === undefined || isRight(value);
}

function oneOf(...checks: readonly Check[]): Check {
  return (value) => checks.some((isRight) => isRight(value));
}

function isAmong(...values: readonly string[]): Check {
  return (value) => typeof value === 'string' && values.includes(value);
}

function listOf(isRight: Check): Check {
  return (value) => Array.isArray(value) && value.every(isRight);
}

function someOf(isRight: Check): Check {
  return (value) =>
    Array.isArray(value) && value.length > 0 && value.length <= MOST_AT_ONCE && value.every(isRight);
}

function isPieces(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function isSeconds(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= LONGEST_WAIT;
}
