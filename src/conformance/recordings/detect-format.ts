import type { InputFormat } from './input.ts';

/** Bytes at the beginning of an input that are enough to detect its format. */
export const HEAD_BYTES = 64 * 1024;

const GZIP = [0x1f, 0x8b];
/** A line that is rare outside of event streams. */
const SSE_FIELD = /(?:^|[\r\n])(?:event|data):/;
/** A line that other files have too, so that it only counts at the beginning. */
const SSE_OPENING = /^[\r\n]*(?:id|retry)?:/;
const RECORDING = /^\s*\{\s*"recording"\s*:/;
const HAR = /^\s*\{\s*"log"\s*:/;

export function isGzip(head: Uint8Array): boolean {
  return head[0] === GZIP[0] && head[1] === GZIP[1];
}

/**
 * Detects the format of an input by its decompressed beginning. An empty input is an event stream without events.
 *
 * @returns undefined if the format is unknown
 */
export function detectFormat(head: Uint8Array): InputFormat | undefined {
  const text = new TextDecoder().decode(head);
  if (RECORDING.test(text)) return 'recording';
  if (HAR.test(text)) return 'har';
  if (text.trim() === '' || SSE_FIELD.test(text) || SSE_OPENING.test(text)) return 'sse';
  return undefined;
}
