import type { CauseId, RequirementId } from '../../../../generated/ids.d.ts';
import { type CheckDefinition, check } from './check.ts';
import type { CheckContext } from './context.ts';
import { CheckOver, isInterruption, NothingToSee } from './interruption.ts';

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

/**
 * Runs the probes one after another. A finding of one probe neither stops the others nor explains their findings: after an interruption,
 * the situation is set up again. A violation is then looked for once more in the fresh situation, and reported from there if it shows.
 */
async function runProbes<Scene>(
  t: CheckContext,
  {
    arrange,
    leave = async () => {},
    lasts = Number.POSITIVE_INFINITY,
    probes,
  }: Pick<Probed<Scene>, 'arrange' | 'leave' | 'lasts' | 'probes'>,
): Promise<void> {
  const interruptions: unknown[] = [];
  let scene: Scene | undefined;
  let isFresh = true;
  let since = 0;
  const start = async () => {
    since = t.now();
    scene = await arrange(t);
    return scene;
  };
  const end = async () => {
    if (scene !== undefined) await leave(t, scene);
    scene = undefined;
    isFresh = true;
  };
  for (const probe of probes) {
    if (scene !== undefined && t.span(since).elapsed > lasts) await end();
    try {
      const result = await probe.run(t, scene ?? (await start()));
      isFresh = false;
      if (probe.ends || result === 'over') await end();
    } catch (error) {
      if (!isInterruption(error)) throw error;
      const isLater = error instanceof CheckOver && !isFresh;
      if (error instanceof NothingToSee) t.cannotJudge(probe.requirements, error.message);
      interruptions.push(error);
      await end();
      if (isLater) await t.reportSimpler(async () => void (await probe.run(t, await start())));
      await end();
    }
  }
  await end();
  const isOver = (error: unknown) => !(error instanceof NothingToSee);
  const reason = interruptions.find(isOver);
  if (reason !== undefined || interruptions.length === probes.length) throw reason ?? interruptions[0];
}

function union<Item>(lists: readonly (readonly Item[])[]): readonly Item[] {
  return [...new Set(lists.flat())];
}
