import { isObject } from '../../../rig/script/json.ts';
import type { ModelUsage } from '../model.ts';
import type { OpenAiProvider } from './failure.ts';

/** Reads the usage that a provider reports; undefined if it reports none, or one that cannot be read. */
export function readUsage(provider: OpenAiProvider, usage: unknown): ModelUsage | undefined {
  if (!isObject(usage)) return undefined;
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = usage;
  if (!isCount(prompt) || !isCount(completion)) return undefined;
  const details = isObject(usage.completion_tokens_details) ? usage.completion_tokens_details : {};
  const reasoning = isCount(details.reasoning_tokens) ? details.reasoning_tokens : 0;
  // Some providers do not count reasoning as completion; then only the total includes it.
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
