import { createReadStream, statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { refuseEndless } from '../files/read-bounded.ts';
import { isUtf16 } from '../recordings/utf-16.ts';
import { ReportError } from './read-report.ts';
import { passOn, ReportStream, ReportStreamError, type ReportValues } from './report-stream.ts';

/** A file up to this size is parsed in one step, which is several times faster. */
const SMALL_BYTES = 4 * 1024 * 1024;

/**
 * Reads the reports in a file: one report, or several in sequence, for example one per line.
 *
 * @param name path of the file, or `-` for standard input
 * @param stdin called only for `-`
 * @throws ReportError if the file is not JSON, contains no report, or cannot be read
 */
export async function readReports(name: string, stdin: () => Readable, values: ReportValues): Promise<void> {
  const shown = name === '-' ? 'standard input' : name;
  const counted = new CountedValues(values);
  try {
    await parse(name === '-' ? stdin() : open(name), counted);
  } catch (error) {
    if (error instanceof ReportStreamError)
      throw new ReportError(`${shown} ${error.message}; write reports with --reporter json or summary`, {
        cause: error,
      });
    throw error;
  }
  if (counted.reports === 0)
    throw new ReportError(`${shown} is empty; write reports with --reporter json or summary`);
}

async function parse(pieces: AsyncIterable<Uint8Array>, values: ReportValues): Promise<void> {
  const stream = new ReportStream(values);
  let head: Uint8Array[] | undefined = [];
  let length = 0;
  for await (const piece of pieces) {
    if (length === 0 && isUtf16(piece)) throw new ReportStreamError('is UTF-16, and not UTF-8');
    length += piece.length;
    head?.push(piece);
    if (!head) stream.push(piece);
    else if (length > SMALL_BYTES) {
      for (const early of head) stream.push(early);
      head = undefined;
    }
  }
  if (head && parseAtOnce(head, values)) return;
  for (const early of head ?? []) stream.push(early);
  stream.end();
}

/** @returns false if the text is not one JSON value */
function parseAtOnce(pieces: readonly Uint8Array[], values: ReportValues): boolean {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(pieces).toString());
  } catch {
    return false;
  }
  passOn(value, values);
  return true;
}

function open(name: string): Readable {
  try {
    refuseEndless(statSync(name), name);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'there is no such file' : (code ?? message);
    throw new ReportError(`${name} cannot be read: ${reason}`, { cause: error });
  }
  return createReadStream(name);
}

class CountedValues implements ReportValues {
  readonly #values: ReportValues;
  reports = 0;

  constructor(values: ReportValues) {
    this.#values = values;
  }

  target(value: unknown): void {
    this.#values.target(value);
  }

  report(value: unknown): void {
    this.reports += 1;
    this.#values.report(value);
  }
}
