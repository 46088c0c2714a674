import { type Random, seededRandom } from '../../../scripts/test/random.ts';
import { pointersOf, spoil, withValue } from './hostile-body.ts';
import { spoilHeaders } from './hostile-headers.ts';
import { spoilTarget } from './hostile-target.ts';
import { HOSTILE_VALUES } from './hostile-values.ts';
import { malformed } from './malformed.ts';
import { type HostileRequest, type Parts, render } from './request.ts';
import { SKELETONS, type Skeleton } from './skeletons.ts';
import { idsFor, validParts } from './valid-request.ts';

/** Every hostile value at every place of every example. */
const EVERY_PLACE = SKELETONS.flatMap((skeleton) =>
  skeleton.bodies.flatMap((body) =>
    pointersOf(body).flatMap((pointer) =>
      HOSTILE_VALUES.map((value) => ({ skeleton, body, pointer, value })),
    ),
  ),
);

/** One in three requests takes the next place, in large steps: a short run covers some of each, and a long run covers all. */
const PLACES_EVERY = 3;
const STEP = 7919;

type Kind = (random: Random) => HostileRequest;

/** Each kind of request with its relative frequency. */
const KINDS: readonly (readonly [weight: number, kind: Kind])[] = [
  [40, spoiledBody],
  [25, spoiledTarget],
  [25, spoiledHeaders],
  [12, spoiledMethod],
  [10, valid],
  [12, malformedBytes],
  [5, pipelined],
  [6, aborted],
  [2, finished],
  [0.3, dripped],
];
const TOTAL = KINDS.reduce((sum, [weight]) => sum + weight, 0);

/** Makes the request with this number. The same number always gives the same request. */
export function makeRequest(number: number): HostileRequest {
  const random = seededRandom(number);
  if (number % PLACES_EVERY === 0) return inPlace(number / PLACES_EVERY, random);
  let left = (random.below(1_000_000) / 1_000_000) * TOTAL;
  for (const [weight, kind] of KINDS) {
    left -= weight;
    if (left < 0) return kind(random);
  }
  return valid(random);
}

function inPlace(index: number, random: Random): HostileRequest {
  const place = EVERY_PLACE[(index * STEP) % EVERY_PLACE.length];
  if (!place) return valid(random);
  const { skeleton, body, pointer, value } = place;
  const parts = { ...validParts(skeleton, random), body: withValue(body, pointer, value) };
  return whole(`${value.slice(0, 40)} at /${pointer.join('/')}`, skeleton, parts);
}

function spoiledBody(random: Random): HostileRequest {
  const skeleton = random.pick(SKELETONS);
  const body = skeleton.bodies.length > 0 ? random.pick(skeleton.bodies) : { name: 'x' };
  return whole('spoiled body', skeleton, { ...validParts(skeleton, random), body: spoil(body, random) });
}

function spoiledTarget(random: Random): HostileRequest {
  const skeleton = random.pick(SKELETONS);
  const target = spoilTarget(skeleton, idsFor(skeleton.method, random), random);
  return elsewhere('spoiled target', { ...validParts(skeleton, random), target });
}

function spoiledHeaders(random: Random): HostileRequest {
  const skeleton = random.pick(SKELETONS);
  const parts = validParts(skeleton, random);
  return whole('spoiled headers', skeleton, { ...parts, headers: spoilHeaders(parts.headers, random) });
}

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'M-SEARCH',
];

function spoiledMethod(random: Random): HostileRequest {
  const method = random.pick(METHODS);
  return elsewhere('another method', validParts({ ...random.pick(SKELETONS), method }, random));
}

function valid(random: Random): HostileRequest {
  const skeleton = random.pick(SKELETONS);
  return whole('valid', skeleton, validParts(skeleton, random));
}

function malformedBytes(random: Random): HostileRequest {
  return {
    kind: 'malformed',
    bytes: malformed(random),
    expects: [{ isHead: false }],
    delivery: 'whole',
    isWellFramed: false,
  };
}

/** Several requests at once. None of them requests a stream, since the attacker closes the connection of a stream. */
function pipelined(random: Random): HostileRequest {
  const short = SKELETONS.filter(({ operationId }) => operationId !== 'streamMessage');
  const requests = Array.from({ length: 2 + random.below(8) }, () => {
    const skeleton = random.pick(short);
    return whole('', skeleton, validParts(skeleton, random));
  });
  return {
    kind: 'pipelined',
    bytes: requests.map(({ bytes }) => bytes).join(''),
    expects: requests.flatMap(({ expects }) => expects),
    delivery: 'whole',
    isWellFramed: true,
  };
}

function aborted(random: Random): HostileRequest {
  return cutOff(random, 'aborted', 'abort');
}

function finished(random: Random): HostileRequest {
  return cutOff(random, 'finished too early', 'finish');
}

function dripped(random: Random): HostileRequest {
  const { bytes } = cutOff(random, '', 'drip');
  return { kind: 'slow', bytes, expects: [{ isHead: false }], delivery: 'drip', isWellFramed: false };
}

function cutOff(random: Random, kind: string, delivery: HostileRequest['delivery']): HostileRequest {
  const { bytes } = valid(random);
  const end = 1 + random.below(bytes.length - 1);
  return { kind, bytes: bytes.slice(0, end), expects: [], delivery, isWellFramed: false };
}

function whole(kind: string, { operationId }: Skeleton, parts: Parts): HostileRequest {
  return { ...elsewhere(kind, parts), expects: [{ isHead: false, operationId }] };
}

function elsewhere(kind: string, parts: Parts): HostileRequest {
  return {
    kind,
    bytes: render(parts),
    expects: [{ isHead: parts.method === 'HEAD' }],
    delivery: 'whole',
    isWellFramed: true,
  };
}
