import { describe, expect, it } from 'vitest';
import { ExchangeJudge } from '../../../src/conformance/judge/exchange-judge.ts';
import { Judgement } from '../../../src/conformance/judge/judgement.ts';
import { GENERAL_PATH, judgeText, violated } from './judging.ts';
import { CHAT, MESSAGE, START } from './turn.ts';

/** Two ids that a `number` cannot tell apart. */
const [ID, NEXT] = ['15793596808644608', '15793596808644609'] as const;

/** The text of a stream with numbers as they are written. `id` and `metadata` are JSON. */
function stream(started: string, id: string, metadata = 'null'): string {
  const { id: _, metadata: __, ...others } = MESSAGE;
  const data = `${JSON.stringify(others).slice(0, -1)},"id":${id},"metadata":${metadata}}`;
  return `${START.replace('9001', started)}event: message.completed\ndata: ${data}\n\n`;
}

describe('ids beyond 2^53', () => {
  it.each([
    ['different ones', NEXT, ID, ['messages.id.equals-start']],
    ['different ones, the other way round', ID, NEXT, ['messages.id.equals-start']],
    ['the same one', NEXT, NEXT, []],
    ['the same one with a fraction of zero', NEXT, `${NEXT}.0`, []],
    ['the same one with an exponent', NEXT, '1.5793596808644609e16', []],
    ['one beyond 2^63', '18446744073709551617', '18446744073709551616', ['messages.id.equals-start']],
    ['a fraction', NEXT, `${NEXT}.5`, ['messages.id.equals-start', 'messages.id.integer']],
    [
      'one that is nearly an integer',
      '17',
      '17.00000000000000000001',
      ['messages.id.equals-start', 'messages.id.integer'],
    ],
  ])('are compared exactly: %s', (_, started, id, expected) => {
    for (const facts of [{}, GENERAL_PATH])
      expect(violated(judgeText(stream(started, id), facts)).sort()).toEqual(expected);
  });

  it('are shown as they were written', () => {
    const { findings } = judgeText(stream(NEXT, ID)).rows.get('messages.id.equals-start') ?? {};
    expect(findings?.[0]).toMatchObject({ expected: expect.stringContaining(NEXT), actual: ID });
  });
});

describe('numbers of metadata', () => {
  const judge = (sent: string, shown: string) => {
    const judgement = new Judgement();
    const exchange = new ExchangeJudge(
      judgement,
      {
        method: 'POST',
        path: `/api/v1/chats/${CHAT}/messages/stream`,
        body: Buffer.from(`{"content":"Hi","permission_mode":"auto","metadata":{"n":${sent}}}`),
      },
      {},
    );
    exchange.respond({ status: 200, headers: { 'content-type': 'text/event-stream' } });
    exchange.push(Buffer.from(stream('9001', '9001', `{"n":${shown}}`)));
    exchange.end('server');
    return { violated: violated(judgement), incomplete: judgement.incomplete };
  };

  it.each([
    ['9007199254740993', '9007199254740992', true],
    ['9007199254740993', '9007199254740993', false],
    ['17', '17.0', false],
    ['17.0', '1.7e1', false],
    ['0.12345678901234567890', '0.1234567890123456', true],
    ['0.12345678901234567890', '1.234567890123456789e-1', false],
    ['1e400', '1e401', true],
    ['1e400', '10e399', false],
    ['[[9007199254740993]]', '[[9007199254740995]]', true],
  ])('are compared exactly: %s that came back as %s', (sent, shown, isChanged) => {
    expect(judge(sent, shown).violated).toEqual(isChanged ? ['messages.metadata.echoed'] : []);
  });

  it('are not judged where they cannot be kept, and the reason is given', () => {
    expect(judge('1', '1e9999999999999999')).toEqual({
      violated: [],
      incomplete: ['a number whose exponent has more than 15 digits is not read'],
    });
  });
});
