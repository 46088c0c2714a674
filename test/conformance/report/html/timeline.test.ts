import { describe, expect, it } from 'vitest';
import { Anchors } from '../../../../src/conformance/report/html/links.ts';
import { renderTimeline } from '../../../../src/conformance/report/html/timeline.ts';
import type { TimelineEvent } from '../../../../src/conformance/timeline/timeline.ts';

const event = (index: number, type = 'message.delta', at = index * 100): TimelineEvent => ({
  index,
  type,
  at,
  data: `{"text":"${index}"}`,
});

function render(events: readonly TimelineEvent[], named: readonly number[] = [], left = 0, timeScale = 1) {
  return renderTimeline({
    stream: { events, isTimed: true, left, exchange: 7 },
    marked: new Map(named.map((index) => [index, ['a.b.c']])),
    timeScale,
    anchors: new Anchors(0),
    isOpen: true,
  });
}

describe('the timeline of the HTML report', () => {
  it('lists the events, grouping consecutive events of one name', () => {
    const html = render([
      event(0, 'message.start'),
      ...[1, 2, 3, 4, 5].map((index) => event(index)),
      event(6, 'ping'),
    ]);
    expect([...html.matchAll(/<td class="number">([^<]*)/g)].map(([, number]) => number)).toEqual([
      '1',
      '2–6',
      '7',
    ]);
    expect(html).toContain('7 events in 0.6 s');
  });

  it('marks the events that findings name, and links both ways', () => {
    const html = render(
      [1, 2, 3, 4, 5, 6].map((index) => event(index)),
      [3],
    );
    expect(html).toContain('<path class="mark error"');
    expect(html).toContain('findings at event <a href="#exchange-7-event-4">4</a>');
    expect(html).toMatch(/<tr class="named" id="exchange-7-event-4">.*violates <a href="#a\.b\.c">/);
  });

  it('says that no finding names an event, since the lane of findings is then empty', () => {
    expect(render([event(0)])).toContain('no finding names an event');
    expect(render([event(0)], [0])).not.toContain('no finding names an event');
  });

  it('gives the duration of a short stream in milliseconds', () => {
    const html = render([event(0, 'message.start', 0), event(1, 'message.delta', 12.4)]);
    expect(html).toContain('2 events in 12 ms');
    expect(html).toContain('<span>12 ms</span>');
  });

  it('names an omitted event without a link', () => {
    expect(render([event(0)], [90], 100)).toContain(
      '101 events in 1 ms; 100 of them left out, where the drawing is grey; findings at event 91',
    );
  });

  it('shades silences by the clock of the server', () => {
    const events = [event(0, 'message.start', 0), event(1, 'ping', 1600)];
    expect(render(events)).not.toContain('class="silence"');
    const html = render(events, [], 0, 10);
    expect(html).toContain('class="silence"');
    expect(html).toContain('1 silence of 15 s or more by the clock of the server, shaded');
  });

  it('is small with a hundred thousand events and a thousand findings', () => {
    const events = Array.from({ length: 100_000 }, (_, index) =>
      event(index, index % 2 ? 'ping' : 'message.step'),
    );
    const html = render(
      events,
      Array.from({ length: 1000 }, (_, index) => index * 50),
    );
    expect(html.length).toBeLessThan(100_000);
    expect(html).toMatch(/\d{5} events in this table left out/);
    for (const [, anchor] of html.matchAll(/href="#(exchange-7-event-\d+)"/g))
      expect(html).toContain(`id="${anchor}"`);
  });

  it('says that there is no event', () => {
    expect(render([])).toBe('<p class="dim">no event</p>');
  });
});
