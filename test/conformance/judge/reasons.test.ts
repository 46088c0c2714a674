import { describe, expect, it } from 'vitest';
import { Judgement } from '../../../src/conformance/judge/judgement.ts';
import { judgeBytes } from '../report/judge-bytes.ts';

const lines = (count: number, line: (index: number) => string) =>
  `{"recording":1}\n${Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('')}`;

describe('the reasons why a judgement is incomplete', () => {
  it('are listed once, with a count, if they differ only in numbers', async () => {
    const target = await judgeBytes(
      'x',
      lines(5000, () => '!'),
      'recording',
    );
    expect(target.incomplete).toEqual([
      'line 2 of the recording is not a JSON object (and 4999 more like it)',
    ]);
  });

  it('include that reading stopped at too many malformed lines', async () => {
    const target = await judgeBytes(
      'x',
      lines(20_000, () => '!'),
      'recording',
    );
    expect(target.incomplete).toEqual([
      'line 2 of the recording is not a JSON object (and 9999 more like it)',
      'reading stopped after 10000 malformed lines',
    ]);
  });

  it('are limited in number, and the rest is counted', () => {
    const judgement = new Judgement();
    const letters = (index: number) => index.toString(2).replaceAll('0', 'a').replaceAll('1', 'b');
    for (let index = 0; index < 5000; index += 1) judgement.leaveOut(letters(index));
    expect(judgement.incomplete).toHaveLength(101);
    expect(judgement.incomplete.at(-1)).toBe('other reasons are not listed (and 4899 more like it)');
  });

  it('are shortened', () => {
    const judgement = new Judgement();
    judgement.leaveOut('x'.repeat(100_000));
    expect(judgement.incomplete[0]?.length).toBeLessThan(2000);
  });

  it('name their parts of the input', () => {
    const judgement = new Judgement();
    for (const part of ['a', 'a', 'b', undefined]) {
      judgement.part = part;
      judgement.leaveOut('it was cut');
    }
    expect(judgement.incomplete).toEqual([
      'a: it was cut (and 1 more like it)',
      'b: it was cut',
      'it was cut',
    ]);
  });

  it('include the exchanges beyond the limit of open exchanges', async () => {
    const request = { method: 'GET', path: '/api/v1/chat/catalog' };
    const text = lines(1000, (exchange) => JSON.stringify({ exchange, at: 0, request }));
    const target = await judgeBytes('x', text, 'recording');
    expect(target).toMatchObject({ verdict: 'incomplete', summary: { exchanges: 256 } });
    expect(target.incomplete).toEqual([
      'line 258 of the recording is not about one of 256 open exchanges: exchange 256 is one more (and 743 more like it)',
      'an exchange is not over yet: its recorder is still writing, or was killed (and 255 more like it)',
    ]);
  });
});
