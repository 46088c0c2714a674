import { type Breakage, breakage, type Wrap } from '../../alteration.ts';
import { keyOf, withFreshKey } from '../../decorators/keys.ts';
import type { Body } from '../../decorators/requests.ts';
import { changeData, rewriteEvents } from '../../decorators/rewrite-events.ts';
import { rewriteBodies, rewriteRequests } from '../../decorators/rewrite-requests.ts';
import { rewriteSteps, rewriteTurns, type Shown } from '../../decorators/rewrite-turns.ts';
import { first } from '../../decorators/values.ts';
import { listed, shown } from '../kinds/shown.ts';

/** Limits that the contract does not have, higher than most turns reach. */
const MOST = {
  calls: 8,
  decisions: 2,
  steps: 10,
  characters: 40_000,
  sends: 5,
  turns: 40,
  replayed: 65_535,
  deltas: 100,
};

export const largeTurnBreakages: readonly Breakage[] = [
  shown('payloads.tool-approval.tools/first-eight', 'message.action_required', {
    'payload.tools': first(MOST.calls),
  }),
  breakage(
    'interactions.approve-tool.one-decision-each/first-two',
    'The decisions about all calls but the first two of an approval are taken as approvals.',
    rewriteBodies('approveTool', (body) => ({
      ...body,
      decisions: body.decisions?.map((decision: Body, at: number) =>
        at < MOST.decisions ? decision : { ...decision, approved: true },
      ),
    })),
  ),
  breakage(
    'stream.step.on-progress/first-ten',
    'A turn shows at most ten steps.',
    rewriteSteps((steps) => steps.slice(0, MOST.steps)),
  ),
  shown('messages.content.string/long', 'turns', { content: first(MOST.characters) }),
  breakage(
    'messages.content.string/without-emoji',
    'A text loses its emoji, wherever it is shown.',
    (exchange) => {
      const inTurns = rewriteTurns((turn) => ({ ...turn, content: withoutEmoji(turn.content) }));
      return inTurns(
        changeData('message.delta', (data) => ({ ...data, text: withoutEmoji(data.text) }))(exchange),
      );
    },
  ),
  breakage(
    'stream.delta.adds-up/many',
    'The hundredth delta of a stream comes after the one that follows it.',
    rewriteEvents(() => {
      let count = 0;
      let held: Body;
      return (event) => {
        if (event.type === 'message.delta') count += 1;
        if (event.type === 'message.delta' && count === MOST.deltas) {
          held = event;
          return [];
        }
        const sent = held ? [event, held] : [event];
        held = undefined;
        return event.type === 'message.delta' ? sent : sent.toReversed();
      };
    }),
  ),
  breakage(
    'idempotency.replay.same-result/long',
    'The replay of a blocking send cuts an answer of more than 65,535 characters.',
    cuttingReplays('blocking'),
  ),
  breakage(
    'idempotency.replay.stream-redelivers/long',
    'The replay of a streamed send cuts an answer of more than 65,535 characters.',
    cuttingReplays('stream'),
  ),
  breakage(
    'idempotency.replay.same-result/often',
    'A blocking send that was repeated often runs again.',
    forgettingAfter('sendMessage'),
  ),
  breakage(
    'idempotency.replay.stream-redelivers/often',
    'A streamed send that was repeated often runs again.',
    forgettingAfter('streamMessage'),
  ),
  listed('lists.size.default-fifty/turns', 'listMessages', first(MOST.turns)),
];

function withoutEmoji(text: string): string {
  return text.replaceAll(/\p{Extended_Pictographic}/gu, '');
}

function cuttingReplays(channel: Shown['place']): Wrap {
  return rewriteTurns((turn, { place, isReplay }) =>
    isReplay && place === channel ? { ...turn, content: turn.content.slice(0, MOST.replayed) } : turn,
  );
}

/** Forgets the key of a send that was repeated too many times. */
function forgettingAfter(operation: 'sendMessage' | 'streamMessage'): Wrap {
  return (exchange) => {
    const sends = new Map<string | undefined, number>();
    return rewriteRequests(operation, (request) => {
      const key = keyOf(request);
      const count = (sends.get(key) ?? 0) + 1;
      sends.set(key, count);
      return key !== undefined && count > MOST.sends ? withFreshKey(request) : {};
    })(exchange);
  };
}
