import { objectIn } from '../drive/exchange-body.ts';
import type { LoggedExchange } from '../drive/logged-exchange.ts';
import { isObject } from '../judge/json.ts';
import type { Judgement } from '../judge/judgement.ts';
import { wrapperIn } from '../judge/shape/missing-member.ts';
import { hintAtForm, INTEGERS_AS_TEXT } from '../judge/shape/wrong-form.ts';
import { PROXY_SYMPTOMS } from './before-the-service.ts';
import { findCap } from './capped-lists.ts';
import { findFlushedByPings } from './delivery.ts';
import { NOT_SERVED } from './root-causes.ts';
import { findSplitMemory } from './split-memory.ts';
import { listExchanges, type Symptom } from './symptom.ts';
import { findUnfiltered } from './unfiltered-operations.ts';

interface Run {
  readonly exchanges: readonly LoggedExchange[];
  readonly judgement: Judgement;
  readonly timeScale: number;
}

/**
 * The mistakes of a service that explain violations of many requirements. Each is found in the exchanges of a run, or in what the judge has
 * found there. A cause never changes which requirements are violated.
 */
const CAUSES: readonly ((run: Run) => Symptom | undefined)[] = [
  ({ exchanges, timeScale }) => findFlushedByPings(exchanges, timeScale),
  ({ exchanges }) => findCap(exchanges),
  ({ exchanges }) => findUnfiltered(exchanges),
  ({ exchanges }) => findSplitMemory(exchanges),
  findWrappedFailures,
  findIntegersAsText,
  ...PROXY_SYMPTOMS,
];

/** The hints that another remark of the report says. */
const SAID: ReadonlySet<string> = new Set([NOT_SERVED]);
/** The number of requirements from which on it helps to know that they are violated for one cause. */
const SEVERAL = 2;

/**
 * Adds its likely cause to each finding that has none. Of two causes that explain a finding, it gets the first.
 *
 * @returns a sentence about each cause of several violated requirements
 */
export function explainFindings(run: Run): readonly string[] {
  const { judgement } = run;
  const symptoms = CAUSES.flatMap((find) => find(run) ?? []);
  judgement.explain((finding) => symptoms.find(({ explains }) => explains(finding))?.text);
  const shown = new Map(symptoms.map(({ text, exchanges }) => [text, exchanges]));
  const violated = [...judgement.rows.values()].filter(({ findings }) => findings.length > 0);
  const hints = new Set(violated.flatMap(({ findings }) => findings.flatMap(({ hint }) => hint ?? [])));
  return [...hints].flatMap((hint) => {
    const rows = violated.filter(({ findings }) => findings.some((finding) => finding.hint === hint));
    if (SAID.has(hint) || rows.length < SEVERAL) return [];
    const found = rows.flatMap(({ findings }) => findings.filter((finding) => finding.hint === hint));
    const exchanges = shown.get(hint) ?? found.flatMap(({ exchange }) => exchange ?? []);
    return [
      `likely cause of ${rows.length} of ${violated.length} violated requirements: ${hint} (${listExchanges(exchanges)})`,
    ];
  });
}

/** A service that wraps its payloads wraps the data of its failures too, where a check misses the members of the contract. */
function findWrappedFailures({ exchanges, judgement }: Run): Symptom | undefined {
  const hints = [...judgement.rows.values()].flatMap(({ findings }) =>
    findings.flatMap(({ hint }) => hint ?? []),
  );
  const text = hints.find((hint) => wrapperIn(hint) !== undefined);
  if (text === undefined) return undefined;
  const wrapper = wrapperIn(text);
  const isWrapped = (value: unknown) => isObject(value) && Object.keys(value).join() === wrapper;
  return {
    text,
    explains: ({ exchange = -1 }) => {
      const body = objectIn(exchanges[exchange] ?? { chunks: [] });
      return isWrapped(body) || isWrapped(body.data);
    },
  };
}

/** A check that looks for an id among integers that are sent as text does not find it. */
function findIntegersAsText({ judgement }: Run): Symptom | undefined {
  const missed = /^"-?\d+"$|^"it is not shown"$|^\d+ others$/;
  return {
    text: INTEGERS_AS_TEXT,
    explains: ({ exchange = -1, expected, actual }) =>
      hintAtForm(expected, actual).hint === INTEGERS_AS_TEXT ||
      (judgement.hintAt(exchange) === INTEGERS_AS_TEXT && missed.test(actual)),
  };
}
