import { describe, expect, it } from 'vitest';
import { eventTypes, terminalEventTypes } from '../../../generated/event-types.js';
import events from '../../../generated/events.json' with { type: 'json' };
import { buildEventTypes } from '../../../scripts/generate/event-types.ts';
import { smallSpec } from './small-spec.ts';

describe('the names of the events', () => {
  it('are those of the documents, in their order', () => {
    expect(eventTypes).toEqual(events.map(({ event }) => event));
    expect(terminalEventTypes).toEqual(events.flatMap(({ event, terminal }) => (terminal ? [event] : [])));
  });

  it('are written as values and as types', () => {
    const files = buildEventTypes(smallSpec());
    expect([...files.keys()]).toEqual(['generated/event-types.js', 'generated/event-types.d.ts']);
    for (const text of files.values()) expect(text).toContain('eventTypes');
  });
});
