import { nameEvent } from '../judge/name-event.ts';
import type { ReportedFinding } from './model.ts';
import { sanitize } from './sanitize.ts';

/** Where in its input the evidence of a finding is. */
export type PlaceInFile = Pick<
  ReportedFinding,
  'exchange' | 'request' | 'event' | 'eventType' | 'offset' | 'pointer' | 'time' | 'requestId'
>;

/**
 * Names the exchange, event, byte and JSON Pointer of a finding, and what finds it in the logs of the service, as far as they are known. A
 * request id without a time is left out: its input is a single stream that shows it.
 */
export function placeInFile({
  exchange,
  request,
  event,
  eventType,
  offset,
  pointer,
  time,
  requestId,
}: PlaceInFile): readonly string[] {
  const type = sanitize(eventType ?? '', 80);
  const parts = [
    exchange !== undefined &&
      (request === undefined ? `exchange ${exchange}` : `exchange ${exchange} (${sanitize(request)})`),
    event === undefined ? type : nameEvent({ index: event, type }),
    offset !== undefined && `byte ${offset}`,
    pointer !== undefined && (pointer === '' ? 'the whole payload' : sanitize(pointer)),
    time !== undefined && `sent ${sanitize(time)}`,
    time !== undefined && requestId !== undefined && `request id ${sanitize(requestId)}`,
  ];
  return parts.filter((part) => typeof part === 'string' && part !== '') as string[];
}
