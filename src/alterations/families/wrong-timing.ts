import { SENDS } from '../../../generated/operation-groups.js';
import { isRequested } from '../../reference/faults/fault-scope.ts';
import type { HttpRequest } from '../../reference/http/exchange.ts';
import type { Ports } from '../../reference/ports.ts';
import { TIMERS } from '../../reference/timers.ts';
import type { PortChange } from '../alteration.ts';
import { withKey } from '../decorators/keys.ts';
import { ANSWERED_BY } from '../decorators/operations.ts';
import { carryingRequest, requestWorkedFor, withClock } from '../decorators/ports.ts';
import type { Body } from '../decorators/requests.ts';
import { rewriteEvents } from '../decorators/rewrite-events.ts';
import { rewriteRequests } from '../decorators/rewrite-requests.ts';
import type { Family, FamilyAlteration } from './family.ts';
import { checksThat, type Traffic, type TrafficExchange } from './traffic.ts';

/** A timer of the service in one phase. */
interface Timer {
  readonly place: string;
  readonly duration: number;
  /** Whether the timer that is being set belongs to the phase. */
  isNow(phase: Phase): boolean;
  /** Whether an exchange of the sound run shows the phase. */
  isSeen(exchange: TrafficExchange): boolean;
  /** Checks that wait for the timer. No sound run is long enough to show them all. */
  readonly checks: readonly string[];
  /** How the timer goes wrong: factors for its duration. */
  readonly operators: Readonly<Record<string, number>>;
}

/** What happened just before a timer was set. */
interface Phase {
  /** The kind of the latest interaction. */
  kind: string;
  request: HttpRequest | undefined;
}

const NEVER = Number.POSITIVE_INFINITY;
/** The phases in which a stream can be silent, by the event before the silence. */
const SILENCES = [
  'message.start',
  'message.delta',
  'message.step',
  'tool_approval',
  'plan_approval',
  'elicitation',
  'auth_required',
  'ping',
];
const CHANNELS = { sendMessage: 'blocking', streamMessage: 'streaming' } as const;

const PING_CHECKS = [
  'stream.ping.after-text',
  'stream.ping.after-start',
  'stream.ping.in-endless-turn',
  ...['tool-approval', 'plan-approval', 'elicitation', 'auth-required'].map(
    (kind) => `stream.ping.pending-${kind}`,
  ),
];

/** The checks that wait for the expiry of a kind of interaction, or until shortly before it. */
export function expiryChecksOf(kind: string): readonly string[] {
  const suffix = kind === 'tool_approval' ? '' : `.${kind.replace('_', '-')}`;
  return [`interactions.expiry.in-time${suffix}`, `interactions.expiry.too-late${suffix}`];
}

const TIMERS_BY_PHASE: readonly Timer[] = [
  ...Object.entries(ANSWERED_BY).map(
    ([kind]): Timer => ({
      place: `expiry-of-${kind}`,
      duration: TIMERS.interaction,
      isNow: (phase) => phase.kind === kind,
      isSeen: ({ events = [] }) => events.some(({ data }) => data?.kind === kind),
      checks: expiryChecksOf(kind),
      operators: { 'very-early': 0.1, early: 0.3, late: 3, never: NEVER },
    }),
  ),
  ...Object.entries(CHANNELS).map(
    ([operation, channel]): Timer => ({
      place: `deadline-of-${channel}-turn`,
      duration: TIMERS.turn,
      isNow: ({ request }) => request?.operation.operationId === operation && !isRequested('turn_timeout'),
      isSeen: (exchange) => exchange.operation === operation,
      checks: ['turns.send.deadline', 'errors.turn-timeout', 'events.error.turn-timeout'],
      operators: { 'very-early': 0.1, early: 0.5, late: 2, never: NEVER },
    }),
  ),
  {
    place: 'recovery',
    duration: TIMERS.recovery,
    isNow: () => true,
    isSeen: ({ operation }) => operation === 'streamMessage',
    checks: ['events.error.outcome-unknown.recovery'],
    operators: { late: 3600, never: NEVER },
  },
];

/** A timer of the service fires too early, too late or never. */
export const wrongTiming: Family = {
  name: 'wrong-timing',
  *generate(traffic) {
    // If no sound run waits in a phase, nothing can go wrong there.
    for (const timer of TIMERS_BY_PHASE)
      if (traffic.exchanges.some(timer.isSeen)) yield* misfire(timer, traffic);
    for (const phase of SILENCES) yield* misplacePings(phase, traffic);
    for (const operation of SENDS)
      for (const [name, seconds] of [
        ['at-once', 0],
        ['after-a-minute', 60],
      ] as const)
        yield {
          id: `wrong-timing/key-of-${CHANNELS[operation]}-turn/forgotten-${name}`,
          behaviour: `The key of a ${CHANNELS[operation]} turn is forgotten ${seconds} seconds after it was used.`,
          ...withClock((clock) => rewriteRequests(operation, forgetting(seconds, clock))),
          checks: checksThat(traffic, (each) => each.operation === operation),
        };
  },
};

/** What happens to the pings in one silence: which ones are sent, and how often. */
const PING_OPERATORS: Readonly<Record<string, (count: number) => number>> = {
  never: () => 0,
  late: (count) => (count % 3 === 0 ? 1 : 0),
  early: () => 2,
};

/** Pings are counted on the stream, because a burst of events sets only one timer. */
function* misplacePings(phase: string, traffic: Traffic): Generator<FamilyAlteration> {
  const isSilent = ({ events = [] }: TrafficExchange) =>
    events.some((each, at) => each.type === 'ping' && phaseOf(events[at - 1]) === phase);
  // If no stream of a sound run is silent in a phase, the phase has no pings.
  if (!traffic.exchanges.some(isSilent)) return;
  for (const [name, times] of Object.entries(PING_OPERATORS))
    yield {
      id: `wrong-timing/ping-after-${phase}/${name}`,
      behaviour: `The pings of a silence after ${phase} come ${name}.`,
      port: 'exchange',
      exchange: rewriteEvents(() => {
        let last = '';
        let count = 0;
        return (event) => {
          if (event.type !== 'ping') {
            last = phaseOf(event);
            count = 0;
            return [event];
          }
          count += 1;
          const isHere = phase === 'ping' ? count > 1 : last === phase;
          return isHere ? Array.from({ length: times(count) }, () => event) : [event];
        };
      }),
      checks: [...new Set([...PING_CHECKS, ...checksThat(traffic, isSilent)])],
    };
}

function* misfire(
  { place, duration, isNow, isSeen, checks: waiting, operators }: Timer,
  traffic: Traffic,
): Generator<FamilyAlteration> {
  const checks = [...new Set([...waiting, ...checksThat(traffic, isSeen)])];
  for (const [name, factor] of Object.entries(operators))
    yield {
      id: `wrong-timing/${place}/${name}`,
      behaviour: `The timer of ${place} fires ${name.replaceAll('-', ' ')}.`,
      ...inPhase(duration, isNow, duration * factor),
      checks,
    };
}

/** The phase that starts with an event: its type, or the kind of the interaction that it raises. */
function phaseOf(event: Body): string {
  return event?.type === 'message.action_required' ? event.data.kind : event?.type;
}

/** Changes a timer in one phase. */
function inPhase(from: number, isNow: (phase: Phase) => boolean, to: number): PortChange {
  const phase: Phase = { kind: '', request: undefined };
  return {
    port: 'clock',
    exchange: carryingRequest,
    ports: ({ clock, store, ...ports }: Ports) => ({
      ...ports,
      store: {
        ...store,
        interactions: {
          ...store.interactions,
          open(interaction) {
            phase.kind = interaction.kind;
            store.interactions.open(interaction);
          },
        },
      },
      clock: {
        now: () => clock.now(),
        elapsed: () => clock.elapsed(),
        after(duration, callback) {
          phase.request = requestWorkedFor();
          if (duration !== from || !isNow(phase)) return clock.after(duration, callback);
          return to === NEVER ? () => {} : clock.after(to, callback);
        },
      },
    }),
  };
}

function forgetting(seconds: number, clock: Ports['clock']): (request: HttpRequest) => Partial<HttpRequest> {
  const firstUse = new Map<string, number>();
  return (request) => {
    const key = request.header('idempotency-key');
    if (!key?.trim()) return {};
    const name = `${request.header('authorization')} ${key}`;
    const now = clock.now();
    const before = firstUse.get(name);
    if (before === undefined) firstUse.set(name, now);
    if (before === undefined || now - before < seconds * 1000) return {};
    return withKey(request, `${key} ${now}`);
  };
}
