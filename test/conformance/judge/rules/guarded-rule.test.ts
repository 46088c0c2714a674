import { describe, expect, it } from 'vitest';
import { GuardedRule } from '../../../../src/conformance/judge/rules/guarded-rule.ts';
import type { StreamContext, StreamRule } from '../../../../src/conformance/judge/rules/rule.ts';

const context = {} as StreamContext;
const EVENT = { index: 0, type: 'ping', offset: 0, data: {}, isContentCut: false };
const ENDING = { how: 'server', offset: 0, unfinishedAt: undefined, at: undefined } as const;

function guarded(rule: () => StreamRule) {
  const defects: unknown[] = [];
  return { defects, rule: new GuardedRule(['one', rule], context, (_, error) => defects.push(error)) };
}

const fail = () => {
  throw new TypeError('no such member');
};

describe('a rule that throws', () => {
  it.each<[string, StreamRule]>([
    ['at an event it sees', { seen: fail }],
    ['at an event that it handles', { on: { ping: fail } }],
    ['at the end', { end: fail }],
  ])('%s does not throw further, and its exception is reported', (_, broken) => {
    const { rule, defects } = guarded(() => broken);
    rule.seen(EVENT);
    rule.handle(EVENT);
    rule.end(ENDING);
    expect(defects).toEqual([new TypeError('no such member')]);
  });

  it('is not called again', () => {
    const ends: unknown[] = [];
    const { rule, defects } = guarded(() => ({ on: { ping: fail }, end: (ending) => ends.push(ending) }));
    rule.handle(EVENT);
    rule.handle(EVENT);
    rule.end(ENDING);
    expect(defects).toHaveLength(1);
    expect(ends).toEqual([]);
  });

  it('may throw when it is created', () => {
    const { rule, defects } = guarded(fail);
    rule.end(ENDING);
    expect(defects).toHaveLength(1);
  });
});
