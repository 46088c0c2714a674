import { isSuccessStatus } from '../judge/status.ts';
import { check } from '../suite/check-kit/check.ts';
import type { CheckContext } from '../suite/check-kit/context.ts';
import type { CheckRun } from '../verdict/outcome.ts';
import type { OpenRun } from './open-run.ts';
import { patientReads } from './patient-reads.ts';
import { runCheck } from './run-check.ts';

/** How long a read may lag behind a write, in milliseconds of the real clock. */
const LONGEST_LAG = 1000;
/** Reads that are sent in parallel, so that they reach every instance of a service. */
const LOOKS = 4;

/** The reason of a check that did not find what it had created. */
const MISSING = / answered 404\b|\bdoes not show\b/;

/** What stands between the suite and the service, besides single answers of strangers. */
type Path = 'sound' | 'lag' | 'instances';

const TEXTS: Readonly<Record<Exclude<Path, 'sound'>, string>> = {
  lag: `reads lag behind writes: right ${LONGEST_LAG / 1000} s later (A-142)`,
  instances: 'reads of one chat are answered 200 and 404 by turns: two instances that share no state?',
};

/**
 * Finds out once, after the first violation, whether answers come from several instances that share no state, or from copies that lag behind.
 * Of several instances, nothing is known. Checks at lagging copies run again, and wait before they read.
 */
export class PathAudit {
  readonly #run: OpenRun;
  #path: Promise<Path> | undefined;
  /** Whether several instances are known to answer. Whatever interrupts a check may then be their doing. */
  #isTorn = false;

  constructor(run: OpenRun) {
    this.#run = run;
  }

  /** @returns the run unchanged, that of a patient check, or one without claims */
  async weigh(run: CheckRun): Promise<CheckRun> {
    const isInterrupted = run.status === 'incomplete' && (this.#isTorn || MISSING.test(run.reason ?? ''));
    const isInDoubt = run.broken.length > 0 || isInterrupted;
    if (!isInDoubt || this.#run.stop.aborted) return run;
    const path = await this.#find(run.check.id);
    if (path === 'sound') return run;
    this.#isTorn = path === 'instances';
    if (path === 'lag')
      return runCheck(run.check, { ...this.#run, transport: patientReads(this.#run.transport, LONGEST_LAG) });
    for (const { requirement } of run.broken) this.#run.judgement.cannotJudge(requirement, TEXTS.instances);
    return {
      ...run,
      status: 'incomplete',
      reason: TEXTS.instances,
      hasRootCause: true,
      broken: [],
      found: [],
    };
  }

  /** Decides about the violations that only several answers show. @returns a sentence about the path, if it is not sound */
  async conclude(): Promise<readonly string[]> {
    const { held, judgement, stop } = this.#run;
    const path = held.isEmpty || stop.aborted ? await this.#path : await this.#find('chats.update');
    if (path === undefined || path === 'sound') {
      held.release();
      return [];
    }
    const isComplete = path === 'lag' && held.isEmpty;
    held.drop(TEXTS[path]);
    if (isComplete) return [TEXTS[path]];
    judgement.incomplete.unshift(TEXTS[path]);
    return [];
  }

  /** @param id id of the check that raised the question; the report lists the exchanges of the answer under it */
  #find(id: string): Promise<Path> {
    this.#path ??= this.#look(id);
    return this.#path;
  }

  async #look(id: string): Promise<Path> {
    let path: Path = 'sound';
    const look = check({
      id,
      requirements: [],
      async run(t) {
        path = await lookAt(t);
      },
    });
    await runCheck(look, this.#run);
    return path;
  }
}

/** Creates a chat, changes its name, and reads it at once and again later. */
async function lookAt(t: CheckContext): Promise<Path> {
  const created = await t.main.post('/chats', { name: 'one' });
  const { id } = created.data;
  if (!created.isSuccess || typeof id !== 'string') return 'sound';
  const read = async () => Promise.all(Array.from({ length: LOOKS }, () => t.main.get(`/chats/${id}`)));
  const atOnce = await read();
  await t.main.patch(`/chats/${id}`, { name: 'two' });
  const changed = await read();
  await t.wait(LONGEST_LAG * t.timeScale);
  const later = [...(await read()), ...(await read())];
  const isFound = later.filter(({ status }) => isSuccessStatus(status)).length;
  if (isFound > 0 && isFound < later.length) return 'instances';
  const isRight = later.every(({ data }) => data.name === 'two');
  const wasLate =
    atOnce.some(({ status }) => status === 404) || changed.some(({ data }) => data.name !== 'two');
  return isRight && wasLate ? 'lag' : 'sound';
}
