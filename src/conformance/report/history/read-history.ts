import { explainHistory } from '../../../../generated/input-files.js';
import { presentName } from '../../registry/removed-rows.ts';
import type { History } from './history.ts';

/** Thrown when a file is not a history. The message is one line. */
class HistoryError extends Error {
  readonly code = 'invalid-history';
}

/** A history of 100 runs has about 150 kB, and at most 600 kB with a thousand flaky entries. */
const LARGEST = 1024 * 1024;

/**
 * Reads a history, in the format of spec/formats/history.schema.json. A requirement that was renamed since has its present name.
 *
 * @param name path of the file, for messages
 * @throws HistoryError
 */
export function readHistory(text: string, name: string): History {
  if (text.length > LARGEST) throw new HistoryError(`${name} is too large for a history of runs`);
  const value = parse(text, name);
  const [problem] = explainHistory(value);
  if (problem) {
    const place = problem.pointer.slice(1).replaceAll('/', '.') || 'the history';
    throw new HistoryError(`${name}: ${place} ${problem.message}`);
  }
  const history = value as History;
  const { runs, outcomes } = history;
  const uneven = Object.entries(outcomes).find(([, letters]) => letters.length !== runs.length);
  if (uneven) {
    const [id, letters] = uneven;
    throw new HistoryError(
      `${name}: ${id} has ${letters.length} outcomes, and there are ${runs.length} runs`,
    );
  }
  return { ...history, outcomes: rename(outcomes) };
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HistoryError(`${name} is not JSON; name a file that --remember wrote`, { cause: error });
  }
}

/** Joins the outcomes under a former name with those under the present one. */
function rename(outcomes: History['outcomes']): History['outcomes'] {
  const series = new Map<string, string>();
  for (const [id, letters] of Object.entries(outcomes)) {
    const name = presentName(id);
    const other = series.get(name);
    series.set(name, other === undefined ? letters : join(letters, other));
  }
  return Object.fromEntries(series);
}

function join(one: string, other: string): string {
  return [...one].map((letter, run) => (letter === '.' ? other[run] : letter)).join('');
}
