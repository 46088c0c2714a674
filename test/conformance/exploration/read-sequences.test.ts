import { describe, expect, it } from 'vitest';
import { readSequences } from '../../../src/conformance/exploration/read-sequences.ts';

const toggle = { do: 'toggle-skill', skill: 'S' };
const send = {
  do: 'send',
  turn: '1',
  chat: 'A',
  as: 'main',
  over: 'blocking',
  mode: 'auto',
  does: ['words'],
  end: 'fails',
  metadata: false,
};
const read = (file: unknown) => readSequences(JSON.stringify(file), 'found.json');

describe('a file with sequences', () => {
  it('may be the report of an exploration', () => {
    expect(read({ exploration: { found: [{ steps: [toggle] }, { steps: [send] }] } })).toEqual([
      [toggle],
      [send],
    ]);
  });

  it('may have the steps of one sequence', () => {
    expect(read({ steps: [send, toggle] })).toEqual([[send, toggle]]);
  });

  it.each<[string, unknown, RegExp]>([
    [
      'a report that found nothing',
      { exploration: { found: [] } },
      /has no sequence of steps; name a report/,
    ],
    ['another report', { requirements: [] }, /has no sequence of steps/],
    ['no steps', { steps: [] }, /needs "steps", a list of 1 to 1000 steps/],
    ['an unknown step', { steps: [{ do: 'dance' }] }, /step 1 of found.json needs a "do" out of create-chat/],
    ['a name of every object', { steps: [{ do: 'constructor' }] }, /needs a "do" out of/],
    [
      'an unknown end of a turn',
      { steps: [{ ...send, end: 'sings' }] },
      /needs a "end" out of completes, holds, fails/,
    ],
    [
      'an unknown action of a turn',
      { steps: [{ ...send, does: ['toString'] }] },
      /needs a "does" out of words/,
    ],
  ])('is refused with %s', (_, file, message) => {
    expect(() => read(file)).toThrow(message);
  });

  it('is refused when it is not JSON', () => {
    expect(() => readSequences('data: x', 'turn.sse')).toThrow(
      /turn.sse is not JSON; name a report of check --explore/,
    );
  });
});
