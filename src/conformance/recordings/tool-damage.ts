import type { Damage, Judgement } from '../judge/judgement.ts';
import { FIELD, METER } from './detect-format.ts';

/** Bytes at the beginning of a stream that are looked at. Most damage is everywhere. */
const HEAD_BYTES = 64 * 1024;
/** Bytes at the end. An error of curl is one line. */
const TAIL_BYTES = 512;

const CHUNK_SIZE = /^(?!0+$)[0-9a-f]{1,8}$/i;
/** How curl reports that a transfer did not reach its end. */
const CURL_ERROR = /(?<=^|[\r\n])curl: \(\d{1,3}\) [^\r\n]*(?=[\r\n]*$)/;
/** A line of the head of a response. */
const HEAD_LINE = /^(?:HTTP\/|[\w-]{1,99}:)/;
/** The end of a whole event, without the blank line that ends it. */
const UNENDED = /\}[\t ]*(?:\r\n|\r|\n)?$/;
const BLANK_LINE = /\n\r?\n|\r\r/;
const DOUBLED = /\r\r\n/;
/** Lines of one kind that show that all others are missing. */
const SEVERAL = 2;

/**
 * Recognizes what tools that save a stream do to it: a raw stream has nothing but its bytes, so what a tool adds or drops looks like a fault of
 * the service. It keeps the beginning and the end of the stream only.
 */
export class ToolDamage {
  readonly #head: Buffer[] = [];
  #length = 0;
  #tail: Buffer = Buffer.alloc(0);

  push(bytes: Uint8Array): void {
    if (this.#length < HEAD_BYTES) this.#head.push(Buffer.from(bytes.subarray(0, HEAD_BYTES - this.#length)));
    this.#length += bytes.length;
    const last = bytes.subarray(-TAIL_BYTES);
    this.#tail = Buffer.concat([this.#tail, last]).subarray(-TAIL_BYTES);
  }

  /** Whether the tool says that the stream did not reach its end. */
  get isCut(): boolean {
    return this.#curlError !== null;
  }

  /** What was done to the stream, in the order of its bytes. */
  find(judgement: Judgement): Damage[] {
    // Every pattern is of ASCII, and in Latin-1 an index is an offset.
    const head = Buffer.concat(this.#head).toString('latin1');
    const error = this.#curlError;
    return [
      ...findInLines(head),
      ...findSecondStream(judgement),
      ...(error
        ? [
            {
              offset: this.#tailOffset + error.index,
              text: `curl did not reach the end: ${Buffer.from(error[0], 'latin1')}`,
            },
          ]
        : []),
      ...(BLANK_LINE.test(head) && UNENDED.test(this.#tail.toString('latin1'))
        ? [
            {
              offset: this.#length,
              text: 'the last blank line is missing, as after an editor or a hook that trims ends of files',
            },
          ]
        : []),
    ].sort((one, other) => one.offset - other.offset);
  }

  get #curlError(): RegExpExecArray | null {
    return CURL_ERROR.exec(this.#tail.toString('latin1'));
  }

  get #tailOffset(): number {
    return this.#length - this.#tail.length;
  }
}

interface Line {
  readonly text: string;
  readonly offset: number;
}

function findInLines(head: string): Damage[] {
  const lines = linesOf(head);
  const of = (kind: RegExp) => lines.filter(({ text }) => kind.test(text));
  const sizes = of(CHUNK_SIZE);
  const [events, data] = [of(/^event:/), of(/^data:/)];
  const hasBlankLines = BLANK_LINE.test(head);
  const doubled = DOUBLED.exec(head);
  const firstOf = (found: readonly Line[], text: string): Damage[] =>
    found[0] ? [{ offset: found[0].offset, text }] : [];
  return [
    ...firstOf(of(METER), 'the progress of curl is in the text; leave out 2>&1, or add --silent'),
    ...firstOf(
      isChunked(lines, sizes) ? sizes : [],
      'the sizes of chunks are in the text; save the decoded body, as curl does without --raw',
    ),
    ...(doubled
      ? [{ offset: doubled.index, text: 'lines end in CR CR LF, as after converting line ends twice' }]
      : []),
    ...firstOf(
      hasBlankLines || events.length < SEVERAL ? [] : events,
      'no blank line ends an event, as after a filter that drops blank lines',
    ),
    ...firstOf(
      hasBlankLines || events.length > 0 || data.length < SEVERAL ? [] : data,
      "only the data lines are here, as `grep '^data:'` leaves them",
    ),
  ];
}

/** Whether a body begins with the size of its first chunk. Numbers elsewhere prove nothing. */
function isChunked(lines: readonly Line[], [first, ...others]: readonly Line[]): boolean {
  if (!first || others.length === 0) return false;
  const before = lines.slice(0, lines.indexOf(first));
  return before.every(({ text }) => text === '' || (HEAD_LINE.test(text) && !FIELD.test(text)));
}

function linesOf(head: string): Line[] {
  let offset = 0;
  return head.split(/[\r\n]/).map((text) => {
    const line = { text, offset };
    offset += text.length + 1;
    return line;
  });
}

/** A message.start after the terminal event begins the next turn. */
function findSecondStream({ rows }: Judgement): Damage[] {
  const first = rows.get('stream.terminal.last')?.findings[0];
  if (first?.eventType !== 'message.start' || first.offset === undefined) return [];
  return [
    {
      offset: first.offset,
      text: 'a second stream begins here, as after `tee -a` or `>>`; save each stream in a file of its own',
    },
  ];
}
