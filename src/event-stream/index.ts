export { giveBack, takeMemory } from './byte-queue.ts';
export { EventTooLargeError, formatEvent, type SseEvent } from './event.ts';
export { EventStreamReader } from './reader.ts';
