import type { Clock } from '../clock.ts';
import type { ModelProvider } from '../directory/types.ts';
import type { Model, ModelPart, ModelRequest } from './model.ts';
import { ModelFailure } from './model-failure.ts';
import { replyFromOpenAi } from './openai/model.ts';
import type { Environment } from './openai/settings.ts';

export interface ModelParts {
  /** Answers for every provider of the kind `scripted`. */
  readonly scripted: Model;
  readonly clock: Clock;
  /** Where the keys of the other providers are. */
  readonly environment: Environment;
}

/**
 * The model that asks the providers of a declared model, one after another: the first that gives a whole reply is the last that
 * is asked. What a failed provider had said is taken back with a failover part; if it had said nothing, nobody learns of it.
 */
export function createModels(parts: ModelParts): Model {
  return {
    reply(request) {
      const { providers } = request.model;
      // A script says itself what each of them does, so there is nothing to take over here.
      const isScripted = providers.length > 0 && providers.every(({ kind }) => kind === 'scripted');
      return isScripted ? parts.scripted.reply(request) : replyInTurn(request, parts);
    },
  };
}

async function* replyInTurn(request: ModelRequest, parts: ModelParts): AsyncGenerator<ModelPart> {
  let providers = request.model.providers;
  let dispatched = false;
  let hasSaid = false;
  for (;;) {
    const [provider] = providers;
    if (!provider) throw undeclared(request);
    try {
      for await (const part of ask(provider, request, providers, parts)) {
        hasSaid ||= part.type !== 'usage';
        yield part;
      }
      return;
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      dispatched ||= error.facts.dispatched;
      providers = providersAfter(provider, providers);
      const [next] = providers;
      if (!next) throw withDispatch(error, dispatched);
      if (hasSaid) yield { type: 'failover', from: error.facts.provider, to: next.name };
      hasSaid = false;
    }
  }
}

function ask(
  provider: ModelProvider,
  request: ModelRequest,
  providers: readonly ModelProvider[],
  parts: ModelParts,
): AsyncIterable<ModelPart> {
  switch (provider.kind) {
    case 'openai-compatible':
      return replyFromOpenAi(provider, request, parts);
    case 'scripted': {
      // It sees itself first, and after it those that a script can hand the reply over to.
      const scripted = providers.filter(({ kind }) => kind === 'scripted');
      return parts.scripted.reply({ ...request, model: { ...request.model, providers: scripted } });
    }
  }
}

/** Who can still take over. A script already says what every scripted provider does, so no second one is asked. */
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
