import { expect, it } from 'vitest';
import { listCauses } from '../../src/reference/causes.ts';
import { ModelFailure } from '../../src/reference/models/model.ts';

const SECRET = 'sk-0123456789';
const mask = (text: string) => text.replaceAll(SECRET, '***');
const facts = {
  provider: 'first',
  serviceCode: 'provider_failed',
  failureKind: 'server_error',
  dispatched: true,
  isOutage: true,
};
const loop = new Error('again');
loop.cause = loop;

it.each<[string, unknown, readonly string[]]>([
  [
    'names an error and all of its causes',
    new ModelFailure('it failed', facts, {
      cause: new TypeError('fetch failed', {
        cause: Object.assign(new Error('connect to port 9'), { code: 'ECONNREFUSED' }),
      }),
    }),
    ['model-failure: it failed', 'TypeError: fetch failed', 'ECONNREFUSED: connect to port 9'],
  ],
  [
    'names each of several errors',
    new AggregateError([new Error('one'), new Error('two')], 'both'),
    ['AggregateError: both', 'Error: one', 'Error: two'],
  ],
  ['prints a repeated error once', new Error('no', { cause: new Error('no') }), ['Error: no']],
  ['ends when an error is its own cause', loop, ['Error: again']],
  [
    'describes a cause that is not an error',
    new Error('no', { cause: { status: 7 } }),
    ['Error: no', '{ status: 7 }'],
  ],
  ['names nothing too', null, ['null']],
  [
    'masks secrets before it cuts',
    new Error(`${'x'.repeat(985)} ${SECRET}`),
    [`Error: ${'x'.repeat(985)} ***`],
  ],
  ['keeps each cause in one line of printable text', new Error('a\u001b[31m\n\u202eb'), ['Error: a [31m b']],
])('%s', (_what, error, causes) => {
  expect(listCauses(error, mask)).toEqual(causes);
});

it('lists a limited number of causes', () => {
  let error = new Error('0');
  for (let index = 1; index < 100; index += 1) error = new Error(String(index), { cause: error });
  expect(listCauses(error, mask)).toHaveLength(12);
});
