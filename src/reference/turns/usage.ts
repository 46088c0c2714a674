import type { Usage } from '../../../generated/types.d.ts';
import type { ModelUsage } from '../models/model.ts';

/** Adds up what several replies of a model consume. */
export class UsageLedger {
  #settled: ModelUsage | undefined;
  #current: ModelUsage | undefined;

  /** What the reply in progress has consumed so far; replaces what was said of it before. */
  report(usage: ModelUsage): void {
    this.#current = usage;
  }

  /** The reply is over. */
  settle(): void {
    this.#settled = this.total();
    this.#current = undefined;
  }

  /** Undefined when nothing was consumed. */
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
 * The usage of a turn. The tokens of agent tasks are part of the total, and of nothing else (section 2.3).
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
