import type { SendOptions, Turn } from '../../drive/actor.ts';
import { isSurelyPast, SURELY_PENDING } from '../../judge/timing.ts';
import type { CheckContext } from './context.ts';
import { type Asked, type Choice, type InteractionKind, nextAsked, raise } from './interaction-replies.ts';
import { CannotGoOn } from './interruption.ts';

/**
 * Streams a turn whose two agents ask to use a tool, until both wait for an answer.
 *
 * @throws CannotGoOn when the turn ends after one interaction
 * @throws NothingToSee when the second is not raised while the first is pending
 */
export async function raiseTwo(
  t: CheckContext,
  turn: Turn = t.scenario('agents_two_actions'),
  options: SendOptions = {},
): Promise<readonly [Asked, Asked]> {
  const first = await raise(t, turn, 'tool_approval', {}, options);
  const second = await askedBeside(t, first, 'tool_approval');
  if (!second) throw new CannotGoOn('the turn asked only once');
  return [first, second];
}

/**
 * Reads a turn's stream up to an interaction that is raised while another one is pending.
 *
 * @returns undefined when the turn ends first
 * @throws NothingToSee when none is raised before the other one may have expired: a service may run the tasks of agents one after another
 */
export async function askedBeside(
  t: CheckContext,
  { stream, askedAt }: Asked,
  kind: InteractionKind,
  choice: Choice = {},
): Promise<Asked | undefined> {
  const next = await nextAsked(t, stream, kind, choice);
  const span = t.span(askedAt, next?.askedAt);
  t.skipIf(
    isSurelyPast(span, SURELY_PENDING, 0),
    'no other interaction is raised before the first may have expired',
  );
  t.requireWithin(askedAt, SURELY_PENDING, next?.askedAt);
  return next;
}
