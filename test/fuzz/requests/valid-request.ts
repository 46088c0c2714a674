import type { Random } from '../../../scripts/test/random.ts';
import { utf8 } from './hostile-values.ts';
import { ACTION_ID, CHATS, SKILLS, TOKEN } from './places.ts';
import type { Parts } from './request.ts';
import type { Skeleton } from './skeletons.ts';

/** The ids for the path of a request. */
export interface Ids {
  readonly chat: string;
  readonly skill: string;
}

/** The number of chats and skills that the requests may create, change and delete. */
const MOST_CHATS = 5000;
const MOST_SKILLS = 300;

/** Picks ids that usually exist. A deletion never gets the chats and skills that other requests need. */
export function idsFor(method: string, random: Random): Ids {
  const chat = `77777777-7777-4777-8777-${String(random.below(MOST_CHATS)).padStart(12, '0')}`;
  const skill = String(44 + random.below(MOST_SKILLS));
  if (method === 'DELETE' || random.below(2) === 0) return { chat, skill };
  return { chat: random.pick([CHATS.own, CHATS.asking]), skill: SKILLS.own };
}

/** Makes a valid request of an operation. */
export function validParts({ method, path, query, needsKey, bodies }: Skeleton, random: Random): Parts {
  const { chat, skill } = idsFor(method, random);
  const body = bodies.length === 0 ? '' : utf8(JSON.stringify(random.pick(bodies)));
  const page = query.includes('page') && random.below(2) === 0 ? `?page=1&size=${1 + random.below(5)}` : '';
  return {
    method,
    target: path.replace('{chat_id}', chat).replace('{skill_id}', skill) + page,
    headers: [
      ['host', '127.0.0.1'],
      ['authorization', `Bearer ${TOKEN}`],
      ...(needsKey ? [['idempotency-key', keyOf(random)] as const] : []),
      ...(body === '' ? [] : [['content-type', 'application/json'] as const]),
    ],
    body: body.replace(/"action_id":"[^"]*"/, () => `"action_id":"${ACTION_ID}"`),
  };
}

/** Makes a key. One in ten may have been used before. */
function keyOf(random: Random): string {
  return random.below(10) === 0
    ? `key-${random.below(50)}`
    : `key-${random.below(2 ** 32)}-${random.below(2 ** 32)}`;
}
