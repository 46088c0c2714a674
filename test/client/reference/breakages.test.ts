import { describe, expect, it } from 'vitest';
import { BREAKAGES } from '../../../src/alterations/breakages/index.ts';
import { SHAPE_BREAKAGES } from '../../../src/alterations/breakages/shapes/index.ts';
import { VACUOUS } from '../../../src/alterations/breakages/vacuous.ts';
import { WIRE_BREAKAGES } from '../../../src/alterations/breakages/wire/all.ts';
import { forbidUnhandledRejections } from '../harness/rejections.ts';
import { travel } from './travel.ts';
import { UNDETECTABLE } from './undetectable.ts';

forbidUnhandledRejections();

/** With these a journey itself hands on an id that is null, which the client refuses as what it is: a wrong call. */
const NO_ID = ['chats.id.uuid/null', 'envelope.ids.integer/null'];

const ALL = [...BREAKAGES, ...WIRE_BREAKAGES, ...SHAPE_BREAKAGES].filter(({ id }) => !NO_ID.includes(id));

/** On a server that misbehaves, a journey ends in time, with a failure of the client's own class if with any. */
describe('a client of a server that misbehaves neither hangs nor crashes nor takes a wrong message for right:', () => {
  it.each([...ALL.map((breakage) => [breakage.id, breakage] as const), ...Object.entries(VACUOUS)])(
    '%s',
    async (id, decorator) => {
      const arrivals = await travel([decorator]);
      expect(arrivals.filter(({ crash }) => crash !== undefined)).toEqual([]);
      const wrong = arrivals.flatMap((arrival) => arrival.wrong.map((what) => `${arrival.journey}: ${what}`));
      // A breakage that is listed and does no harm any more leaves the list.
      if (id in UNDETECTABLE) expect(wrong).not.toEqual([]);
      else expect(wrong).toEqual([]);
    },
    30_000,
  );
});

it('a breakage that no client can notice is one that there is', () => {
  const ids = ALL.map(({ id }) => id);
  expect(Object.keys(UNDETECTABLE).filter((id) => !ids.includes(id))).toEqual([]);
});
