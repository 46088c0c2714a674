import { detectFormat } from '../recordings/detect-format.ts';
import { InputError, type InputFormat } from '../recordings/input.ts';
import { judgeInput } from '../recordings/judge-input.ts';
import { StandardInput } from '../recordings/stdin-source.ts';
import { loadRows } from '../registry/registry.ts';
import { reportHeader } from '../report/header.ts';
import type { RecordingReport } from '../report/model.ts';
import { reportTarget } from '../report/target.ts';

/** The bytes of one recording, at once or in pieces. Gzip and zstd are unpacked. A stream is read once, to its end. */
export type Recorded = string | Uint8Array | AsyncIterable<Uint8Array>;

export interface JudgeOptions {
  /** Name of the recording in the report; `recording` by default. */
  readonly name?: string;
  /** A raw event stream, a recording in JSON Lines, or a HAR. By default the format is detected from the first bytes. */
  readonly format?: InputFormat;
  /** Permission mode of the turn, for a recording that does not contain the request. */
  readonly permissionMode?: 'manual' | 'auto';
  /** Whether the recording of a raw stream may have been cut. A missing end is then no violation; it makes the verdict `incomplete`. */
  readonly isPartial?: boolean;
  /** Most bytes of one event or one body. */
  readonly eventBytes?: number;
  /** Most bytes of the unpacked recording. Reading stops there, and the verdict is `incomplete` unless a violation was found. */
  readonly inputBytes?: number;
}

/**
 * Judges one recording by every requirement that it can show: `verdict` is the result, and `requirements` has each requirement with its
 * findings. Findings quote the recording and are not redacted, so a recording with secrets gives a report with secrets.
 *
 * @throws InputError when the recording has none of the formats
 */
export async function judge(recorded: Recorded, options: JudgeOptions = {}): Promise<RecordingReport> {
  const { name = 'recording', ...judging } = options;
  const source = new StandardInput(piecesOf(recorded));
  const format = options.format ?? detectFormat(await source.head());
  if (format === undefined) {
    throw new InputError(`cannot judge ${name}: it is neither an event stream, a recording nor a HAR`);
  }
  const input = { name, read: (onBytes: (bytes: Uint8Array) => void) => source.read(onBytes) };
  const judgement = await judgeInput(input, format, judging);
  const rows = loadRows();
  return { ...reportHeader('recording', rows.contract), ...reportTarget(name, judgement, rows) };
}

function piecesOf(recorded: Recorded): AsyncIterable<Uint8Array> {
  if (typeof recorded === 'string') return only(new TextEncoder().encode(recorded));
  return recorded instanceof Uint8Array ? only(recorded) : recorded;
}

async function* only(piece: Uint8Array): AsyncGenerator<Uint8Array> {
  yield piece;
}
