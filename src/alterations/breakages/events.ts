import errors from '../../../generated/errors.json' with { type: 'json' };
import type { RequirementId } from '../../../generated/ids.d.ts';
import type { MessageError } from '../../../generated/types.d.ts';
import type { Exchange } from '../../reference/http/exchange.ts';
import { type Breakage, breakage, type Wrap } from '../alteration.ts';
import { createRecall, keyOf, withFreshKey, withKey } from '../decorators/keys.ts';
import { noteEvents, rewriteEvents } from '../decorators/rewrite-events.ts';
import { rewriteRequests } from '../decorators/rewrite-requests.ts';
import { rewriteListed } from '../decorators/rewrite-turns.ts';
import { first, instead, not } from '../decorators/values.ts';
import { renamed, shown } from './kinds/shown.ts';

/** The failures of turns, which a message.error names. */
const FAILURES = errors
  .filter(({ channel }) => channel === 'event')
  .map(({ requirement, message_code }) => [requirement as RequirementId, message_code] as const);

/** The events that end a stream. */
export const eventBreakages: readonly Breakage[] = [
  shown('events.completed.complete-content', 'message.completed', { content: first(5) }),
  shown('events.error.details-on-outage', 'message.error', { details: undefined }),
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
  shown(
    'events.error.agents-if-carried/not-upstream',
    'message.error',
    { agents: undefined },
    { code: not('upstream_error') },
  ),
  shown(
    'events.error.agent-runs-only-with-tasks/timed-out',
    'message.error',
    { agent_runs: undefined },
    { code: 'turn_timeout' },
  ),
  shown(
    'events.error.upstream-not-retryable/declined',
    'message.error',
    { retryable: true },
    { code: 'upstream_error', details: undefined },
  ),
  shown(
    'events.error.upstream-not-retryable/unreached',
    'message.error',
    { retryable: true },
    { 'details.service_code': 'provider_unreachable' },
  ),
  shown('events.error.agent-runs-only-with-tasks', 'message.error', { agent_runs: undefined }),
  ...FAILURES.map(([requirement, code]) =>
    shown(`${requirement}/code`, 'message.error', { code: instead(code, 'turn_failed') }),
  ),
  ...FAILURES.map(([requirement, code]) =>
    renamed(`${requirement}/cancelled`, 'message.error', 'message.cancelled', { when: { code } }),
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
