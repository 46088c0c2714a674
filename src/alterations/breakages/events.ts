import type { MessageError } from '../../../generated/types.d.ts';
import type { Exchange } from '../../reference/http/exchange.ts';
import { type Breakage, breakage, type Wrap } from '../alteration.ts';
import { createRecall, keyOf, withFreshKey, withKey } from '../decorators/keys.ts';
import { changeData, noteEvents, replaceEvents, rewriteEvents } from '../decorators/rewrite-events.ts';
import { rewriteRequests } from '../decorators/rewrite-requests.ts';
import { rewriteListed } from '../decorators/rewrite-turns.ts';

/** The requirements that name a code of message.error, each with its code. */
const CODES = [
  ['events.error.turn-timeout', 'turn_timeout'],
  ['events.error.upstream-error', 'upstream_error'],
  ['events.error.persistence-failed', 'persistence_failed'],
  ['events.error.outcome-unknown', 'outcome_unknown'],
  ['events.error.idempotency-outcome-unknown', 'idempotency_outcome_unknown'],
] as const;

/** The events that end a stream. */
export const eventBreakages: readonly Breakage[] = [
  breakage(
    'events.completed.complete-content',
    'A stream ends with the first characters of the answer only.',
    changeData('message.completed', (data) => ({ ...data, content: data.content.slice(0, 5) })),
  ),
  breakage('events.error.details-on-outage', 'The event of an outage has no details.', leavingOut('details')),
  breakage(
    'events.error.details-on-outage/after-step',
    'The event of an outage has no details once the turn has shown a step.',
    rewriteEvents(() => {
      let hasStep = false;
      return (event) => {
        hasStep ||= event.type === 'message.step';
        if (event.type !== 'message.error' || !hasStep) return [event];
        const { details: _, ...data } = event.data;
        return [{ ...event, data }];
      };
    }),
  ),
  breakage(
    'events.error.timeout-without-details/after-failover',
    'The event of a turn that timed out has details if a provider had failed before.',
    rewriteEvents(() => {
      let hasFailedOver = false;
      return (event) => {
        hasFailedOver ||= event.type === 'message.delta' && event.data.replace;
        if (event.type !== 'message.error' || event.data.code !== 'turn_timeout' || !hasFailedOver)
          return [event];
        return [{ ...event, data: { ...event.data, details: {} } }];
      };
    }),
  ),
  breakage(
    'events.error.agents-if-carried/not-upstream',
    'The event of a failed turn with agents says only after an upstream failure whether it could delegate.',
    leavingOut('agents', (code) => code !== 'upstream_error'),
  ),
  breakage(
    'events.error.agent-runs-only-with-tasks/timed-out',
    'The event of a turn that timed out does not list the tasks that ran.',
    leavingOut('agent_runs', (code) => code === 'turn_timeout'),
  ),
  breakage(
    'events.error.upstream-not-retryable/declined',
    'The event of a turn whose provider declined is retryable.',
    changeErrors((error) =>
      error.code === 'upstream_error' && error.details === undefined ? { ...error, retryable: true } : error,
    ),
  ),
  breakage(
    'events.error.upstream-not-retryable/unreached',
    'The event of a turn is retryable if its last request reached no provider, whatever the turn had done.',
    changeErrors((error) =>
      error.details?.service_code === 'provider_unreachable' ? { ...error, retryable: true } : error,
    ),
  ),
  breakage(
    'events.error.agent-runs-only-with-tasks',
    'The event of a failed turn does not list the tasks that ran.',
    leavingOut('agent_runs'),
  ),
  ...CODES.map(([requirement, code]) =>
    breakage(
      `${requirement}/code`,
      `The event of the failure ${code} has another code.`,
      changeErrors((error) => (error.code === code ? { ...error, code: 'turn_failed' } : error)),
    ),
  ),
  ...CODES.map(([requirement, code]) =>
    breakage(
      `${requirement}/cancelled`,
      `A turn that fails with ${code} ends with message.cancelled.`,
      replaceEvents('message.error', (event) => [
        event.data.code === code ? { type: 'message.cancelled', data: event.data } : event,
      ]),
    ),
  ),
  breakage(
    'events.error.outcome-unknown-recovers/never',
    'An outcome that was unknown once stays unknown for ever, in the history too.',
    neverRecovering,
  ),
  breakage(
    'events.error.outcome-unknown-recovers/rerun',
    'The key of a turn whose outcome is unknown runs another turn.',
    forgetting('outcome_unknown'),
  ),
  breakage(
    'events.error.retryable-new-key',
    'After a failed turn, its chat replays the failure for every key.',
    clinging,
  ),
  breakage(
    'events.error.replay-same-error/code',
    'The replay of a failure has another code.',
    replayingAnother,
  ),
  breakage(
    'events.error.replay-same-error/rerun',
    'The key of a failed turn runs another turn.',
    forgetting('upstream_error'),
  ),
];

function changeErrors(change: (error: MessageError) => MessageError): Wrap {
  return changeData('message.error', change);
}

/** Leaves a member out of the events of failures with certain codes. */
function leavingOut(
  member: 'agents' | 'agent_runs' | 'details',
  isMeant: (code: string) => boolean = () => true,
): Wrap {
  return changeErrors((error) => {
    const { [member]: _, ...others } = error;
    return isMeant(error.code) ? others : error;
  });
}

/** Repeats the first unknown outcome of each key for ever, and lists the turn as if it were still running. */
function neverRecovering(exchange: Exchange): Exchange {
  const unknown = new Map<string | undefined, MessageError>();
  const turns = new Set<number>();
  const inStreams = rewriteEvents((request) => {
    const key = keyOf(request);
    let id = 0;
    return (event) => {
      if (event.type === 'message.start') id = event.data.message_id;
      if (event.type === 'message.error' && event.data.code === 'outcome_unknown') {
        unknown.set(key, event.data);
        turns.add(id);
      }
      const failure = event.type === 'message.start' ? undefined : unknown.get(key);
      return [failure ? { type: 'message.error', data: failure } : event];
    };
  })(exchange);
  return rewriteListed((turn) => (turns.has(turn.id) ? { ...turn, status: 'pending' } : turn))(inStreams);
}

/** Frees a key when its turn fails with the given code. */
function forgetting(code: string): Wrap {
  return (exchange) => {
    const freed = new Set<string | undefined>();
    const noting = noteEvents((request) => (event) => {
      if (event.type === 'message.error' && event.data.code === code) freed.add(keyOf(request));
    });
    return rewriteRequests('streamMessage', (request) =>
      freed.has(keyOf(request)) ? withFreshKey(request) : {},
    )(noting(exchange));
  };
}

/** After a failure in a chat, treats every later send to the chat as if it had the failed key. */
function clinging(exchange: Exchange): Exchange {
  const failed = new Map<string | undefined, string | undefined>();
  const noting = noteEvents((request) => (event) => {
    if (event.type === 'message.error') failed.set(request.path.chat_id, keyOf(request));
  });
  return rewriteRequests('streamMessage', (request) => {
    const key = failed.get(request.path.chat_id);
    return key === undefined ? {} : withKey(request, key);
  })(noting(exchange));
}

/** Changes the code of a failure from the second stream of its key on. */
function replayingAnother(exchange: Exchange): Exchange {
  const isRepeated = createRecall<string | undefined>();
  return rewriteEvents((request) => {
    const isAgain = isRepeated(keyOf(request));
    return (event) => [
      isAgain && event.type === 'message.error'
        ? { ...event, data: { ...event.data, code: 'turn_failed' } }
        : event,
    ];
  })(exchange);
}
