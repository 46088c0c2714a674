import { expect, it } from 'vitest';
import { AnswersRead } from '../../../../src/conformance/suite/check-kit/answers-read.ts';

const exchangeOf = (number: number, method: string, path: string) => ({
  number,
  actor: 'main',
  request: { method, path, headers: {}, body: undefined, patience: undefined },
});
const SEND = exchangeOf(1, 'POST', '/chats/a/messages');
const READ = exchangeOf(2, 'GET', '/chats/a');
const READ_AGAIN = exchangeOf(3, 'GET', '/chats/a');
const REPLAY = exchangeOf(4, 'POST', '/chats/a/messages');

function read(...exchanges: readonly (typeof SEND)[]): AnswersRead {
  const answers = new AnswersRead();
  for (const exchange of exchanges) answers.add(exchange);
  return answers;
}

it('names what the check has looked at, except for the answer itself', () => {
  expect(read(SEND, READ, REPLAY).beside(4)).toEqual({ others: [1, 2] });
  expect(read(REPLAY).beside(4)).toEqual({});
});

it('names the last answer of a request that is repeated until something shows', () => {
  expect(read(SEND, READ, READ_AGAIN).beside(4)).toEqual({ others: [1, 3] });
});

it('keeps the same read before and after something else', () => {
  expect(read(READ, SEND, READ_AGAIN).beside(4)).toEqual({ others: [2, 1, 3] });
});

it('forgets what was as expected, until the check looks at it again', () => {
  const answers = read(SEND, READ);
  answers.drop(1);
  expect(answers.beside(4)).toEqual({ others: [2] });
  answers.add(SEND);
  expect(answers.beside(4)).toEqual({ others: [2, 1] });
});

it('names the seven that were looked at last', () => {
  const many = Array.from({ length: 20 }, (_, number) => exchangeOf(number, 'POST', '/chats'));
  expect(read(...many).beside(99)).toEqual({ others: [13, 14, 15, 16, 17, 18, 19] });
});
