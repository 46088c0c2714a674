export { EventTooLargeError } from './errors.ts';
export { EventStreamReader } from './reader.ts';
export { giveBack, takeMemory } from './spare-memory.ts';
export type { SseEvent } from './types.ts';
export { formatEvent } from './writer.ts';
