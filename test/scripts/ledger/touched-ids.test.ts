import { expect, it } from 'vitest';
import { touchedIds } from '../../../scripts/ledger/touched-ids.ts';

const change = (files: readonly string[], text = '') => ({ base: 'HEAD', files, text });

it('finds the checks and breakages in the lists of a changed module', async () => {
  const files = [
    'docs/removed.md',
    'src/alterations/breakages/events.ts',
    'src/alterations/breakages/removed.ts',
    'src/conformance/suite/cases/usage/usage.ts',
    'test/alterations/kept-failures.test.ts',
  ];
  const ids = await touchedIds(change(files));
  expect(ids).toContain('usage.shape.blocking');
  expect(ids).toContain('events.error.timeout-without-details/after-failover');
});

it('finds ids near changed lines of any file', async () => {
  const text =
    '  - id: usage.shape.same-everywhere\n+  level: must\n requirement A-84=may-grow, errors.chat-busy.answer/code';
  expect([...(await touchedIds(change(['docs/x.md'], text)))]).toEqual([
    'usage.shape.same-everywhere',
    'A-84=may-grow',
    'errors.chat-busy.answer/code',
  ]);
});
