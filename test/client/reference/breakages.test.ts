import { beforeAll, expect, it } from 'vitest';
import { sampled } from '../../../scripts/test/tiers.ts';
import { ALL_BREAKAGES, SHAPE_BREAKAGES } from '../../../src/alterations/breakages/index.ts';
import { TRIVIAL_SERVERS } from '../../../src/alterations/breakages/trivial-servers.ts';
import { forbidUnhandledRejections } from '../harness/rejections.ts';
import { JOURNEYS } from './journeys.ts';
import { findReach, noting } from './reach.ts';
import { travel } from './travel.ts';
import { UNDETECTABLE } from './undetectable.ts';

forbidUnhandledRejections();

// The client reads the stack of every error to mask tokens in it, and the test runner looks up the source of each frame.
Error.stackTraceLimit = 3;

/** These breakages make a journey pass null as an id. The client rightly refuses that with a TypeError. */
const NO_ID = ['chats.id.uuid/null', 'envelope.ids.integer/null'];

const ALL = ALL_BREAKAGES.filter(({ id }) => !NO_ID.includes(id));

let reach: ReadonlyMap<string, readonly string[]>;
beforeAll(async () => {
  reach = await findReach();
});

/** Every journey ends in time. If it fails, it fails with an error of the client's own class. */
it.each([
  ...sampled(ALL, 30).map((breakage) => [breakage.id, breakage] as const),
  ...Object.entries(TRIVIAL_SERVERS),
])(
  'a client of a server that misbehaves neither hangs nor crashes nor accepts a wrong message: %s',
  async (id, decorator) => {
    const arrivals = await travel([decorator], reach.get(id));
    expect(arrivals.filter(({ crash }) => crash !== undefined)).toEqual([]);
    const wrong = arrivals.flatMap((arrival) => arrival.wrong.map((what) => `${arrival.journey}: ${what}`));
    // A listed breakage must still do harm. Otherwise it must leave the list.
    if (id in UNDETECTABLE) expect(wrong).not.toEqual([]);
    else expect(wrong).toEqual([]);
  },
);

/** Without this test, skipping the journeys out of reach of a breakage could hide its effects there. */
it.each(
  SHAPE_BREAKAGES.filter((_, index) => index % 20 === 0).map((breakage) => [breakage.id, breakage] as const),
)('a journey out of reach of a breakage goes as with the sound server: %s', async (id, breakage) => {
  const sent: string[] = [];
  const received: string[] = [];
  const into = (list: string[]) => noting((type, value) => void list.push(JSON.stringify([type, value])));
  const others = Object.keys(JOURNEYS).filter((journey) => !reach.get(id)?.includes(journey));
  await travel([into(sent), breakage, into(received)], others);
  expect(received.sort()).toEqual(sent.sort());
  expect(others.length === 0).toBe(sent.length === 0);
});

it('every breakage on the undetectable list exists', () => {
  const ids: string[] = ALL.map(({ id }) => id);
  expect(Object.keys(UNDETECTABLE).filter((id) => !ids.includes(id))).toEqual([]);
});
