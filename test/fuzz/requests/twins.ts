import type { Random } from '../../../scripts/test/random.ts';
import type { WireAnswer } from './answer-reader.ts';
import { spoil } from './hostile-body.ts';
import { ACTION_ID, CHATS, SKILLS } from './places.ts';
import { type HostileRequest, render } from './request.ts';
import { SKELETONS, type Skeleton } from './skeletons.ts';
import { validParts } from './valid-request.ts';

/** The same request for several ids that a client must not be able to distinguish. */
export interface Twins {
  readonly requests: readonly HostileRequest[];
  /** The id in each request. */
  readonly ids: readonly string[];
}

const ADDRESSED = SKELETONS.filter(({ path }) => path.includes('{'));

/**
 * Makes a request for an id that never existed and for each id that is hidden from the credential. Sending a turn to an unknown
 * chat creates the chat, so that request is made for the hidden ids only.
 */
export function makeTwins(random: Random): Twins {
  const skeleton = random.pick(ADDRESSED);
  const { unknown, hidden } = skeleton.path.includes('{chat_id}') ? CHATS : SKILLS;
  const ids = skeleton.needsKey ? hidden : [unknown, ...hidden];
  const parts = validParts(skeleton, random);
  const body =
    skeleton.bodies.length > 0 && random.below(2) === 0
      ? spoil(random.pick(skeleton.bodies), random)
      : parts.body.replaceAll(ACTION_ID, ACTION_ID.replaceAll('0', '1'));
  return { ids, requests: ids.map((id) => requestTo(skeleton, id, { ...parts, body }, random)) };
}

function requestTo(
  { path, operationId, needsKey }: Skeleton,
  id: string,
  parts: ReturnType<typeof validParts>,
  random: Random,
): HostileRequest {
  // Each request has its own key, since a key belongs to one chat.
  const key = ['idempotency-key', `twin-${random.below(2 ** 32)}`] as const;
  const headers = parts.headers.filter(([name]) => name !== key[0]);
  return {
    kind: 'twin',
    bytes: render({
      ...parts,
      target: path.replace(/\{\w+\}/, id),
      headers: needsKey ? [...headers, key] : headers,
    }),
    expects: [{ isHead: false, operationId }],
    delivery: 'whole',
    isWellFramed: true,
  };
}

const UNIQUE = new Set(['date', 'content-length']);

/** Describes an answer that differs from the first one, apart from the requested id and the request id. */
export function differenceOf(ids: readonly string[], answers: readonly WireAnswer[]): string | undefined {
  const [first = '', ...others] = answers.map((answer, index) => normalize(answer, ids[index] ?? ''));
  const other = others.find((text) => text !== first);
  return other === undefined ? undefined : `hidden ids can be distinguished:\n${first}\n${other}`;
}

function normalize({ status, headers, body }: WireAnswer, id: string): string {
  const comparable = [...headers].filter(([name]) => !UNIQUE.has(name));
  const text = body
    .toString()
    .replace(/"request_id":"[^"]*"/g, '"request_id":"…"')
    .replaceAll(id, 'ID');
  return JSON.stringify({ status, headers: comparable, text });
}
