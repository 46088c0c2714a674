import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answered, follow, type TurnState, WAITING } from '../../src/client/follow.ts';
import type { TurnEvent } from '../../src/client/index.ts';

/** Folds events as the service sends them, without members that are irrelevant here. */
function fold(events: readonly { type: string; data: object }[]): TurnState {
  return (events as unknown as TurnEvent[]).reduce(follow, WAITING);
}

const step = (members: object) => ({
  key: 'think',
  label: 'Thinking',
  label_code: 'think',
  status: 'working',
  ...members,
});
const steps = (...list: object[]) => ({ type: 'message.step', data: { steps: list } });
const start = { type: 'message.start', data: { message_id: 7 } };
const delta = (text: string, replace = false) => ({ type: 'message.delta', data: { text, replace } });
const ask = (action_id: string) => ({
  type: 'message.action_required',
  data: { action_id, kind: 'plan_approval' },
});

describe('follow', () => {
  it('goes from waiting to an end', () => {
    expect(WAITING.status).toBe('waiting');
    expect(fold([start])).toMatchObject({ status: 'running' });
    const message = { content: 'At 10.', steps: [step({ status: 'done' })] };
    expect(fold([start, delta('At 1'), ask('a'), { type: 'message.completed', data: message }])).toEqual({
      status: 'completed',
      text: 'At 10.',
      steps: message.steps,
      interactions: [],
      tasks: [],
      message,
      error: undefined,
    });
    expect(fold([start, { type: 'message.cancelled', data: message }])).toMatchObject({
      status: 'cancelled',
    });
    const error = { code: 'upstream_error' };
    expect(fold([start, delta('At '), { type: 'message.error', data: error }])).toMatchObject({
      status: 'failed',
      text: 'At ',
      message: undefined,
      error,
    });
  });

  it('appends text, and lets a delta replace it', () => {
    expect(fold([delta('a'), delta('b')]).text).toBe('ab');
    expect(fold([delta('a'), delta('c', true), delta('d')]).text).toBe('cd');
  });

  it('builds one list of steps, whether events repeat all steps or only the changes', () => {
    const [first, done] = [step({}), step({ status: 'done' })];
    const tool = step({ key: 'tool', label_code: 'tool', tool_calls: [{ tool_use_id: 't1' }] });
    const news = fold([steps(first), steps(done), steps(tool)]);
    const all = fold([steps(first), steps(done), steps(done, tool)]);
    expect([news.steps, all.steps]).toEqual([
      [done, tool],
      [done, tool],
    ]);
  });

  it('takes time proportional to the size of the events, even if each repeats all steps', () => {
    /** The number of reads of the steps. */
    const looks = (count: number) => {
      let seen = 0;
      const all = Array.from({ length: count }, (_, index) =>
        Object.defineProperty(step({ label: `Step ${index}` }), 'key', {
          enumerable: true,
          get() {
            seen += 1;
            return 'tool';
          },
        }),
      );
      const { steps: shown } = fold(all.map((_, index) => steps(...all.slice(0, index + 1))));
      expect(shown).toHaveLength(count);
      return seen;
    };
    // Twice as many events of twice the size.
    expect(looks(80) / looks(40)).toBeLessThan(5);
  });

  /** Folds a turn whose events each add one step. Counts reads of a member of a step, and copies of references between lists. */
  function workOf(count: number, look: (state: TurnState) => void = () => {}) {
    const work = { reads: 0, copies: 0 };
    const all = Array.from({ length: count }, (_, index) =>
      Object.defineProperty(step({ label: `Step ${index}` }), 'label_code', {
        get() {
          work.reads += 1;
          return 'tool';
        },
      }),
    );
    const iterate = Array.prototype[Symbol.iterator];
    Array.prototype[Symbol.iterator] = function () {
      work.copies += this.length;
      return iterate.call(this);
    };
    try {
      let state = WAITING;
      for (const event of all.flatMap((each) => [steps(each), delta('.')])) {
        state = follow(state, event as unknown as TurnEvent);
        look(state);
      }
      expect(state.steps).toHaveLength(count);
    } finally {
      Array.prototype[Symbol.iterator] = iterate;
    }
    return work;
  }

  it('takes work in proportion to the steps of a turn, if only few of its states are shown', () => {
    const [half, whole] = [workOf(5_000), workOf(10_000)];
    expect(whole.reads).toBe(2 * half.reads);
    expect(whole.copies / half.copies).toBeLessThan(2.5);
    expect(whole.copies).toBeLessThan(100_000);
  });

  it('looks at each step once, even if each state is shown', () => {
    const work = workOf(500, (state) => void [state.steps, state.tasks]);
    expect(work.reads).toBe(workOf(500).reads);
  });

  it('never changes a state that it has returned, even if one state is followed twice', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((label) => step({ label }));
    const then = (state: TurnState, ...list: object[]) =>
      follow(state, steps(...list) as unknown as TurnEvent);
    const first = then(then(WAITING, a as object), b as object);
    const one = then(first, { ...b, status: 'done' });
    const other = then(first, c as object);
    const again = then(other, { ...a, status: 'done' });
    expect(one.steps).toEqual([a, { ...b, status: 'done' }]);
    expect(again.steps).toEqual([{ ...a, status: 'done' }, b, c]);
    expect(other.steps).toEqual([a, b, c]);
    expect(first.steps).toEqual([a, b]);
    expect(WAITING.steps).toEqual([]);
  });

  it('shows what merging each event at once would show, whichever states are read and followed', () => {
    const label = fc.constantFrom('a', 'b', 'c', 'd');
    const event = fc.array(fc.record({ label, status: fc.constantFrom('working', 'done') }), {
      maxLength: 6,
    });
    const moves = fc.array(fc.record({ event, from: fc.nat(), isRead: fc.boolean() }), { maxLength: 30 });
    fc.assert(
      fc.property(moves, (all) => {
        const states = [{ state: WAITING, expected: new Map<string, object>() }];
        for (const { event, from, isRead } of all) {
          const { state, expected } = states[from % states.length] as (typeof states)[number];
          const changed = event.map(step);
          const next = follow(state, steps(...changed) as unknown as TurnEvent);
          const merged = new Map([
            ...expected,
            ...changed.map((each): [string, object] => [each.label, each]),
          ]);
          states.push({ state: next, expected: merged });
          if (isRead) void next.steps;
        }
        for (const { state, expected } of states) expect(state.steps).toEqual([...expected.values()]);
      }),
    );
  });

  it('shows the same lists until they change, also in a copy of the state', () => {
    const state = fold([steps(step({})), delta('a')]);
    const copy = { ...state };
    const next = follow(copy, delta('b') as unknown as TurnEvent);
    expect([next.steps, next.text]).toEqual([copy.steps, 'ab']);
    expect(next.steps).toBe(state.steps);
    expect(fold([steps(step({})), steps(step({ label: 'Other' }))]).tasks).toEqual([]);
  });

  it('shows each task as in its latest step', () => {
    const own = (state: string) =>
      step({ key: 'agent', label: state, agent: { task_id: 'k1', name: 'Scout', state } });
    const within = step({ label_code: 'search', agent: { task_id: 'k1', name: 'Scout' } });
    expect(fold([steps(own('working')), steps(within), steps(own('finished'))]).tasks).toEqual([
      { task_id: 'k1', name: 'Scout', state: 'finished' },
    ]);
  });

  it('keeps each interaction open until it is answered, and lists it once', () => {
    const open = fold([ask('a'), ask('b'), ask('a')]);
    expect(open.interactions.map(({ action_id }) => action_id)).toEqual(['b', 'a']);
    expect(answered(open, 'b').interactions).toHaveLength(1);
  });

  it('leaves the state unchanged for a ping and for an unknown event', () => {
    const state = fold([start]);
    expect(follow(state, { type: 'ping', data: { ts: 1 } })).toBe(state);
    expect(follow(state, { type: 'message.note', data: {} } as unknown as TurnEvent)).toBe(state);
  });
});
