import type { RequirementId } from '../../generated/ids.d.ts';
import type { LoggedExchange } from '../../src/conformance/drive/logged-exchange.ts';
import type { Check } from '../../src/conformance/suite/check-kit/check.ts';
import { Claim } from '../../src/conformance/suite/check-kit/claim.ts';
import { CheckContext } from '../../src/conformance/suite/check-kit/context.ts';
import type { Probe } from '../../src/conformance/suite/check-kit/probe.ts';

/** A claim that a check made about a requirement. */
export interface MadeClaim {
  readonly check: string;
  readonly requirement: string;
  /** Which of the check's probes made it, from 0. Undefined outside of probes. */
  readonly probe?: number;
  /** Whether it says that the answer is a refusal. */
  readonly isRefusal: boolean;
}

type AnyProbe = Probe<unknown>;
type Compare = (this: Claim, source: { readonly exchange: LoggedExchange }, ...rest: unknown[]) => void;

const REFUSALS = ['isRefused', 'failsWith'] as const;
const OTHERS = ['succeeds', 'accepts', 'isNoSuccess', 'equals', 'shows', 'isTrue'] as const;
const COMPARISONS = Claim.prototype as unknown as Record<(typeof REFUSALS | typeof OTHERS)[number], Compare>;

/** Notes what checks claim while they run. Nothing else may run checks in this process meanwhile. */
export async function watchClaims<Result>(
  checks: readonly Check[],
  run: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly claims: readonly MadeClaim[] }> {
  const claims = new Map<string, MadeClaim>();
  const running = new WeakMap<CheckContext, AnyProbe>();
  const begun = new WeakMap<
    Claim,
    { readonly about: readonly string[]; readonly probe: AnyProbe | undefined }
  >();
  const probesOf = new Map(checks.map(({ id, parts = [] }) => [id, parts as readonly AnyProbe[]]));
  const restore = [
    replace(
      CheckContext.prototype,
      'expect',
      (expect) =>
        function (this: CheckContext, ...about: RequirementId[]) {
          const claim = expect.apply(this, about);
          begun.set(claim, { about, probe: running.get(this) });
          return claim;
        },
    ),
    ...[...REFUSALS, ...OTHERS].map((method) =>
      replace(
        COMPARISONS,
        method,
        (compare) =>
          function (source, ...rest) {
            const { check } = source.exchange;
            const { about = [], probe } = begun.get(this) ?? {};
            const at = probe === undefined ? -1 : (probesOf.get(check)?.indexOf(probe) ?? -1);
            const isRefusal = REFUSALS.some((each) => each === method);
            for (const requirement of about) {
              const made = { check, requirement, isRefusal, ...(at >= 0 && { probe: at }) };
              claims.set(JSON.stringify(made), made);
            }
            return compare.call(this, source, ...rest);
          },
      ),
    ),
    ...[...new Set([...probesOf.values()].flat())].map((probe) =>
      replace(probe, 'run', (begin) => (t: CheckContext, scene: unknown) => {
        running.set(t, probe);
        return begin.call(probe, t, scene);
      }),
    ),
  ];
  try {
    return { result: await run(), claims: [...claims.values()] };
  } finally {
    for (const undo of restore) undo();
  }
}

/** Replaces a method. @returns a function that puts it back */
function replace<Owner extends object, Name extends keyof Owner>(
  owner: Owner,
  name: Name,
  change: (original: Owner[Name]) => Owner[Name],
): () => void {
  const original = owner[name];
  owner[name] = change(original);
  return () => {
    owner[name] = original;
  };
}
