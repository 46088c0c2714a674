import { isViolatedBy } from '../judging.ts';
import { DROPPED, OPERATORS } from './operators.ts';
import { placesOf, withValue } from './places.ts';
import { RECORDINGS, type RecordedEvent, writeEvents } from './recordings.ts';

/** One kind of alteration across all recordings: `message.step/steps[].label/cut`. */
export interface Altered {
  readonly name: string;
  /** The recordings in which the judge finds the alteration. */
  readonly caught: readonly string[];
  /** The recordings in which it finds nothing. */
  readonly survived: readonly string[];
}

/** Applies every operator at every place of every event, and judges each stream. */
export function alterRecordings(): Altered[] {
  const results = [...RECORDINGS].flatMap(([file, events]) =>
    events.flatMap((event, index) => alterEvent(file, events, event, index)),
  );
  return [...Map.groupBy(results, ({ name }) => name)].map(([name, found]) => ({
    name,
    caught: filesOf(found, true),
    survived: filesOf(found, false),
  }));
}

interface Result {
  readonly name: string;
  readonly file: string;
  readonly isCaught: boolean;
}

function alterEvent(
  file: string,
  events: readonly RecordedEvent[],
  event: RecordedEvent,
  index: number,
): Result[] {
  const before = writeEvents(events.slice(0, index));
  const after = writeEvents(events.slice(index + 1));
  return placesOf(event.data).flatMap((place) =>
    Object.entries(OPERATORS).flatMap(([operator, change]) => {
      const value = change(place);
      if (value === undefined) return [];
      const data = withValue(event.data, place.path, value === DROPPED ? undefined : value);
      const isCaught = isViolatedBy([before, writeEvents([{ ...event, data }]), after], { hasHead: true });
      return [{ name: `${event.type}/${place.pattern}/${operator}`, file, isCaught }];
    }),
  );
}

function filesOf(results: readonly Result[], isCaught: boolean): string[] {
  return [...new Set(results.filter((each) => each.isCaught === isCaught).map(({ file }) => file))];
}
