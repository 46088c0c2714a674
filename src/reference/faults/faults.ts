import type { OperationId, RequirementId } from '../../../generated/ids.d.ts';
import { ANSWERS, SENDS } from '../../../generated/operation-groups.js';
import { DeliveryFailure, type DeliveryProblem } from '../interactions/delivery.ts';
import { ModelFailure } from '../models/model.ts';
import type { Decorator, Ports } from '../ports.ts';
import type { Turns } from '../store/store.ts';
import { TIMERS } from '../timers.ts';
import { OutcomeLost, SaveUnconfirmed } from '../turns/cut.ts';
import { DelegationUnavailable } from '../turns/delegation.ts';
import { isRequested, readingFaults } from './fault-scope.ts';
import type { FaultName } from './names.ts';

/** An outage that a request can ask for. It happens in one port. */
export interface Fault {
  readonly id: FaultName;
  readonly port: keyof Ports;
  /** The requirement that says how the outage appears to a client. */
  readonly requirement: RequirementId;
  /** For the documentation: which requests it affects and what happens. */
  readonly behaviour: string;
  /** The operations that it affects, if they are not the sends. */
  readonly affects?: readonly OperationId[];
  /** The decorated port. `isOn` says whether the current request asks for the fault. */
  decorate(ports: Ports, isOn: () => boolean): Partial<Ports>;
}

/** The time of an early deadline, in milliseconds. By then the turn has started, and the client does not wait long. */
const EARLY = 100;

export const FAULTS: readonly Fault[] = [
  {
    id: 'agents_disabled',
    port: 'delegation',
    requirement: 'errors.agents-disabled.answer',
    behaviour: 'On a send or a request for the catalog: agents are switched off.',
    affects: [...SENDS, 'getCatalog'],
    decorate: ({ delegation }, isOn) => ({
      delegation: { ...delegation, isEnabled: (companyId) => !isOn() && delegation.isEnabled(companyId) },
    }),
  },
  {
    id: 'agents_unavailable',
    port: 'delegation',
    requirement: 'errors.agents-unavailable.answer',
    behaviour: 'On a send with agents: the agents cannot be prepared.',
    decorate: ({ delegation }, isOn) => ({
      delegation: {
        ...delegation,
        prepare(agents) {
          if (isOn()) throw new DelegationUnavailable('the agents cannot be prepared');
          delegation.prepare(agents);
        },
      },
    }),
  },
  {
    id: 'pre_dispatch_error',
    port: 'model',
    requirement: 'events.error.retryable-new-key',
    behaviour: 'On a send: no provider can be reached, so nothing is started.',
    decorate: ({ model }, isOn) => ({
      model: {
        async *reply(request) {
          if (isOn()) throw unreachable();
          yield* model.reply(request);
        },
      },
    }),
  },
  {
    id: 'turn_timeout',
    port: 'clock',
    requirement: 'errors.turn-timeout.answer',
    behaviour: 'On a send: the turn reaches its deadline after a tenth of a second.',
    decorate: ({ clock }, isOn) => ({
      clock: {
        now: () => clock.now(),
        elapsed: () => clock.elapsed(),
        after: (duration, callback) =>
          clock.after(isOn() && duration === TIMERS.turn ? EARLY : duration, callback),
      },
    }),
  },
  {
    id: 'persistence',
    port: 'store',
    requirement: 'errors.save-unconfirmed.answer',
    behaviour: 'On a send: the save of the finished turn is not confirmed. Recovery saves the turn later.',
    decorate: onClose(() => {
      throw new SaveUnconfirmed('the store did not confirm');
    }),
  },
  {
    id: 'outcome_unknown',
    port: 'store',
    requirement: 'events.error.outcome-unknown',
    behaviour:
      'On a send: the server cannot tell whether the outcome of the turn was stored. Recovery stores it later.',
    decorate: onClose(() => {
      throw new OutcomeLost('the outcome of the turn could not be stored, on request');
    }),
  },
  {
    id: 'idempotency_outcome_unknown',
    port: 'store',
    requirement: 'errors.outcome-unknown.answer',
    behaviour:
      'On a send: the store reports that another process has already stored the outcome of the turn. A request with the same key then returns the stored outcome.',
    decorate: onClose((turns, ...close) => {
      turns.close(...close);
      return false;
    }),
  },
  undelivered(
    'action_not_sent',
    'not-sent',
    'errors.decision-not-sent.answer',
    'the service does not send the answer on',
  ),
  undelivered(
    'action_no_answer',
    'no-answer',
    'errors.decision-result-unknown.answer',
    'the service sends the answer on, but gets no response',
  ),
  undelivered(
    'action_rejected',
    'rejected',
    'errors.decision-rejected.answer',
    'the answer arrives and is rejected',
  ),
  {
    id: 'interaction_backend',
    port: 'store',
    requirement: 'errors.interactions-unavailable.answer',
    behaviour: 'On an answer to an interaction: interactions cannot be looked up.',
    affects: ANSWERS,
    decorate: ({ store }, isOn) => ({
      store: {
        ...store,
        interactions: {
          ...store.interactions,
          find(id) {
            if (isOn()) throw new DeliveryFailure('no-backend');
            return store.interactions.find(id);
          },
        },
      },
    }),
  },
  {
    id: 'cancel_delivery',
    port: 'delivery',
    requirement: 'errors.cancel-not-delivered.answer',
    behaviour: 'On a cancellation: the cancellation does not reach the turn, which keeps running.',
    affects: ['cancelTurn'],
    decorate: ({ delivery }, isOn) => ({
      delivery: {
        ...delivery,
        cancel(turn) {
          if (isOn()) throw new DeliveryFailure('not-sent');
          return delivery.cancel(turn);
        },
      },
    }),
  },
];

/** Makes every fault available to the requests that ask for it. */
export const faulty: Decorator = {
  ports(ports) {
    let decorated = ports;
    for (const { id, decorate } of FAULTS) {
      decorated = { ...decorated, ...decorate(decorated, () => isRequested(id)) };
    }
    return decorated;
  },
  exchange: readingFaults,
};

/** Makes the first close of a turn fail. A later close, by recovery, succeeds. */
function onClose(fail: (turns: Turns, ...close: Parameters<Turns['close']>) => boolean): Fault['decorate'] {
  return ({ store }, isOn) => {
    const failed = new Set<number>();
    return {
      store: {
        ...store,
        turns: {
          ...store.turns,
          close(...close) {
            if (!isOn() || failed.has(close[0])) return store.turns.close(...close);
            failed.add(close[0]);
            return fail(store.turns, ...close);
          },
        },
      },
    };
  };
}

function undelivered(
  id: FaultName,
  problem: DeliveryProblem,
  requirement: RequirementId,
  what: string,
): Fault {
  return {
    id,
    port: 'delivery',
    requirement,
    behaviour: `On an answer to an interaction: ${what}.`,
    affects: ANSWERS,
    decorate: ({ delivery }, isOn) => ({
      delivery: {
        ...delivery,
        decide(decision, accept) {
          if (isOn()) throw new DeliveryFailure(problem, problem === 'rejected' ? 400 : undefined);
          return delivery.decide(decision, accept);
        },
      },
    }),
  };
}

function unreachable(): ModelFailure {
  return new ModelFailure('No model provider could be reached. Nothing was started.', {
    provider: 'none',
    serviceCode: 'provider_unreachable',
    failureKind: 'unreachable',
    dispatched: false,
    isOutage: true,
  });
}
