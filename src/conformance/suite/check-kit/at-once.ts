import type { ErrorRowId, RequirementId } from '../../../../generated/ids.d.ts';
import { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import { isSameJson } from '../../judge/json.ts';
import { isOneOf } from './claim.ts';
import type { CheckContext } from './context.ts';

/** What a request met or left: the members of a chat or skill, whether it exists, and what its turn does. */
export type State = Readonly<Record<string, unknown>>;

/** A correct response, and what it leaves. */
export interface Outcome {
  /** The requirements that decide the response; none if it is only tolerated. */
  readonly requirements: readonly RequirementId[];
  /** One of these rows of spec/errors.yaml, or any failure, or one that comes in a stream, or one of the service's own. */
  readonly is: 'success' | 'refusal' | 'failed stream' | 'outage' | readonly ErrorRowId[];
  /** The members of `data` that are decided. */
  readonly shows?: State;
  readonly leaves: State;
}

/** What a request brought: its response, and whether its turn began, if it is a stream. */
export interface Came {
  readonly source: Answer | LiveStream;
  readonly isSuccess: boolean;
}

/** One of two requests that reach the service at the same moment. */
export interface Attempt {
  send(t: CheckContext): Promise<Came>;
  /** The correct responses if the service looks at the request in this state. */
  meets(state: State): readonly Outcome[];
  /** The members that it changes. Of two accepted changes, one may be lost: nothing says that the service reads and writes at once. */
  readonly writes?: readonly string[];
}

/** What came of two requests. */
export interface BothCame {
  readonly came: readonly Came[];
  /** The states that they may leave. */
  readonly left: readonly State[];
  /** What the successful responses show of the members that both change. */
  readonly shown: readonly State[];
}

/** Makes two requests at the same moment. The contract does not say which comes first, so the responses must be those of one of the two orders. */
export async function takeAtOnce(
  t: CheckContext,
  attempts: readonly [Attempt, Attempt],
  start: State,
): Promise<BothCame> {
  const came = await Promise.all(attempts.map((attempt) => attempt.send(t)));
  const taken = attempts.map((attempt, at) => ({ attempt, came: came[at] as Came }));
  const ways = [follow(taken, start), follow(taken.toReversed(), start)];
  if (taken.every(({ attempt, came: { isSuccess } }) => attempt.writes && isSuccess))
    ways.push(besides(taken, start));
  const [best] = ways.toSorted((one, other) => explained(other) - explained(one));
  for (const response of best?.responses ?? []) claim(t, response);
  const [one, other] = attempts.map(({ writes = [] }) => writes);
  const common = one?.filter((member) => other?.includes(member)) ?? [];
  const shown = came.flatMap(({ source, isSuccess }) =>
    common.length > 0 && isSuccess && source instanceof Answer ? [pick(source.data, common)] : [],
  );
  return { came, left: ways.flatMap(({ left }) => left), shown };
}

interface Taken {
  readonly attempt: Attempt;
  readonly came: Came;
}

interface Response {
  readonly came: Came;
  readonly correct: readonly Outcome[];
  /** Those that it matches. */
  readonly matched: readonly Outcome[];
}

/** An order of the two requests. */
interface Way {
  readonly responses: readonly Response[];
  /** The states that it may leave; none if it does not explain both responses. */
  readonly left: readonly State[];
}

function follow(taken: readonly Taken[], start: State): Way {
  const responses: Response[] = [];
  let met: readonly State[] = [start];
  for (const { attempt, came } of taken) {
    const correct = met.flatMap((state) => attempt.meets(state));
    const matched = correct.filter((outcome) => isMatch(came, outcome));
    responses.push({ came, correct, matched });
    met = matched.map(({ leaves }) => leaves);
  }
  return { responses, left: met };
}

/** Both requests meet the start, and what one of them writes stays. */
function besides(taken: readonly Taken[], start: State): Way {
  const alone = taken.map((each) => follow([each], start));
  const isExplained = alone.every(({ left }) => left.length > 0);
  return {
    responses: alone.flatMap(({ responses }) => responses),
    left: isExplained ? alone.flatMap(({ left }) => left) : [],
  };
}

function explained({ responses }: Way): number {
  return responses.filter(({ matched }) => matched.length > 0).length;
}

function isMatch({ source, isSuccess }: Came, { is, shows }: Outcome): boolean {
  if (typeof is === 'object') return source instanceof Answer && isOneOf(source, is);
  if (is === 'outage') return source instanceof Answer && source.status >= 500;
  if (is !== 'success') return !isSuccess && (is === 'refusal' || !(source instanceof Answer));
  return (
    isSuccess &&
    (!shows || !(source instanceof Answer) || isSameJson(pick(source.data, Object.keys(shows)), shows))
  );
}

export async function answered(answer: Promise<Answer>): Promise<Came> {
  const source = await answer;
  return { source, isSuccess: source.isSuccess };
}

/** Claims that a response is a correct one. Nothing is claimed after a response that no order explains. */
function claim(t: CheckContext, { came: { source, isSuccess }, correct, matched }: Response): void {
  const [outcome] =
    matched.length > 0 ? matched : correct.filter(({ requirements }) => requirements.length > 0);
  if (!outcome || outcome.requirements.length === 0) return;
  const { is, shows } = outcome;
  const toMeet = t.expect(...outcome.requirements);
  if (typeof is === 'object') toMeet.failsWith(source, ...is);
  else if (is !== 'success') toMeet.isTrue(source, !isSuccess, 'a refusal', 'a success');
  else {
    toMeet.accepts(source);
    toMeet.isTrue(source, isSuccess, 'a turn that begins', 'a stream that only reports a failure');
    if (shows && source instanceof Answer)
      toMeet.equals(source, pick(source.data, Object.keys(shows)), shows, '/data');
  }
}

/**
 * Claims that a chat or skill is read as the two requests may have left it.
 *
 * @param rows the requirement of each member
 * @returns the state that was left
 */
export function expectLeft(
  t: CheckContext,
  read: Answer,
  { left, shown }: BothCame,
  rows: Readonly<Record<string, RequirementId>>,
): State {
  const now: State = { ...read.data, exists: read.isSuccess };
  const mayBeGone = left.some(({ exists }) => exists === false);
  const expectOneOf = (states: readonly State[], what: string): State | undefined => {
    const wrongIn = (state: State) =>
      Object.keys(state).filter((member) => member in rows && !isSameJson(now[member], state[member]));
    const least = Math.min(...states.map((state) => wrongIn(state).length));
    const near = states.filter((state) => wrongIn(state).length === least);
    const [nearest] = near;
    if (!nearest) return undefined;
    const wrong = near.flatMap(wrongIn);
    const about = wrong.length > 0 ? wrong : Object.keys(nearest);
    const decided = about.flatMap((member) => (member !== 'exists' || mayBeGone ? (rows[member] ?? []) : []));
    t.expect(...new Set(decided)).isTrue(
      read,
      wrong.length === 0,
      `${what}: ${states.map((state) => JSON.stringify(state)).join(' or ')}`,
      pick(now, Object.keys(nearest)),
    );
    return nearest;
  };
  expectOneOf(shown, 'what a response shows');
  return expectOneOf(left, 'what the two requests leave in one of their orders') ?? now;
}

/** Some members of an object. */
export function pick(from: State, members: readonly string[]): State {
  return Object.fromEntries(members.map((member) => [member, from[member]]));
}
