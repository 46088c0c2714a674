import { basename } from 'node:path';
import { Judgement } from '../judge/judgement.ts';
import { DEFAULT_EVENT_BYTES, StreamJudge } from '../judge/stream-judge.ts';
import { type FormatJudge, type JudgeOptions, MOST_MALFORMED, ReadingStopped } from './format-judge.ts';
import { HarError } from './har.ts';
import { judgeHar } from './har-judge.ts';
import { type ByteSource, InputError, type InputFormat, type InputSource } from './input.ts';
import { LineSplitter } from './line-splitter.ts';
import { type ExchangeRecord, parseHeader, parseRecord, RecordingError } from './recording-format.ts';
import { RecordingJudge } from './recording-judge.ts';

/** A line from this length on leaves much garbage, in characters. */
const LARGE_LINE = 128 * 1024;
const MOST_INPUT_BYTES = 64 * 1024 * 1024 * 1024;

/**
 * Judges one input of a known format.
 *
 * @throws InputError if the input cannot be read, or its first line does not have the format
 */
export async function judgeInput(
  source: InputSource,
  format: InputFormat,
  options: JudgeOptions = {},
): Promise<Judgement> {
  const judgement = new Judgement();
  const most = options.inputBytes ?? MOST_INPUT_BYTES;
  if (!('parts' in source)) {
    await judgePart(source, format, { judgement, options, before: 0, most });
    return judgement;
  }
  let before = 0;
  for (const part of source.parts) {
    judgement.part = basename(part.name);
    before += await judgePart(part, format, { judgement, options, before, most });
    if (before > most) break;
  }
  judgement.part = undefined;
  return judgement;
}

interface PartContext {
  readonly judgement: Judgement;
  readonly options: JudgeOptions;
  /** Bytes of the parts before this one. */
  readonly before: number;
  /** Bytes that are read at most, of all parts together. */
  readonly most: number;
}

/** @returns the number of bytes that were read */
async function judgePart(
  source: ByteSource,
  format: InputFormat,
  { judgement, options, before, most }: PartContext,
): Promise<number> {
  const judge = JUDGES[format](judgement, options);
  const room = most - before;
  let bytes = 0;
  try {
    await source.read(
      (piece) => {
        judge.push(piece.length > room - bytes ? piece.subarray(0, room - bytes) : piece);
        bytes += piece.length;
        if (bytes > room) throw new ReadingStopped(`reading stopped at the limit of ${most} bytes`);
        options.onProgress?.(before + bytes);
      },
      (length) => options.onGarbage?.(length, 'pieces'),
    );
    judge.end();
  } catch (error) {
    if (!(error instanceof ReadingStopped)) throw named(error, source.name);
    judgement.leaveOut(error.message);
    judge.stop();
  }
  return bytes;
}

function named(error: unknown, name: string): unknown {
  if (!(error instanceof RecordingError || error instanceof HarError)) return error;
  return new InputError(`cannot judge ${name}: ${error.message}`, { cause: error });
}

const JUDGES: Readonly<Record<InputFormat, (judgement: Judgement, options: JudgeOptions) => FormatJudge>> = {
  sse: judgeRawStream,
  recording: judgeRecording,
  har: judgeHar,
};

function judgeRawStream(
  judgement: Judgement,
  { permissionMode, isPartial, eventBytes, onGarbage }: JudgeOptions,
): FormatJudge {
  const judge = new StreamJudge(judgement, { permissionMode, eventBytes, onGarbage });
  return {
    push: (bytes) => judge.push(bytes),
    end: () => judge.end(isPartial ? 'client' : 'server'),
    stop: () => judge.end('client'),
  };
}

/** @throws RecordingError after it gave up the exchanges that may lack the record */
function readRecord(judge: RecordingJudge, text: string, line: number): ExchangeRecord {
  try {
    return parseRecord(text, line);
  } catch (error) {
    judge.miss(error instanceof RecordingError ? error.exchange : undefined);
    throw error;
  }
}

/** What a recording without its rest shows. */
const STOPPED = 'its recorder was killed, or its disk was full, while it wrote';

function judgeRecording(
  judgement: Judgement,
  { permissionMode, eventBytes, onGarbage }: JudgeOptions,
): FormatJudge {
  const most = eventBytes ?? DEFAULT_EVENT_BYTES;
  let judge: RecordingJudge | undefined;
  let malformed = 0;
  let records = 0;

  const readLine = (text: string, line: number) => {
    if (judge) {
      records += 1;
      judge.take(readRecord(judge, text, line), line);
      if (text.length >= LARGE_LINE) onGarbage?.(text.length);
      return;
    }
    const { timeScale = 1 } = parseHeader(text);
    judge = new RecordingJudge(judgement, {
      permissionMode,
      timeScale,
      eventBytes,
      onGarbage,
    });
  };

  /** Findings of earlier lines remain. Only an input whose first line is wrong is refused. */
  const leaveOut = (error: RecordingError, isEnded = true) => {
    if (!judge) throw error;
    judgement.leaveOut(isEnded ? error.message : `${error.message}, and has no end: ${STOPPED}`);
    malformed += 1;
    if (malformed >= MOST_MALFORMED)
      throw new ReadingStopped(`reading stopped after ${MOST_MALFORMED} malformed lines`, { cause: error });
  };

  const lines = new LineSplitter(
    (text, line, isEnded) => {
      try {
        readLine(text, line);
      } catch (error) {
        if (!(error instanceof RecordingError)) throw error;
        leaveOut(error, isEnded);
      }
    },
    most * 2,
    (line) => {
      judge?.miss(undefined);
      leaveOut(new RecordingError(line, `a line of at most ${most * 2} bytes`));
    },
  );

  return {
    push: (bytes) => lines.push(bytes),
    end: () => {
      lines.end();
      if (!judge) judgement.leaveOut('it is empty');
      else if (records === 0) judgement.leaveOut(`the recording has a header and no exchange: ${STOPPED}`);
      judge?.stop();
    },
    stop: () => judge?.stop(),
  };
}
