import type { Journey } from '../journey.ts';
import { area } from './area.ts';
import { ANSWER, BEGINNING, delegating, LONG, turn, UNSORTED, WITH_AGENTS, WITH_LIBRARY } from './turns.ts';

const stream = area('stream', { task: 'stream', body: turn([BEGINNING, ANSWER]) });
const cancel = area('cancel', { task: 'cancel', body: turn([BEGINNING, { hang: true }]) });
const leave = area('leave', { task: 'leave', body: turn([BEGINNING, { wait: 60 }, ANSWER]) });

/** Journeys with the streaming send. */
export const STREAM_JOURNEYS: readonly Journey[] = [
  stream('plain', {
    service: 'streams an answer with line ends, quotes, markup and characters of several bytes.',
    rows: ['events.completed.complete-content', 'turns.stream.requires-key'],
  }),
  stream('long-text', {
    service: 'streams an answer of 5,000 characters in 60 pieces.',
    body: turn([LONG]),
    rows: ['events.completed.complete-content'],
  }),
  stream('lines', {
    service: 'ends its lines with CRLF, and its bytes arrive in pieces that end inside of characters.',
    served: { variants: ['A-78=crlf'] },
    happenings: [{ to: 'turn', changed: 'split' }],
    rows: ['events.completed.complete-content'],
  }),
  stream('large-ids', {
    service: 'has ids that need more than 32 bits.',
    served: { variants: ['A-13=large-integers'] },
    rows: ['messages.id.integer'],
  }),
  stream('long-event', {
    service: 'ends with an event of more than 100,000 bytes.',
    body: turn([{ say: 'The tide tables. '.repeat(3500) }, { echo: 'given' }]),
    rows: ['events.completed.complete-content'],
  }),
  stream('no-usage', {
    service: 'ends a turn that has consumed nothing, so that its usage is null.',
    happenings: [{ to: 'turn', changed: 'unused' }],
    rows: ['messages.usage.object-or-null'],
  }),
  stream('failover', {
    service: 'replaces its text after a failover.',
    body: turn([BEGINNING, { failover: true }, ANSWER]),
    rows: ['stream.delta.replace-on-failover'],
    readings: ['A-81'],
  }),
  // More than two minutes: a watchdog of one minute looks at the last ping of the silence with time to spare.
  stream('silence', {
    service: 'is silent for 130 seconds but for pings.',
    body: turn([BEGINNING, { wait: 130 }, ANSWER]),
    rows: ['stream.ping.ignored'],
    waits: 130_000,
  }),
  stream('unknown', {
    service: 'sends events and members that nobody knows.',
    happenings: [{ to: 'turn', changed: 'strange' }],
    rows: ['envelope.objects.ignore-unknown'],
  }),
  stream('agents', {
    service: 'delegates two tasks, whose tokens the usage contains.',
    body: turn([BEGINNING, delegating({ reason: 'Look.' }, { wait: 5 }, ANSWER), ANSWER], WITH_AGENTS),
    rows: ['usage.agent-tokens.not-added-again', 'agents.delegated.not-finished'],
    waits: 5000,
  }),
  stream('sources', {
    service: 'uses passages of a library.',
    body: { content: 'When may I return a book?', ...WITH_LIBRARY },
    rows: ['messages.sources.chunks-used'],
  }),
  stream('metadata', {
    service: 'returns the metadata of the turn, with an integer above 2^53.',
    body: turn([ANSWER], { metadata: { order: 9_007_199_254_740_993n, tags: ['é', null] } }),
    rows: ['messages.metadata.echoed'],
  }),
  stream('failure', {
    service: 'fails with upstream_error after some text.',
    body: turn([BEGINNING, { fail: 'outage' }]),
    triesAgain: true,
    rows: ['events.error.check-before-repeating'],
    readings: ['A-03'],
  }),
  stream('retryable', {
    service: 'fails once, with retryable true, before any work has begun.',
    happenings: [{ to: 'turn', nth: 1, fault: 'pre_dispatch_error' }],
    triesAgain: true,
    rows: ['events.error.retryable-new-key'],
  }),
  stream('lost-head', {
    service: 'runs the turn, and the connection breaks before the head of the answer.',
    body: turn([BEGINNING, ANSWER], UNSORTED),
    happenings: [{ to: 'turn', nth: 1, cut: 'head' }],
    rows: ['idempotency.replay.after-disconnect'],
    readings: ['A-64', 'A-68'],
  }),
  stream('lost-middle', {
    service: 'runs the turn for 30 seconds, and the connection breaks after three events.',
    body: turn([ANSWER, { wait: 30 }, { say: ' Every day.' }]),
    happenings: [{ to: 'turn', nth: 1, cut: { events: 3 } }],
    rows: ['idempotency.replay.after-disconnect'],
    waits: 30_000,
    readings: ['A-64', 'A-68'],
  }),
  stream('lost-end', {
    service: 'ends the turn, and the connection breaks before the last event.',
    happenings: [{ to: 'turn', nth: 1, cut: 'last' }],
    rows: ['idempotency.replay.after-disconnect'],
    readings: ['A-64', 'A-68'],
  }),
  stream('short', {
    service: 'ends the turn, and the answer ends in order before the last event.',
    happenings: [{ to: 'turn', nth: 1, changed: 'short' }],
    rows: ['idempotency.replay.after-disconnect'],
    readings: ['A-64', 'A-68'],
  }),
  stream('broken-after-end', {
    service: 'ends the turn, and the connection breaks after the last event.',
    happenings: [{ to: 'turn', nth: 1, cut: 'end' }],
    rows: ['events.completed.complete-content'],
  }),
  stream('persistence-failed', {
    service: 'ends the stream with persistence_failed.',
    happenings: [{ to: 'turn', nth: 1, fault: 'persistence' }],
    triesAgain: true,
    rows: ['events.error.persistence-failed-check-key'],
  }),
  stream('other-execution', {
    service: 'ends the stream with idempotency_outcome_unknown.',
    happenings: [{ to: 'turn', nth: 1, fault: 'idempotency_outcome_unknown' }],
    rows: ['events.error.idempotency-outcome-unknown-same-key'],
  }),
  stream('agents-disabled', {
    service: 'answers 503 api_v1_agents_disabled.',
    body: turn([ANSWER], WITH_AGENTS),
    happenings: [{ to: 'turn', fault: 'agents_disabled' }],
    rows: ['failures.code.message-code'],
    readings: ['A-03'],
  }),
  stream('agents-unavailable', {
    service: 'answers 503 api_v1_agents_unavailable, once.',
    body: turn([ANSWER], WITH_AGENTS),
    happenings: [{ to: 'turn', nth: 1, fault: 'agents_unavailable' }],
    rows: ['events.completed.complete-content'],
  }),
  stream('conflict', {
    service: 'answers 409 api_v1_idempotency_conflict.',
    happenings: [
      {
        to: 'turn',
        answer: {
          status: 409,
          body: {
            status: 'error',
            message: 'The key belongs to another body.',
            message_code: 'api_v1_idempotency_conflict',
            data: null,
          },
        },
      },
    ],
    rows: ['failures.code.message-code'],
  }),
  cancel('plain', {
    service: 'is cancelled in the middle of its answer, and says so a little later.',
    happenings: [{ to: 'turn', changed: 'late' }],
    rows: ['states.cancelled.partial-content'],
  }),
  cancel('undelivered', {
    service: 'answers the first cancel with 502 api_v1_core_unavailable.',
    happenings: [{ to: 'cancelTurn', nth: 1, fault: 'cancel_delivery' }],
    rows: ['cancel.undelivered.client-retries'],
  }),
  cancel('too-late', {
    service: 'has ended the turn when the cancel arrives, and answers it with 200.',
    body: turn([BEGINNING]),
    happenings: [{ to: 'turn', changed: 'late' }],
    rows: ['cancel.turn.finished-is-ok'],
  }),
  leave('plain', {
    service: 'goes on for a minute after the client has left.',
    rows: ['turns.disconnect.saved'],
    waits: 60_000,
  }),
  leave('earlier-turns', {
    service: 'goes on for a minute after the client has left, in a chat that has two earlier turns.',
    earlierTurns: 2,
    rows: ['turns.disconnect.saved'],
    waits: 60_000,
  }),
];
