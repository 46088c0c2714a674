import type { StreamEvent } from '../../../generated/types.d.ts';
import { formatEvent } from '../../event-stream/index.ts';

/** How the events of a stream are written. It is called once for each stream. */
export type Framing = () => (event: StreamEvent) => string;

/** The plainest one that there is. */
export const plainFraming: Framing = () => writePlainly;

/** @throws TypeError when the event's data has no JSON */
function writePlainly({ type, data }: StreamEvent): string {
  return formatEvent({ type, data: JSON.stringify(data) });
}
