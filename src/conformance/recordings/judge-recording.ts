import type { Judgement } from '../judge/judgement.ts';
import { DEFAULT_EVENT_BYTES } from '../judge/stream-judge.ts';
import { type FormatJudge, type JudgeOptions, MOST_MALFORMED, ReadingStopped } from './format-judge.ts';
import { LineSplitter } from './line-splitter.ts';
import {
  type ExchangeRecord,
  isHeader,
  parseHeader,
  parseLine,
  RecordingError,
  type RecordingHeader,
} from './recording-format.ts';
import { RecordingJudge } from './recording-judge.ts';

/** A line from this length on leaves much garbage, in characters. */
const LARGE_LINE = 128 * 1024;
/** What a recording without its rest shows. */
const STOPPED = 'its recorder is still writing, was killed, or had no room on its disk';

/**
 * Judges a recording line by line. A recording whose first line is malformed is refused. Later ones make the judgement incomplete, and the
 * findings of earlier lines remain.
 */
export function judgeRecording(
  judgement: Judgement,
  { permissionMode, eventBytes, onGarbage }: JudgeOptions,
): FormatJudge {
  const most = eventBytes ?? DEFAULT_EVENT_BYTES;
  let judge: RecordingJudge | undefined;
  let malformed = 0;
  let records = 0;

  const begin = ({ timeScale = 1, startedAt }: RecordingHeader) => {
    judge = new RecordingJudge(judgement, { permissionMode, timeScale, startedAt, eventBytes, onGarbage });
    records = 0;
  };

  const conclude = (how: 'client' | 'open') => {
    if (records === 0) judgement.leaveOut(`the recording has a header and no exchange: ${STOPPED}`);
    judge?.stop(how);
  };

  const readLine = (text: string, line: number) => {
    if (!judge) {
      begin(parseHeader(text));
      return;
    }
    const read = readAfterHeader(judge, text, line);
    if (isHeader(read)) {
      conclude('client');
      begin(read);
      return;
    }
    records += 1;
    judge.take(read, line);
    if (text.length >= LARGE_LINE) onGarbage?.(text.length);
  };

  /** Findings of earlier lines remain. Only an input whose first line is wrong is refused. */
  const leaveOut = (error: RecordingError, isEnded = true) => {
    if (!judge) throw error;
    records += 1;
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
      if (judge) conclude('open');
      else judgement.leaveOut('it is empty');
    },
    stop: () => judge?.stop(),
  };
}

/** @throws RecordingError after it gave up the exchanges that may lack the record */
function readAfterHeader(
  judge: RecordingJudge,
  text: string,
  line: number,
): RecordingHeader | ExchangeRecord {
  try {
    return parseLine(text, line);
  } catch (error) {
    judge.miss(error instanceof RecordingError ? error.exchange : undefined);
    throw error;
  }
}
