import { mayHaveHadEffects } from '../../judge/client-duties.ts';
import { isLeft, laterThan } from '../seen.ts';
import { isSend, repeatsOf } from './keys.ts';
import { rule } from './rule.ts';

/** A blocking send may take 30 minutes. */
const LONG = 25 * 60_000;

/** Tasks in which the client reads each stream to its end. */
const READS_ON = new Set(['stream', 'cancel']);

/** The client waits for the answer of a blocking send. It may lose the connection, if it sends the same key again and goes on waiting. */
export const waitsForAnswer = rule(['turns.send.client-timeout'], ({ seen, timeScale }) =>
  seen.flatMap((send) => {
    if (send.operation !== 'sendMessage') return [];
    const { end, sentAt, endedAt = sentAt } = send.exchange;
    const waited = (endedAt - sentAt) * timeScale;
    if (end !== 'client' && waited < LONG) return [];
    return {
      row: 'turns.send.client-timeout' as const,
      isMet: end !== 'client' || repeatsOf(send, seen).some(({ key }) => key === send.key),
      at: send,
      expected: 'the client waits for the answer, up to 30 minutes',
      isOmission: true,
      actual: `it gave up after ${Math.round(waited / 1000)} s of the service's time`,
    };
  }),
);

/** Pings do not end a stream for the client. */
export const pingsIgnored = rule(['stream.ping.ignored'], ({ seen, journey }) =>
  seen.flatMap((stream) => {
    const pings = stream.events.filter(({ type }) => type === 'ping').length;
    if (pings === 0 || !READS_ON.has(journey.task) || (!isLeft(stream) && !stream.terminal)) return [];
    return {
      row: 'stream.ping.ignored' as const,
      isMet: !isLeft(stream),
      at: stream,
      expected: 'the client reads on until the terminal event',
      isOmission: true,
      actual: `it closed the stream, which had sent ${pings} pings`,
    };
  }),
);

/** After a cancel that was not delivered, the client cancels again and reads on. */
export const cancelsAgain = rule(['cancel.undelivered.client-retries'], ({ seen }) =>
  seen.flatMap((cancel) => {
    if (cancel.operation !== 'cancelTurn' || cancel.exchange.status !== 502) return [];
    if (cancel.code !== 'api_v1_core_unavailable') return [];
    const isRepeated = laterThan(cancel, seen).some(({ operation }) => operation === 'cancelTurn');
    const isRead = !seen.some((stream) => isSend(stream) && stream.id === cancel.id && isLeft(stream));
    return {
      row: 'cancel.undelivered.client-retries' as const,
      isMet: isRepeated && isRead,
      at: cancel,
      expected: 'another cancel, while the stream is read',
      isOmission: true,
      actual: isRepeated ? 'the stream was closed' : 'no other cancel',
    };
  }),
);

/** A client that leaves a stream does not cancel its turn. */
export const leavesWithoutCancel = rule(['turns.disconnect.finishes'], ({ seen, journey }) => {
  if (journey.task !== 'leave') return [];
  const cancel = seen.find(({ operation }) => operation === 'cancelTurn');
  return [
    {
      row: 'turns.disconnect.finishes',
      isMet: cancel === undefined,
      at: cancel,
      expected: 'a client that leaves lets the turn go on',
      actual: 'it cancels the turn',
    },
  ];
});

/** After a 502 interaction_in_auto_mode, the client sends the turn over the stream. */
export const usesStream = rule(['errors.interaction-in-auto-mode.use-stream'], ({ seen }) =>
  seen.flatMap((send) => {
    if (send.operation !== 'sendMessage' || send.code !== 'interaction_in_auto_mode') return [];
    return {
      row: 'errors.interaction-in-auto-mode.use-stream' as const,
      isMet: repeatsOf(send, seen).some(({ operation }) => operation === 'streamMessage'),
      at: send,
      expected: 'the same turn over the stream',
      isOmission: true,
      actual: 'no stream',
    };
  }),
);

/** After a dispatched turn has failed, the client reads the messages before it sends the turn again. */
export const looksBeforeRepeating = rule(['events.error.check-before-repeating'], ({ seen }) =>
  seen.flatMap((send) => {
    const { terminal } = send;
    if (terminal?.type !== 'message.error' || !mayHaveHadEffects(terminal.data)) return [];
    const next = repeatsOf(send, seen).find(({ key }) => key !== send.key);
    if (!next) return [];
    return {
      row: 'events.error.check-before-repeating' as const,
      isMet: laterThan(send, seen).some(
        ({ operation, exchange }) => operation === 'listMessages' && exchange.number < next.exchange.number,
      ),
      at: next,
      expected: `after ${terminal.data.code}, the messages of the chat are listed before the turn is sent again`,
      actual: 'the turn was sent again without a look',
    };
  }),
);
