import type { InputFormat } from './input.ts';

/** How much of an input is looked at. */
export const HEAD_BYTES = 64 * 1024;

const GZIP = [0x1f, 0x8b];
/** A line that hardly anything but an event stream has. */
const SSE_FIELD = /(?:^|[\r\n])(?:event|data):/;
/** A line that other files have too, so that it tells something only where it comes first. */
const SSE_OPENING = /^[\r\n]*(?:id|retry)?:/;
const RECORDING = /^\s*\{\s*"recording"\s*:/;
const HAR = /^\s*\{\s*"log"\s*:/;

export function isGzip(head: Uint8Array): boolean {
  return head[0] === GZIP[0] && head[1] === GZIP[1];
}

/**
 * Tells the format of an input from how it begins, decompressed. An empty input is an event stream without events.
 *
 * @returns undefined when it is none of the formats
 */
export function detectFormat(head: Uint8Array): InputFormat | undefined {
  const text = new TextDecoder().decode(head);
  if (RECORDING.test(text)) return 'recording';
  if (HAR.test(text)) return 'har';
  if (text.trim() === '' || SSE_FIELD.test(text) || SSE_OPENING.test(text)) return 'sse';
  return undefined;
}
