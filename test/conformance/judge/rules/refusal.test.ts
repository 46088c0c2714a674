import { expect, it } from 'vitest';
import { formatEvent } from '../../../../src/event-stream/index.ts';
import { judgeText, violated } from '../judging.ts';
import { START } from '../turn.ts';

const event = (type: string, data: unknown) => formatEvent({ type, data: JSON.stringify(data) });
const failed = (code: string) => event('message.error', { code, message: 'No', retryable: false });
const DELTA = event('message.delta', { text: 'The store', replace: false });
const request = { chatId: '', permissionMode: 'manual', metadata: null, carriesAgents: true } as const;

const AGENTS = 'events.error.agents-if-carried';

it.each([
  ['is a refusal with a code of the contract (A-60)', START + failed('api_v1_not_found'), false],
  ['is a refusal with a code of the service (A-20)', START + failed('unusable_turn'), false],
  ['is a violation with a code that only turns have', START + failed('upstream_error'), true],
  ['is a violation after text, whatever its code', START + DELTA + failed('unusable_turn'), true],
  ['is a violation after text, with a code of a refusal', START + DELTA + failed('api_v1_not_found'), true],
])(
  'a message.error without `agents`, in the stream of a send that carried some %s',
  (_, text, isViolated) => {
    expect(violated(judgeText(text, { request })).includes(AGENTS)).toBe(isViolated);
  },
);
