import { detectFormat } from '../recordings/detect-format.ts';
import { InputError, type InputFormat } from '../recordings/input.ts';
import { judgeInput } from '../recordings/judge-input.ts';
import { StandardInput } from '../recordings/stdin-source.ts';
import { loadRows } from '../registry.ts';
import { reportTarget } from '../report/model.ts';
import { type RecordingReport, reportHeader } from './report.ts';

/** The bytes of one recording, whole or as they come; gzip is unpacked. A stream is read once and to its end. */
export type Recorded = string | Uint8Array | AsyncIterable<Uint8Array>;

export interface JudgeOptions {
  /** What the recording is called in the report; `recording` unless told. */
  readonly name?: string;
  /** A raw event stream, a recording in JSON Lines, or a HAR. Found out from how it begins unless told. */
  readonly format?: InputFormat;
  /** The turn's mode, where the recording does not tell. */
  readonly permissionMode?: 'manual' | 'auto';
  /** Whether a raw stream may have been cut by who recorded it: then a missing end is no violation, and the verdict `incomplete`. */
  readonly isPartial?: boolean;
  /** Most bytes of one event or body. */
  readonly eventBytes?: number;
  /** Most bytes of the recording, unpacked; reading stops there, and the verdict is then `incomplete` at best. */
  readonly inputBytes?: number;
}

/**
 * Judges one recording by every requirement that it can show: `verdict` is the result, and `requirements` has each row with its
 * findings. Findings quote the recording as it is: what must not be read in a report must not be in the recording.
 *
 * @throws InputError when it is in none of the formats
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
