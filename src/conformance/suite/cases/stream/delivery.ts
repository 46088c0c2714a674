import type { LiveStream } from '../../../drive/live-stream.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { CannotGoOn } from '../../check-kit/interruption.ts';

/** Long enough for two pings, whose times show when they were sent (section 6). In milliseconds of the service's time. */
const TWO_PINGS = 35_000;
/** How long a busy target may take to start a stream, or to deliver it after its turn is cancelled. In milliseconds of the real clock. */
const ARRIVAL = 5000;

/** Events that a service sends only while a turn runs. */
const WHILE_RUNNING: ReadonlySet<string> = new Set(['message.delta', 'ping']);

/**
 * Whether the events of a turn arrive while it runs. If something buffers them, no check that follows a turn can continue, and each check
 * would wait until it hits the limits of the run.
 */
export const deliveryChecks: readonly Check[] = [
  check({
    id: 'stream.delivery.while-running',
    requirements: [R['stream.response.carries-events']],
    needs: ['scenario:long_turn'],
    isFirst: true,
    async run(t) {
      const chatId = t.freshId();
      const starting = begin(t, chatId);
      // It may fail before anything awaits it.
      starting.catch(() => {});
      const sentAt = t.now();
      const begun = await t.within(starting, TWO_PINGS, ARRIVAL);
      const shown = begun ?? (await endTurn(t, chatId, starting, sentAt));
      t.expect(R['stream.response.carries-events']).isTrue(
        shown,
        shown.events.length > 0,
        'the events of the turn in the response to its send',
        'no event',
      );
    },
  }),
];

/** @returns the stream once it has started, or has ended without an event */
async function begin(t: CheckContext, chatId: string): Promise<LiveStream> {
  const stream = await t.open(t.scenario('long_turn'), { chatId });
  await stream.until('message.start');
  return stream;
}

/** Cancels a turn whose stream has not started. If its events arrive when it ends, something held them back. */
async function endTurn(
  t: CheckContext,
  chatId: string,
  starting: Promise<LiveStream>,
  sentAt: number,
): Promise<LiveStream> {
  t.requireSuccess(await t.main.act(chatId, 'cancel', {}));
  const stream = await t.within(starting, 0, ARRIVAL);
  if (!stream) throw new CannotGoOn('a stream did not begin, not even when its turn was cancelled');
  const seconds = Math.round((t.now() - sentAt) / 1000);
  await t.within(stream.rest(), 0, ARRIVAL);
  if (stream.events.some(({ type }) => WHILE_RUNNING.has(type)))
    t.giveUpRun(
      `the head of a stream came only with its end, ${seconds} s after the send, when the turn was cancelled: something buffers the stream, the service or a proxy in front of it; no turn can be followed`,
    );
  return stream;
}
