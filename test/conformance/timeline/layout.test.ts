import { describe, expect, it } from 'vitest';
import { HEIGHT, layOut, WIDTH } from '../../../src/conformance/timeline/layout.ts';
import type { TimelineEvent } from '../../../src/conformance/timeline/timeline.ts';

const event = (index: number, at: number, type = 'message.delta'): TimelineEvent => ({
  index,
  at,
  type,
  data: '{}',
});
const none = () => false;

describe('the layout of a timeline', () => {
  it('has a mark for each event in its lane, and one for each finding', () => {
    const events = [event(0, 0, 'message.start'), event(1, 500), event(2, 1000, 'message.error')];
    const { marks } = layOut(events, (index) => index === 1);
    expect(marks.map(({ kind, event: { index }, x, y }) => [kind, index, x, y])).toEqual([
      ['turn', 0, 2, 4],
      ['text', 1, 498, 30],
      ['finding', 1, 498, 160],
      ['error', 2, 994, 4],
    ]);
  });

  it('shades silences by the clock of the server', () => {
    const events = [event(0, 0), event(1, 1500), event(2, 1600)];
    expect(layOut(events, none).silences).toEqual([]);
    const [silence, ...others] = layOut(events, none, 10).silences;
    expect(others).toEqual([]);
    expect(silence).toMatchObject({ x: 4, y: 0, height: HEIGHT });
  });

  it('shows where events were omitted', () => {
    expect(layOut([event(0, 0), event(1, 10), event(90, 1000)], none).gaps).toHaveLength(1);
  });

  it('stays small and inside the drawing however many events there are', () => {
    const events = Array.from({ length: 100_000 }, (_, index) => event(index * 2, index * 16_000));
    const { marks, silences, gaps } = layOut(events, () => true);
    expect(marks.length).toBeLessThanOrEqual(2 * (WIDTH / 4 + 1));
    expect(marks.reduce((sum, { kind, count }) => sum + (kind === 'text' ? count : 0), 0)).toBe(100_000);
    for (const boxes of [silences, gaps]) expect(boxes.length).toBeLessThanOrEqual(WIDTH / 4);
    for (const { x, width } of [...marks, ...silences, ...gaps]) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(WIDTH);
    }
  });

  it('draws nothing of an empty stream', () => {
    expect(layOut([], none)).toMatchObject({ marks: [], silences: [], gaps: [] });
  });
});
