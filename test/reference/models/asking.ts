import { VirtualClock } from '../../../scripts/simulation/virtual-clock.ts';
import type { Clock } from '../../../src/reference/clock.ts';
import type { DeclaredModel, ModelProvider } from '../../../src/reference/directory/types.ts';
import { Lifetime } from '../../../src/reference/lifetime.ts';
import { ModelFailure, type ModelPart, type ModelRequest } from '../../../src/reference/models/model.ts';
import type { OpenAiProvider } from '../../../src/reference/models/openai/failure.ts';
import { replyFromOpenAi } from '../../../src/reference/models/openai/model.ts';
import type { Environment } from '../../../src/reference/models/openai/settings.ts';

export const KEY = 'sk-test-0123456789';

export function providerAt(url: string, changes: Partial<OpenAiProvider> = {}): OpenAiProvider {
  return {
    kind: 'openai-compatible',
    name: 'first',
    url,
    model: 'gpt-test',
    keyFrom: 'TEST_KEY',
    idleTimeout: 30_000,
    hasStreamOptions: true,
    parameters: {},
    ...changes,
  };
}

export function modelOf(...providers: readonly ModelProvider[]): DeclaredModel {
  return {
    id: 1,
    companyId: 1,
    name: 'Test',
    code: 'test',
    type: 'completion',
    enabled: true,
    tools: true,
    providers,
  };
}

export function question(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: modelOf(),
    messages: [{ role: 'user', content: 'hello' }],
    tools: [],
    lifetime: new Lifetime(),
    ...changes,
  };
}

/** Asks one provider. The clock stands still unless the test advances it. */
export function ask(
  provider: OpenAiProvider,
  request: Partial<ModelRequest> = {},
  clock: Clock = new VirtualClock(),
  environment: Environment = { TEST_KEY: KEY },
): AsyncGenerator<readonly ModelPart[]> {
  return replyFromOpenAi(provider, question(request), { clock, environment });
}

export interface Outcome {
  readonly parts: readonly ModelPart[];
  /** The error that ended the reply. */
  readonly error?: unknown;
}

/** Collects the parts of a reply and the error that ended it. */
export async function readAll(reply: AsyncIterable<readonly ModelPart[]>): Promise<Outcome> {
  const parts: ModelPart[] = [];
  try {
    for await (const group of reply) parts.push(...group);
    return { parts };
  } catch (error) {
    return { parts, error };
  }
}

/** The failure of a reply that must fail. */
export async function readFailure(reply: AsyncIterable<readonly ModelPart[]>): Promise<ModelFailure> {
  const { error } = await readAll(reply);
  if (error instanceof ModelFailure) return error;
  throw new Error(`the reply did not fail as a model does, but with ${error}`);
}

/** The joined text of one type of part. */
export function textOf(parts: readonly ModelPart[], type: 'text' | 'reasoning' = 'text'): string {
  return parts.map((part) => (part.type === type ? part.text : '')).join('');
}
