export { EventTooLargeError } from './errors.ts';
export { EventStreamReader } from './reader.ts';
export type { SseEvent } from './types.ts';
export { formatEvent } from './writer.ts';
