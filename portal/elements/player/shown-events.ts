import { EventCollector } from '../../../src/conformance/timeline/event-collector.ts';
import type { StreamLimits } from '../../../src/conformance/timeline/stream-choice.ts';
import type { Timeline } from '../../../src/conformance/timeline/timeline.ts';

/** Maximum number of events shown, of all streams of a recording together. The judge reads all events. */
const MOST_EVENTS = 5000;
/** The player goes from one event to the next, so it keeps the first events, without gaps. */
const ROOM = { first: MOST_EVENTS, last: 0, data: 20_000 };

/** How much of a recording the player shows. */
export const LIMITS: StreamLimits = { streams: 200, named: 0, events: MOST_EVENTS, room: ROOM };

/** The events of a stream. */
export function readEvents(bytes: Uint8Array): Timeline {
  const collector = new EventCollector(ROOM, { left: MOST_EVENTS, held: 0 });
  collector.push(bytes);
  return collector.timeline;
}
