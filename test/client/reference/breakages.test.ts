import { describe, expect, it } from 'vitest';
import { BREAKAGES, SHAPE_BREAKAGES, WIRE_BREAKAGES } from '../../../src/alterations/breakages/index.ts';
import { VACUOUS } from '../../../src/alterations/breakages/vacuous.ts';
import { forbidUnhandledRejections } from '../harness/rejections.ts';
import { travel } from './travel.ts';
import { UNDETECTABLE } from './undetectable.ts';

forbidUnhandledRejections();

// The client reads the stack of every error to mask tokens in it, and the test runner looks up the source of each frame.
Error.stackTraceLimit = 3;

/** These breakages make a journey pass null as an id. The client rightly refuses that with a TypeError. */
const NO_ID = ['chats.id.uuid/null', 'envelope.ids.integer/null'];

const ALL = [...BREAKAGES, ...WIRE_BREAKAGES, ...SHAPE_BREAKAGES].filter(({ id }) => !NO_ID.includes(id));

/** Every journey ends in time. If it fails, it fails with an error of the client's own class. */
describe('a client of a server that misbehaves neither hangs nor crashes nor accepts a wrong message:', () => {
  it.each([...ALL.map((breakage) => [breakage.id, breakage] as const), ...Object.entries(VACUOUS)])(
    '%s',
    async (id, decorator) => {
      const arrivals = await travel([decorator]);
      expect(arrivals.filter(({ crash }) => crash !== undefined)).toEqual([]);
      const wrong = arrivals.flatMap((arrival) => arrival.wrong.map((what) => `${arrival.journey}: ${what}`));
      // A listed breakage must still do harm; otherwise it has to leave the list.
      if (id in UNDETECTABLE) expect(wrong).not.toEqual([]);
      else expect(wrong).toEqual([]);
    },
  );
});

it('every breakage on the list of undetectable ones exists', () => {
  const ids = ALL.map(({ id }) => id);
  expect(Object.keys(UNDETECTABLE).filter((id) => !ids.includes(id))).toEqual([]);
});
