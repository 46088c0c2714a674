import type { TurnEvent, TurnStream } from '../../../src/client/index.ts';
import type { ScriptedService } from './service.ts';

/** The events that a stream yielded, and the error that it threw. */
export interface Collected {
  readonly events: readonly TurnEvent[];
  readonly failure: unknown;
}

/** Reads a stream to its end. */
export async function collect({ settle }: ScriptedService, stream: TurnStream): Promise<Collected> {
  const events: TurnEvent[] = [];
  const read = async () => {
    for await (const event of stream) events.push(event);
  };
  const failure: unknown = await settle(
    read().catch((error: unknown) => error),
    4 * 3_600_000,
  );
  return { events, failure };
}

/** Abbreviates events to their types. A delta becomes `+` or, if it replaces, `=`, followed by its text. */
export function inShort(events: readonly TurnEvent[]): string[] {
  return events.map((event) => {
    if (event.type !== 'message.delta') return event.type.replace('message.', '');
    const { synthetic, data } = event;
    return `${synthetic ? 'synthetic ' : ''}${data.replace ? '=' : '+'}${data.text}`;
  });
}

/** Adds up the deltas of the events. */
export function foldDeltas(events: readonly TurnEvent[]): string {
  return events.reduce(
    (text, { type, data }) => (type !== 'message.delta' ? text : data.replace ? data.text : text + data.text),
    '',
  );
}
