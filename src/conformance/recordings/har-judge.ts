import { ExchangeJudge } from '../judge/exchange-judge.ts';
import { ExchangeTrace } from '../judge/exchange-trace.ts';
import { NotJsonError } from '../judge/json-structure.ts';
import type { Judgement } from '../judge/judgement.ts';
import { DEFAULT_EVENT_BYTES } from '../judge/stream-judge.ts';
import { type FormatJudge, type JudgeOptions, MOST_MALFORMED, ReadingStopped } from './format-judge.ts';
import { ARCHIVE, HarError, readEntry, requireEntries } from './har.ts';
import { JsonPruner } from './json/pruner.ts';
import { watchForId } from './watch-for-id.ts';

/** Bytes of an entry that are kept until the entry ends. Only then it is known what they are. */
const ENTRY_BYTES = 16 * 1024 * 1024;

/**
 * Judges the entries of an HTTP Archive one by one, as they are read. An archive whose first entry is malformed is refused. Later ones
 * make the judgement incomplete, and the findings of earlier entries remain.
 */
export function judgeHar(judgement: Judgement, options: JudgeOptions): FormatJudge {
  const { permissionMode, isPartial, eventBytes = DEFAULT_EVENT_BYTES, onGarbage } = options;
  let judged = 0;
  let malformed = 0;

  const judgeEntry = (value: unknown, exchange: number, missing: string | undefined) => {
    const entry = readEntry(value, exchange, eventBytes);
    const { chunks, isTimed, hasFraming, status, headers, end } = entry;
    const timeScale = isTimed ? 1 : undefined;
    const trace = new ExchangeTrace(entry.time);
    judgement.trace = trace;
    const watcher = watchForId(trace);
    const facts = { exchange, permissionMode, timeScale, eventBytes, hasFraming, onGarbage, watcher };
    const judge = new ExchangeJudge(judgement, entry, facts);
    // What a browser leaves out of its exchanges with other services does not matter.
    if (!judge.isOperation) return;
    const lack = missing ?? entry.lack;
    if (missing === undefined && entry.bodyLack !== undefined)
      judgement.leaveOut(`exchange ${exchange}: ${entry.bodyLack}`);
    if (status !== undefined) judge.respond({ status, headers });
    if (lack !== undefined) judge.cut(`exchange ${exchange}: ${lack}`);
    else for (const { bytes, at } of chunks()) judge.push(bytes, at);
    judge.end(isPartial ? 'client' : end);
  };

  const pruner = new JsonPruner(
    ARCHIVE,
    (value, exchange, missing) => {
      try {
        judgeEntry(value, exchange, missing);
      } catch (error) {
        if (!(error instanceof HarError) || (judged === 0 && missing === undefined)) throw error;
        judgement.leaveOut(missing === undefined ? error.message : `exchange ${exchange}: ${missing}`);
        malformed += 1;
        if (malformed >= MOST_MALFORMED)
          throw new ReadingStopped(`reading stopped after ${MOST_MALFORMED} malformed entries`, {
            cause: error,
          });
      }
      judged += 1;
    },
    Math.max(ENTRY_BYTES, 4 * eventBytes),
  );

  /** @throws ReadingStopped if entries were judged before the text became no JSON */
  const parse = <Result>(step: () => Result): Result => {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof NotJsonError)) throw error;
      if (judged === 0) throw new HarError('', `JSON (${error.message})`);
      throw new ReadingStopped(`the archive is not JSON after its entry ${judged - 1} (${error.message})`, {
        cause: error,
      });
    }
  };

  return {
    push: (bytes) => {
      parse(() => pruner.push(bytes));
      onGarbage?.(bytes.length);
    },
    end: () => requireEntries(parse(() => pruner.end())),
    stop: () => {},
  };
}
