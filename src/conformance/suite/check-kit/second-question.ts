import type { Act } from '../../../rig/script/act.ts';
import { actionIdOf, type CheckContext, lastReceivedAt } from './context.ts';
import { type Asked, replyTo } from './interaction-replies.ts';
import { NothingToSee } from './interruption.ts';
import type { RaisingPlace } from './raising-places.ts';
import { askingActOf, withScript } from './scripted-turn.ts';

/** The places where a turn can ask a second time, after its first interaction is answered. */
export const SECOND_PLACES: readonly RaisingPlace[] = [
  {
    name: 'second-tool-approval',
    kind: 'tool_approval',
    scenario: 'tool_approval',
    situation: { asks: 'tool_approval', asker: 'turn', chat: 'second question' },
  },
  {
    name: 'second-elicitation',
    kind: 'elicitation',
    scenario: 'elicitation',
    situation: { asks: 'elicitation', asker: 'turn', chat: 'second question' },
  },
];

/**
 * Streams a scenario's turn until its second interaction. The first one is answered after a pause, or expires.
 *
 * @param pause how long the first interaction waits for its answer, in milliseconds of the service's time
 * @throws NothingToSee when the turn cannot be made to ask again
 */
export async function raiseAgain(
  t: CheckContext,
  place: RaisingPlace,
  pause: number | 'expires' = 0,
): Promise<Asked> {
  const { stream, asked } = await t.raise(
    withScript(t.scenario(place.scenario), (script) => {
      const act = askingActOf(script);
      return [act, act, { echo: 'results' }] satisfies readonly Act[];
    }),
  );
  const first = replyTo(asked);
  if (asked.data.kind !== place.kind || !first) throw new NothingToSee('the turn asks for something else');
  if (pause !== 'expires') {
    if (pause > 0) await t.wait(pause);
    t.requireSuccess(await t.main.act(stream.chatId, first.action, first.body));
  }
  const again = await t.inTime(stream.until('message.action_required'));
  const reply = again && replyTo(again);
  if (!again || !reply) throw new NothingToSee('the turn does not ask again');
  return {
    stream,
    asked: again,
    actionId: actionIdOf(again),
    reply,
    askedAt: lastReceivedAt(stream),
  };
}
