import type { Usage } from '../../../generated/types.d.ts';
import type { ModelUsage } from '../models/model.ts';

/** Adds up the token usage of several replies of one model. */
export class UsageLedger {
  #settled: ModelUsage | undefined;
  #current: ModelUsage | undefined;

  /** Sets the usage of the reply in progress. It replaces earlier reports of the same reply. */
  report(usage: ModelUsage): void {
    this.#current = usage;
  }

  /** Adds the usage of the finished reply to the total. */
  settle(): void {
    this.#settled = this.total();
    this.#current = undefined;
  }

  /** The usage of all replies; undefined when no reply consumed anything. */
  total(): ModelUsage | undefined {
    const [settled, current] = [this.#settled, this.#current];
    if (!settled || !current) return current ?? settled;
    return {
      ...current,
      promptTokens: settled.promptTokens + current.promptTokens,
      completionTokens: settled.completionTokens + current.completionTokens,
      reasoningTokens: settled.reasoningTokens + current.reasoningTokens,
    };
  }
}

/**
 * Renders the usage of a turn. The tokens of agent tasks count in `total_tokens` and `agent_tokens` only (section 2.3).
 *
 * @param agentTokens absent when the turn carried no agents
 * @returns null when nothing was consumed
 */
export function renderUsage(
  conductor: ModelUsage | undefined,
  agentTokens: number | undefined,
): Usage | null {
  if (!conductor) return null;
  return {
    prompt_tokens: conductor.promptTokens,
    completion_tokens: conductor.completionTokens,
    total_tokens: conductor.promptTokens + conductor.completionTokens + (agentTokens ?? 0),
    reasoning_tokens: conductor.reasoningTokens,
    ...(agentTokens !== undefined && { agent_tokens: agentTokens }),
    model: conductor.model,
    provider: conductor.provider,
  };
}
