import type { ModelUsage } from '../model.ts';
import type { OpenAiProvider } from './failure.ts';
import { isRecord } from './record.ts';

/** Reads what a provider says was consumed; undefined if it says nothing that can be read. */
export function readUsage(provider: OpenAiProvider, usage: unknown): ModelUsage | undefined {
  if (!isRecord(usage)) return undefined;
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = usage;
  if (!isCount(prompt) || !isCount(completion)) return undefined;
  const details = isRecord(usage.completion_tokens_details) ? usage.completion_tokens_details : {};
  const reasoning = isCount(details.reasoning_tokens) ? details.reasoning_tokens : 0;
  // Some providers count reasoning beside the completion, and then only their total tells.
  const completed = isCount(total) ? Math.max(completion, total - prompt) : completion;
  return {
    promptTokens: prompt,
    completionTokens: completed,
    reasoningTokens: Math.min(reasoning, completed),
    model: provider.model,
    provider: provider.name,
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
