import { objectIn } from '../drive/exchange-body.ts';
import type { LoggedExchange } from '../drive/logged-exchange.ts';
import { isObject } from '../judge/json.ts';
import type { Judgement } from '../judge/judgement.ts';
import { type Check, check } from '../suite/check-kit/check.ts';
import type { CheckRun } from './outcome.ts';
import { type ProfileProbe, profileProbeOf } from './profile-probes.ts';

export interface ProfileAuditParts {
  readonly judgement: Judgement;
  readonly exchanges: readonly LoggedExchange[];
  /** Aborted when the run ends early. */
  readonly stop: AbortSignal;
  runCheck(check: Check): Promise<CheckRun>;
}

/**
 * Re-checks findings that rely on entries of the profile. If the target shows that an entry is wrong, the check proved nothing about the
 * target and becomes incomplete. Only the needs of checks with broken claims are examined, and each need only once per run.
 */
export class ProfileAudit {
  readonly #parts: ProfileAuditParts;
  readonly #examined = new Map<string, Promise<string | undefined>>();

  constructor(parts: ProfileAuditParts) {
    this.#parts = parts;
  }

  /** @returns the run unchanged, or marked incomplete and without its claims */
  async weigh(run: CheckRun): Promise<CheckRun> {
    if (run.broken.length === 0 || this.#parts.stop.aborted) return run;
    const reason = this.#findMissingScope(run) ?? (await this.#findWrongNeed(run));
    if (reason === undefined) return run;
    for (const { requirement } of run.broken) this.#parts.judgement.cannotJudge(requirement, reason);
    return { ...run, status: 'incomplete', reason, broken: [] };
  }

  /** Finds a credential that should have every scope but lacks one according to the target. Only the operator knows which is right. */
  #findMissingScope({ broken }: CheckRun): string | undefined {
    for (const { exchange } of broken) {
      const logged = this.#parts.exchanges[exchange] as LoggedExchange;
      const { actor, status } = logged;
      if (status !== 403 || /^(none$|no_scope:|only_scope:)/.test(actor)) continue;
      const body = objectIn(logged);
      if (body.message_code !== 'api_token_scope_not_allowed') continue;
      const scopes = isObject(body.data) ? body.data.required_scopes : undefined;
      const named = Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : [];
      const which = named.length > 0 ? `the scope ${named.join(', ').slice(0, 80)}` : 'a scope';
      return `the target says that credential:${actor} lacks ${which}; it has to have every scope`;
    }
    return undefined;
  }

  async #findWrongNeed({ check: { id, needs } }: CheckRun): Promise<string | undefined> {
    for (const need of needs) {
      const premise = profileProbeOf(need);
      if (!premise || !(premise.takes ?? []).every((other) => needs.includes(other))) continue;
      const examined = this.#examined.get(need) ?? this.#examine(id, premise);
      this.#examined.set(need, examined);
      const reason = await examined;
      if (reason !== undefined) return reason;
    }
    return undefined;
  }

  /** @param id id of the check whose need is examined; the report lists the exchanges of the examination under it */
  async #examine(id: string, premise: ProfileProbe): Promise<string | undefined> {
    let reason: string | undefined;
    const look = check({
      id,
      requirements: [],
      async run(t) {
        reason = await premise.look(t);
      },
    });
    await this.#parts.runCheck(look);
    return reason;
  }
}
