import type { Clock } from '../clock.ts';
import type { ModelProvider } from '../directory/types.ts';
import { type Model, ModelFailure, type ModelPart, type ModelRequest } from './model.ts';
import { replyFromOpenAi } from './openai/model.ts';
import type { Environment } from './openai/settings.ts';

/** The parts that the models are built from. */
export interface ModelParts {
  /** Serves every provider of the kind `scripted`. */
  readonly scripted: Model;
  readonly clock: Clock;
  /** Holds the keys of the other providers. */
  readonly environment: Environment;
}

/**
 * Creates the model that tries the providers of a declared model in order, until one gives a complete reply. A failover part
 * retracts the incomplete reply of a failed provider. A provider that fails before its first part is skipped silently.
 */
export function createModels(parts: ModelParts): Model {
  return {
    reply(request) {
      const { providers } = request.model;
      // A script also plays the failovers between scripted providers, so the scripted model serves them all.
      const isScripted = providers.length > 0 && providers.every(({ kind }) => kind === 'scripted');
      return isScripted ? parts.scripted.reply(request) : replyInTurn(request, parts);
    },
  };
}

async function* replyInTurn(request: ModelRequest, parts: ModelParts): AsyncGenerator<readonly ModelPart[]> {
  let providers = request.model.providers;
  let dispatched = false;
  let hasOutput = false;
  for (;;) {
    const [provider] = providers;
    if (!provider) throw undeclared(request);
    try {
      for await (const group of ask(provider, request, providers, parts)) {
        hasOutput ||= group.some(({ type }) => type !== 'usage');
        yield group;
      }
      return;
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      dispatched ||= error.facts.dispatched;
      providers = providersAfter(provider, providers);
      const [next] = providers;
      if (!next) throw withDispatch(error, dispatched);
      request.onFailover?.(error);
      if (hasOutput) yield [{ type: 'failover', from: error.facts.provider, to: next.name }];
      hasOutput = false;
    }
  }
}

function ask(
  provider: ModelProvider,
  request: ModelRequest,
  providers: readonly ModelProvider[],
  parts: ModelParts,
): AsyncIterable<readonly ModelPart[]> {
  switch (provider.kind) {
    case 'openai-compatible':
      return replyFromOpenAi(provider, request, parts);
    case 'scripted': {
      // The scripted model gets this provider first, followed by those that a script can fail over to.
      const scripted = providers.filter(({ kind }) => kind === 'scripted');
      return parts.scripted.reply({ ...request, model: { ...request.model, providers: scripted } });
    }
  }
}

/** The providers that can still take over. A script plays all scripted providers at once, so no second one is tried. */
function providersAfter(
  failed: ModelProvider,
  providers: readonly ModelProvider[],
): readonly ModelProvider[] {
  const later = providers.slice(1);
  return failed.kind === 'scripted' ? later.filter(({ kind }) => kind !== 'scripted') : later;
}

function withDispatch(failure: ModelFailure, dispatched: boolean): ModelFailure {
  if (failure.facts.dispatched === dispatched) return failure;
  return new ModelFailure(failure.message, { ...failure.facts, dispatched }, { cause: failure });
}

function undeclared({ model }: ModelRequest): ModelFailure {
  return new ModelFailure(`the model "${model.name}" has no provider; declare one in the seed`, {
    provider: 'none',
    serviceCode: 'provider_not_configured',
    failureKind: 'unconfigured',
    dispatched: false,
    isOutage: false,
  });
}
