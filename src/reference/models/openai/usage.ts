import type { JsonObject } from '../../../rig/script/json.ts';
import type { ModelUsage } from '../model.ts';
import { failureOf, type OpenAiProvider } from './failure.ts';
import { readOptional } from './read.ts';

/**
 * Reads the usage that a provider reports in a chunk; undefined if it reports none.
 *
 * @throws ModelFailure when a member that should be a count is not one
 */
export function readUsage(provider: OpenAiProvider, chunk: JsonObject): ModelUsage | undefined {
  const invalid = (what: string) => failureOf(provider, 'invalid_reply', what);
  const usage = readOptional(chunk, 'usage', 'object', invalid);
  if (!usage) return undefined;
  const details = readOptional(usage, 'completion_tokens_details', 'object', invalid) ?? {};
  const prompt = readOptional(usage, 'prompt_tokens', 'count', invalid);
  const completion = readOptional(usage, 'completion_tokens', 'count', invalid);
  const total = readOptional(usage, 'total_tokens', 'count', invalid);
  const reasoning = readOptional(details, 'reasoning_tokens', 'count', invalid) ?? 0;
  if (prompt === undefined || completion === undefined) return undefined;
  // Some providers do not count reasoning as completion; then only the total includes it.
  const completed = total === undefined ? completion : Math.max(completion, total - prompt);
  return {
    promptTokens: prompt,
    completionTokens: completed,
    reasoningTokens: Math.min(reasoning, completed),
    model: provider.model,
    provider: provider.name,
  };
}
