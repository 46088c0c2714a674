import { loadRegistry } from '../registry/registry.ts';
import type { Journey, World } from './journey.ts';
import type { Task } from './task.ts';

export const SOUND: World = { name: 'sound' };

/** Seeds of liberties in which each journey runs. */
const LIBERTIES = 20;
/** Journeys that wait for longer run in the sound world only, in milliseconds of the service's time. */
const LONG_WAIT = 5 * 60_000;

/** What stands before a service at times, and lets most requests pass. */
const FRONTS = [
  'nginx-502@one-in-3',
  'nginx-503-retry@one-in-3',
  'kong-503@one-in-3',
  'reset@one-in-3',
  'reset@mid-stream',
];

/** Areas of the registry that a task meets, apart from the rows of its journey. */
const AREAS: Readonly<Record<Task, readonly string[]>> = {
  send: ['messages', 'failures', 'usage', 'envelope'],
  stream: ['messages', 'events', 'stream', 'steps', 'failures', 'payloads'],
  cancel: ['cancel', 'states', 'stream'],
  leave: ['turns', 'messages', 'lists'],
  chats: ['lists', 'chats', 'envelope'],
};

/**
 * The worlds of a journey, the sound one first: every reading of its open points, twenty seeds of liberties, and what may stand before a
 * service.
 *
 * @param variants the ids of all variants of the server
 */
export function worldsOf(journey: Journey, variants: readonly string[]): readonly World[] {
  if ((journey.waits ?? 0) > LONG_WAIT) return [SOUND];
  const points = openPointsOf(journey);
  return [
    SOUND,
    ...variants
      .filter(
        (id) => points.has(id.split('=', 1)[0] ?? '') && !(id === HIDES_TEXT && NEEDS_TEXT.has(journey.task)),
      )
      .map((id) => ({ name: `variant:${id}`, variants: [id] })),
    ...Array.from({ length: LIBERTIES }, (_, at) => ({ name: `liberties:${at + 1}`, liberties: at + 1 })),
    ...FRONTS.map((front) => ({ name: `front:${front}`, front })),
  ];
}

/** Readings by which a client never sees the text at which it should cancel or leave. */
const HIDES_TEXT = 'A-81=buffered';
const NEEDS_TEXT: ReadonlySet<Task> = new Set(['cancel', 'leave']);

/** The open points of its rows; for a plain journey, those of every row that its task meets. */
function openPointsOf({ rows, readings = [], task, plain }: Journey): ReadonlySet<string> {
  const own = new Set<string>(rows);
  const areas = new Set(plain === undefined ? AREAS[task] : []);
  const { requirements } = loadRegistry();
  return new Set([
    ...readings,
    ...requirements
      .filter(({ id }) => own.has(id) || areas.has(id.split('.', 1)[0] ?? ''))
      .flatMap(({ openPoints = [] }) => openPoints),
  ]);
}

/** @throws RangeError for a text that names no world */
export function readWorld(name: string): World {
  const [, kind, id = ''] = /^(variant|liberties|front):(.+)$/s.exec(name) ?? [];
  if (kind === 'variant') return { name, variants: [id] };
  if (kind === 'front') return { name, front: id };
  if (kind === 'liberties' && /^\d{1,9}$/.test(id)) return { name, liberties: Number(id) };
  if (name === SOUND.name) return SOUND;
  throw new RangeError(`there is no world ${JSON.stringify(name.slice(0, 80))}`);
}
