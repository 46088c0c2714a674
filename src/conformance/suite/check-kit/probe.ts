import type { CauseId, RequirementId } from '../../../../generated/ids.d.ts';
import { type CheckDefinition, check } from './check.ts';
import type { CheckContext, SmallerSituations } from './context.ts';
import { isInterruption, NothingToSee } from './interruption.ts';

/** A step in a situation, with the requirements that it checks. */
export interface Probe<Scene> {
  readonly requirements: readonly RequirementId[];
  /** Whether the step ends the situation. */
  readonly ends?: boolean;
  /** The causes of refusals that the step sets up. */
  readonly arranges?: readonly CauseId[];
  /**
   * @returns `over` if the step has ended the situation
   * @throws CheckOver after a violation, CannotGoOn when a precondition is not met, NothingToSee when there is nothing to check
   */
  run(t: CheckContext, scene: Scene): Promise<unknown>;
}

interface Probed<Scene>
  extends Omit<Parameters<typeof check>[0], 'requirements' | 'arranges' | 'parts' | 'run'> {
  /** Sets up the situation. */
  arrange(t: CheckContext): Promise<Scene>;
  /** How long the situation certainly lasts, in milliseconds of the service's time. Once it is older, it is set up again. */
  readonly lasts?: number | undefined;
  /** Ends whatever still runs, so that nothing has to wait for it. */
  readonly leave?: ((t: CheckContext, scene: Scene) => Promise<unknown>) | undefined;
  /** In the order in which they run. */
  readonly probes: readonly Probe<Scene>[];
}

/** Declares a check that does several things in one situation. The situation is set up only once, because that is what costs turns. */
export function checkProbes<Scene>({
  arrange,
  leave,
  lasts,
  probes,
  ...definition
}: Probed<Scene>): CheckDefinition {
  const arranges = union(probes.map((probe) => probe.arranges ?? []));
  return check({
    ...definition,
    requirements: union(probes.map(({ requirements }) => requirements)),
    ...(arranges.length > 0 && { arranges }),
    parts: probes,
    run: (t) => runProbes(t, { arrange, leave, lasts, probes }),
  });
}

/** After how many of the other probes a violation is looked for again. */
const MOST_OTHERS = 8;

type Parts<Scene> = Pick<Probed<Scene>, 'arrange' | 'leave' | 'lasts' | 'probes'>;

/**
 * Runs the probes one after another. A finding of one probe neither stops the others nor explains their findings: after an interruption,
 * the situation is set up again. A violation that shows after other probes is looked for again in smaller situations, once all checks have
 * ended: a defect may show only in the probes that follow.
 */
async function runProbes<Scene>(t: CheckContext, parts: Parts<Scene>): Promise<void> {
  const { arrange, leave = async () => {}, lasts = Number.POSITIVE_INFINITY, probes } = parts;
  const interruptions: unknown[] = [];
  let scene: Scene | undefined;
  let since = 0;
  const start = async () => {
    since = t.now();
    scene = await arrange(t);
    return scene;
  };
  const end = async () => {
    if (scene !== undefined) await leave(t, scene);
    scene = undefined;
  };
  // The probes that have run in the present situation.
  let earlier: Probe<Scene>[] = [];
  for (const probe of probes) {
    if (scene !== undefined && t.span(since).elapsed > lasts) await end();
    if (scene === undefined) earlier = [];
    const before = t.violated.length;
    let isOver = true;
    try {
      const result = await probe.run(t, scene ?? (await start()));
      isOver = probe.ends === true || result === 'over';
    } catch (error) {
      if (!isInterruption(error)) throw error;
      if (error instanceof NothingToSee) t.cannotJudge(probe.requirements, error.message);
      interruptions.push(error);
    }
    if (isOver) await end();
    const found = t.violated.slice(before);
    if (found.length > 0 && earlier.length > 0) t.lookAgain(found, fewerProbes(parts, probe, earlier));
    earlier = [...earlier, probe];
  }
  await end();
  const isCut = (error: unknown) => !(error instanceof NothingToSee);
  const reason = interruptions.find(isCut);
  if (reason !== undefined || interruptions.length === probes.length) throw reason ?? interruptions[0];
}

/** The fresh situation, and then those in which one of the earlier probes has run, the latest first. */
function* fewerProbes<Scene>(
  { arrange, leave, lasts = Number.POSITIVE_INFINITY }: Parts<Scene>,
  probe: Probe<Scene>,
  earlier: readonly Probe<Scene>[],
): SmallerSituations {
  const others = [...new Set(earlier.toReversed())].slice(0, MOST_OTHERS);
  for (const few of [[probe], ...others.map((other) => [other, probe])]) {
    const shows = yield async (t) => {
      const since = t.now();
      const scene = await arrange(t);
      try {
        for (const each of few) {
          if (t.span(since).elapsed > lasts) return;
          if ((await each.run(t, scene)) === 'over') return;
        }
      } finally {
        await leave?.(t, scene);
      }
    };
    if (shows) return;
  }
}

function union<Item>(lists: readonly (readonly Item[])[]): readonly Item[] {
  return [...new Set(lists.flat())];
}
