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

/** A line of an event stream that a client does not ignore. */
export const FIELD = /^(?:event|data|id|retry)?:/;
/** What tools write before a stream: sizes of chunks, and the messages of `curl -v`. */
export const PRELUDE = /^(?:[0-9a-f]{1,8}|[*<>{}](?: .*)?|\s*)$/i;
/** The progress of a transfer by curl, after which the stream follows on the same line. */
export const METER =
  /^(?: *% Total .*| *Dload .*|[ \d.kMGTP]+ [-\d]+:[-\d:]+ +[-\d:]+ +[-\d:]+ *[\d.kMGTP]+)/;
/** The head of a response, as `curl -i` writes it. */
export const STATUS_LINE = /^HTTP\/\d(?:\.\d)? (\d{3})\b/;
/** A header, or a field that event streams do not have and clients ignore. */
const NAMED = /^[a-z_][\w-]{0,99}:/i;
/** A line that hardly another text has, behind fields that are unknown. */
const OURS = /^(?:event: ?[\w.-]+$|data: ?\{)/;
const LINE_END = /\r\n|\r|\n/;

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
  const first = formatOf(decode(head.subarray(0, FIRST_BYTES)));
  if (first && first !== 'undecided') return first;
  const text = decode(head);
  const format = text.trim() === '' ? 'sse' : formatOf(text);
  return format === 'undecided' ? undefined : format;
}

/** Whether the format of an input may show if more of its beginning is read. */
export function isUndecided(head: Uint8Array): boolean {
  return formatOf(decode(head)) === 'undecided';
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** The format that a text shows. No text that continues it has another. */
function formatOf(text: string): InputFormat | 'undecided' | undefined {
  return /^\s*\{/.test(text) ? formatOfJson(text) : formatOfLines(text);
}

/** Only what tools write before a stream, and unknown fields, may come before its first line. */
function formatOfLines(text: string): 'sse' | 'undecided' | undefined {
  const lines = text.split(LINE_END).map((line) => line.replace(METER, ''));
  const last = lines.pop() ?? '';
  let field = FIELD;
  let isInHead = false;
  for (const line of lines) {
    isInHead = STATUS_LINE.test(line) || (isInHead && NAMED.test(line));
    if (isInHead || PRELUDE.test(line)) continue;
    if (field.test(line)) return 'sse';
    if (FIELD.test(line) || !NAMED.test(line)) return undefined;
    field = OURS;
  }
  return !isInHead && field.test(last) ? 'sse' : 'undecided';
}

const OF_MEMBER: ReadonlyMap<string, InputFormat> = new Map([
  ['recording', 'recording'],
  ['log', 'har'],
]);

/** From the quote that closes the name of a member. */
const AS_TEXT = /"\s*:\s*"/y;

/** A recording and an archive each begin with an object that has a certain member, among others. */
function formatOfJson(text: string): InputFormat | 'undecided' | undefined {
  let depth = 0;
  let isName = false;
  for (let at = text.indexOf('{'); at < text.length; at += 1) {
    switch (text[at]) {
      case '"': {
        const end = endOfString(text, at);
        const format = isName && depth === 1 ? OF_MEMBER.get(text.slice(at + 1, end)) : undefined;
        if (format && !isTextAfter(text, end)) return format;
        isName = false;
        at = end;
        break;
      }
      case '{':
      case '[':
        depth += 1;
        isName = true;
        break;
      case '}':
      case ']':
        depth -= 1;
        if (depth === 0) return undefined;
        break;
      case ',':
        isName = true;
    }
  }
  return 'undecided';
}

/** Whether the value of a member is a text, as that of `log` is in the log of a container. */
function isTextAfter(text: string, name: number): boolean {
  AS_TEXT.lastIndex = name;
  return AS_TEXT.test(text);
}

/** The index of the quote that closes the string, or of the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '"') return at;
    if (text[at] === '\\') at += 1;
  }
  return text.length;
}
