import type { StreamEvent } from '../../../generated/types.d.ts';
import type { Exchange } from '../../reference/http/exchange.ts';
import { rewriteEvents } from './rewrite.ts';

type Change = ReturnType<Parameters<typeof rewriteEvents>[0]>;
type Changed = ReturnType<Change>[number];

const TERMINAL = ['message.completed', 'message.cancelled', 'message.error'] as const;

/** Puts others in the place of events of one type. */
export function replaceEvents(
  type: StreamEvent['type'],
  change: (event: Changed) => readonly Changed[],
): (exchange: Exchange) => Exchange {
  return rewriteEvents(() => (event) => (event.type === type ? change(event) : [event]));
}

/** Puts others in the place of the events that end streams. */
export function replaceEnds(
  change: (event: Changed) => readonly Changed[],
): (exchange: Exchange) => Exchange {
  return rewriteEvents(() => (event) => (isEnd(event) ? change(event) : [event]));
}

/** Changes the data of events of one type. */
export function changeData(
  type: StreamEvent['type'],
  change: (data: Changed) => Changed,
): (exchange: Exchange) => Exchange {
  return replaceEvents(type, (event) => [{ ...event, data: change(event.data) }]);
}

function isEnd({ type }: StreamEvent): boolean {
  return TERMINAL.some((terminal) => terminal === type);
}
