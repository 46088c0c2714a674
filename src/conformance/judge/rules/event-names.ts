import { readGenerated } from '../../generated.ts';

interface EventRow {
  readonly event: string;
  readonly type: string;
  readonly terminal: boolean;
}

/** The events of the contract by name, with the schema of their data and whether they end the stream. */
export const EVENTS: ReadonlyMap<string, { readonly schema: string; readonly isTerminal: boolean }> = new Map(
  readGenerated<EventRow[]>('events.json').map(({ event, type, terminal }) => [
    event,
    { schema: type, isTerminal: terminal },
  ]),
);

export function isTerminal(type: string): boolean {
  return EVENTS.get(type)?.isTerminal ?? false;
}
