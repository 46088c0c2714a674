import type { InputFormat } from './input.ts';

export type Packing = 'gzip' | 'zstd';

/** Bytes at the beginning of an input that are enough to detect its format. */
export const HEAD_BYTES = 64 * 1024;
/** Bytes that show the format of nearly every input. To decode all of the beginning takes ten times as long. */
const FIRST_BYTES = 4 * 1024;

/** How packed data begins, in hexadecimal. Tools that pack in parallel begin zstd data with a frame whose content is skipped. */
const PACKINGS: readonly { packing: Packing; magic: RegExp }[] = [
  { packing: 'gzip', magic: /^1f8b/ },
  { packing: 'zstd', magic: /^(?:28b52ffd|5[0-9a-f]2a4d18)/ },
];
/** Bytes of the longest beginning above. */
export const MAGIC_BYTES = 4;

/** A line that is rare outside of event streams. */
const SSE_FIELD = /(?:^|[\r\n])(?:event|data):/;
/** A line that other files have too, so that it only counts at the beginning. */
const SSE_OPENING = /^[\r\n]*(?:id|retry)?:/;
/** Characters. Far more than any code of the contract has. */
const LONGEST_CODE = 80;
const RECORDING = /^\s*\{\s*"recording"\s*:/;
const HAR = /^\s*\{\s*"log"\s*:/;

/** How the bytes are packed, by their beginning. */
export function packingOf(head: Uint8Array): Packing | undefined {
  const magic = Buffer.from(head.subarray(0, MAGIC_BYTES)).toString('hex');
  return PACKINGS.find((known) => known.magic.test(magic))?.packing;
}

/**
 * Detects the format of an input by its decompressed beginning. An empty input is an event stream without events.
 *
 * @returns undefined if the format is unknown
 */
export function detectFormat(head: Uint8Array): InputFormat | undefined {
  const first = formatOf(new TextDecoder().decode(head.subarray(0, FIRST_BYTES)));
  if (first) return first;
  const text = new TextDecoder().decode(head);
  return text.trim() === '' ? 'sse' : formatOf(text);
}

/** The format that a text shows. No text that continues it has another. */
function formatOf(text: string): InputFormat | undefined {
  if (RECORDING.test(text)) return 'recording';
  if (HAR.test(text)) return 'har';
  if (SSE_FIELD.test(text) || SSE_OPENING.test(text)) return 'sse';
  return undefined;
}

/**
 * Names a text that is no input of the judge, with what to do instead. The usual ones are a failure that was saved in the place of a stream, and
 * a report.
 */
export function nameStranger(head: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(head).trimStart();
  if (/^<(!doctype html|html)\b/i.test(text))
    return /conversation-api \d/.test(text) && text.includes('http-equiv="Content-Security-Policy"')
      ? 'this is an HTML report of this tool; check judges what a server sent'
      : 'this is a web page, not an event stream; a proxy or another server may have answered';
  if (/^<\?xml\b/.test(text)) return 'this is XML, such as a JUnit report; check judges what a server sent';
  if (!/^[{[]/.test(text)) return undefined;
  if (/^\{\s*"tool"\s*:\s*\{\s*"name"\s*:\s*"conversation-api"/.test(text))
    return 'this is a report of this tool; diff and merge read reports';
  const code = /"message_code"\s*:\s*"([\w.-]+)"/.exec(text)?.[1];
  if (code !== undefined && code.length <= LONGEST_CODE)
    return `this is a saved error response: ${code}; \`conversation-api explain ${code}\` describes it`;
  return 'this is JSON, not an event stream; record the exchange with its head to judge it (docs/recordings.md)';
}
