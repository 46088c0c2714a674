import type { Profile } from '../../src/conformance/profile/profile.ts';
import type { LiveReport } from '../../src/conformance/report/model.ts';
import { exploreReached } from '../../src/conformance/run/judge-target.ts';
import { TurnBudget } from '../../src/conformance/run/turn-budget.ts';
import type { Decorator } from '../../src/reference/ports.ts';
import { atAssembled } from '../ledger/judge-reference.ts';
import { simulate } from '../simulation/simulation.ts';

export interface ExploreReferenceOptions {
  readonly seed: number;
  readonly decorators?: readonly Decorator[];
  /** For how long new sequences are started, in milliseconds of the virtual clock. */
  readonly duration: number;
  /** The maximum number of turns. Up to a fifth as many more may be sent to shorten findings. */
  readonly turns: number;
  /** Changes the profile. */
  readonly changeProfile?: (profile: Profile) => Profile;
  /** Ends the exploration as soon as one violation is found and shortened. */
  readonly endsAtFirst?: boolean;
}

export interface ReferenceExploration {
  readonly report: LiveReport;
  /** The errors that the server reported as its own defects. */
  readonly defects: readonly unknown[];
}

/** Explores a reference server in this process, on a virtual clock. */
export function exploreReference({
  seed,
  decorators = [],
  duration,
  turns,
  endsAtFirst = false,
  changeProfile = (profile) => profile,
}: ExploreReferenceOptions): Promise<ReferenceExploration> {
  return simulate(
    ({ clock, network: { listen, connect } }) =>
      atAssembled(
        { clock, listen },
        { clock, connect },
        { decorators, changeProfile },
        async ({ profile, transport, defects }) => {
          const enough = new AbortController();
          const report = await exploreReached(
            {
              profile,
              transport,
              signal: enough.signal,
              plan: { checks: [], leftOut: [], unmet: [] },
              explore: {
                seed,
                duration,
                shrinkTurns: Math.ceil(turns / 5),
                ...(endsAtFirst && { onFound: () => enough.abort() }),
              },
            },
            new TurnBudget(turns),
          );
          return { report, defects };
        },
      ),
    { seed },
  );
}
