import { randomUUID } from 'node:crypto';
import type { MessageError } from '../../../generated/types.d.ts';
import type { Exchange } from '../../reference/http/exchange.ts';
import { rewriteEvents, rewriteRequests, withHeader } from '../decorators/rewrite.ts';
import type { Breakage } from './breakage.ts';

/** Codes of message.error, by the requirement that names each. */
const CODES: Readonly<Record<string, string>> = {
  'events.error.turn-timeout': 'turn_timeout',
  'events.error.upstream-error': 'upstream_error',
  'events.error.persistence-failed': 'persistence_failed',
  'events.error.outcome-unknown': 'outcome_unknown',
  'events.error.idempotency-outcome-unknown': 'idempotency_outcome_unknown',
};

/** What the requirements on terminal events forbid, each done. */
export const eventBreakages: readonly Breakage[] = [
  {
    id: 'events.completed.complete-content',
    requirement: 'events.completed.complete-content',
    port: 'exchange',
    behaviour: 'A stream ends with the beginning of the answer.',
    exchange: rewriteEvents(() => (event) => [
      event.type === 'message.completed'
        ? { ...event, data: { ...event.data, content: event.data.content.slice(0, 5) } }
        : event,
    ]),
  },
  {
    id: 'events.error.details-on-outage',
    requirement: 'events.error.details-on-outage',
    port: 'exchange',
    behaviour: 'An outage is told without details.',
    exchange: rewriteErrors(({ details: _, ...error }) => error),
  },
  {
    id: 'events.error.agent-runs-only-with-tasks',
    requirement: 'events.error.agent-runs-only-with-tasks',
    port: 'exchange',
    behaviour: 'A turn that fails does not tell of the tasks that ran.',
    exchange: rewriteErrors(({ agent_runs: _, ...error }) => error),
  },
  ...Object.entries(CODES).map(
    ([requirement, code]): Breakage => ({
      id: `${requirement}/code`,
      requirement,
      port: 'exchange',
      behaviour: `A stream tells a failure that is ${code} with another code.`,
      exchange: rewriteErrors((error) => (error.code === code ? { ...error, code: 'turn_failed' } : error)),
    }),
  ),
  ...Object.entries(CODES).map(
    ([requirement, code]): Breakage => ({
      id: `${requirement}/cancelled`,
      requirement,
      port: 'exchange',
      behaviour: `A turn that fails with ${code} ends with message.cancelled.`,
      exchange: rewriteEvents(() => (event) => [
        event.type === 'message.error' && event.data.code === code
          ? { type: 'message.cancelled', data: event.data }
          : event,
      ]),
    }),
  ),
  {
    id: 'events.error.outcome-unknown-recovers/never',
    requirement: 'events.error.outcome-unknown-recovers',
    port: 'exchange',
    behaviour: 'What was not known once is never known.',
    exchange: neverRecovering,
  },
  {
    id: 'events.error.outcome-unknown-recovers/rerun',
    requirement: 'events.error.outcome-unknown-recovers',
    port: 'exchange',
    behaviour: 'The key of a turn whose outcome is not known runs another turn.',
    exchange: forgetting('outcome_unknown'),
  },
  {
    id: 'events.error.retryable-new-key',
    requirement: 'events.error.retryable-new-key',
    port: 'exchange',
    behaviour: 'A chat whose turn failed replays the failure to every key.',
    exchange: clinging,
  },
  {
    id: 'events.error.replay-same-error/code',
    requirement: 'events.error.replay-same-error',
    port: 'exchange',
    behaviour: 'The replay of a failure has a code of its own.',
    exchange: replayingAnother,
  },
  {
    id: 'events.error.replay-same-error/rerun',
    requirement: 'events.error.replay-same-error',
    port: 'exchange',
    behaviour: 'The key of a turn that failed runs another turn.',
    exchange: forgetting('upstream_error'),
  },
];

function rewriteErrors(change: (error: MessageError) => MessageError): (exchange: Exchange) => Exchange {
  return rewriteEvents(() => (event) => [
    event.type === 'message.error' ? { ...event, data: change(event.data) } : event,
  ]);
}

/** Lets each key have the first failure of unknown outcome for ever. */
function neverRecovering(exchange: Exchange): Exchange {
  const unknown = new Map<string | undefined, MessageError>();
  return rewriteEvents((request) => {
    const key = request.header('idempotency-key');
    return (event) => {
      if (event.type === 'message.error' && event.data.code === 'outcome_unknown')
        unknown.set(key, event.data);
      const failure = event.type === 'message.start' ? undefined : unknown.get(key);
      return [failure ? { type: 'message.error', data: failure } : event];
    };
  })(exchange);
}

/** Frees a key when its turn ends with a code. */
function forgetting(code: string): (exchange: Exchange) => Exchange {
  return (exchange) => {
    const freed = new Set<string | undefined>();
    const noting = rewriteEvents((request) => {
      const key = request.header('idempotency-key');
      return (event) => {
        if (event.type === 'message.error' && event.data.code === code) freed.add(key);
        return [event];
      };
    });
    return rewriteRequests('streamMessage', (request) =>
      freed.has(request.header('idempotency-key'))
        ? withHeader(request, 'idempotency-key', randomUUID())
        : {},
    )(noting(exchange));
  };
}

/** Sends whatever comes into a chat after a failure under the key that failed. */
function clinging(exchange: Exchange): Exchange {
  const failed = new Map<string | undefined, string | undefined>();
  const noting = rewriteEvents((request) => {
    const { chat_id: chatId } = request.path;
    const key = request.header('idempotency-key');
    return (event) => {
      if (event.type === 'message.error') failed.set(chatId, key);
      return [event];
    };
  });
  return rewriteRequests('streamMessage', (request) => {
    const key = failed.get(request.path.chat_id);
    return key === undefined ? {} : withHeader(request, 'idempotency-key', key);
  })(noting(exchange));
}

/** Tells the failure of a key with another code from the second time on. */
function replayingAnother(exchange: Exchange): Exchange {
  const told = new Set<string | undefined>();
  return rewriteEvents((request) => {
    const key = request.header('idempotency-key');
    const isAgain = told.has(key);
    told.add(key);
    return (event) => [
      isAgain && event.type === 'message.error'
        ? { ...event, data: { ...event.data, code: 'turn_failed' } }
        : event,
    ];
  })(exchange);
}
