import { check } from '../check-kit/check.ts';
import { objectIn } from '../drive/exchange-body.ts';
import type { LoggedExchange } from '../drive/exchange-log.ts';
import { isObject } from '../judge/json.ts';
import { type CheckRun, type RunCheckParts, runCheck } from '../run/run-check.ts';
import { type Premise, premiseOf } from './premises.ts';

/**
 * Weighs what a check has found against what the profile had said: where that turns out not to be so, nothing was shown about
 * the target, and the check is incomplete. Only what was found is looked into, and each need once in a run.
 */
export class FindingScales {
  readonly #parts: RunCheckParts;
  readonly #doubts = new Map<string, Promise<string | undefined>>();

  constructor(parts: RunCheckParts) {
    this.#parts = parts;
  }

  async weigh(run: CheckRun): Promise<CheckRun> {
    if (run.broken.length === 0 || this.#parts.stop.aborted) return run;
    const reason = this.#findMissingScope(run) ?? (await this.#findDoubt(run));
    if (reason === undefined) return run;
    for (const { requirement } of run.broken) this.#parts.judgement.cannotJudge(requirement, reason);
    return { ...run, status: 'incomplete', reason, broken: [] };
  }

  /** A credential that is to have every scope, and by the target has not: who is right cannot be told from outside. */
  #findMissingScope({ broken }: CheckRun): string | undefined {
    for (const { exchange } of broken) {
      const logged = this.#parts.log.exchanges[exchange] as LoggedExchange;
      const { actor, status } = logged;
      if (status !== 403 || /^(none$|no_scope:|only_scope:)/.test(actor)) continue;
      const body = objectIn(logged);
      if (body.message_code !== 'api_token_scope_not_allowed') continue;
      const scopes = isObject(body.data) ? body.data.required_scopes : undefined;
      const which = Array.isArray(scopes) ? `scope ${scopes.join(', ').slice(0, 80)}` : 'a scope';
      return `the target says that credential:${actor} lacks the ${which}; it has to have every scope`;
    }
    return undefined;
  }

  async #findDoubt({ check: { id, needs } }: CheckRun): Promise<string | undefined> {
    for (const need of needs) {
      const premise = premiseOf(need);
      if (!premise || !(premise.takes ?? []).every((other) => needs.includes(other))) continue;
      const doubt = this.#doubts.get(need) ?? this.#look(id, premise);
      this.#doubts.set(need, doubt);
      const reason = await doubt;
      if (reason !== undefined) return reason;
    }
    return undefined;
  }

  /** @param id of the check that asks, under which the exchanges stand in the report */
  async #look(id: string, premise: Premise): Promise<string | undefined> {
    let reason: string | undefined;
    const look = check({
      id,
      requirements: [],
      async run(t) {
        reason = await premise.look(t);
      },
    });
    await runCheck(look, this.#parts);
    return reason;
  }
}
