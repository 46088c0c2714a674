import type { StreamEvent } from '../../../generated/types.d.ts';
import type { Decorator } from '../../reference/ports.ts';
import type { Wrap } from '../alteration.ts';
import type { Body } from '../decorators/requests.ts';
import { mapEvents } from '../decorators/rewrite-events.ts';
import { rewriteWhole } from '../decorators/rewrite-whole.ts';
import { choicesOf } from '../open-answers/chance.ts';
import { carryFreely } from './carrying.ts';
import { type Chance, chanceOf } from './chance.ts';
import { frameFreely } from './framing.ts';
import { takeMemberLiberties } from './members.ts';

const RARELY = 0.1;
const LIBERTIES = [
  'order',
  'unknown',
  'absence',
  'nulls',
  'events',
  'numbers',
  'escapes',
  'space',
  'lines',
  'fields',
  'headers',
  'chunks',
] as const;

/** The liberties that one server takes. */
export type Liberties = Readonly<Record<(typeof LIBERTIES)[number], boolean>>;

/**
 * A faithful server that writes the same answers as the sound one in other ways, by a seed: whatever the schemas, JSON, event streams and HTTP
 * leave free. Each seed takes half of the liberties, so a failing one has fewer suspects.
 */
export function takeLiberties(seed: number): readonly Decorator[] {
  const [chance, choose] = [chanceOf(seed), choicesOf(seed)];
  const liberties = Object.fromEntries(LIBERTIES.map((name) => [name, chance.happens(0.5)])) as Liberties;
  return [
    {
      exchange: rewriteWhole((value, type) =>
        type === undefined ? value : takeMemberLiberties(type, value, { liberties, chance, choose }),
      ),
    },
    ...(liberties.events ? [{ exchange: withUnknownEvents(chance) }] : []),
    { framing: () => frameFreely(liberties, chance) },
    carryFreely(liberties, chance),
  ];
}

const UNKNOWN_EVENTS: readonly [Body, ...Body[]] = [
  { type: 'message.note', data: { text: 'Nobody knows this event.', nested: [{ id: 1 }] } },
  { type: 'message.delta.v2', data: {} },
  { type: 'x', data: [] },
  { type: 'heartbeat', data: null },
];

/** Sends events that nobody knows, after the first event and before the last. */
function withUnknownEvents(chance: Chance): Wrap {
  return mapEvents(
    () => (event: StreamEvent) =>
      event.type !== 'message.start' && chance.happens(RARELY)
        ? [chance.pick(UNKNOWN_EVENTS), event]
        : [event],
  );
}
