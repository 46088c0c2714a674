export { EventTooLargeError } from './errors.ts';
export { DEFAULT_LIMITS, EventStreamReader } from './reader.ts';
export type { DroppedBlock, EventStreamHooks, EventStreamLimits, SseEvent } from './types.ts';
export { formatEvent } from './writer.ts';
