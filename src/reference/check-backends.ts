import type { Connectors } from './connectors/connectors.ts';
import { ConnectorFailure } from './connectors/connectors.ts';
import type { DeclaredModel, Directory, ModelProvider } from './directory/types.ts';
import type { Lifetime } from './lifetime.ts';
import { type Model, ModelFailure } from './models/model.ts';
import type { CheckedBackend, ServiceLog } from './service-log.ts';

interface Backends {
  readonly model: Model;
  readonly connectors: Connectors;
}

const QUESTION = [{ role: 'user', content: 'Answer with the word yes.' }] as const;

/**
 * Asks each provider for a short reply and each connector for its tools, all at the same time, and logs which of them answer. Scripted
 * providers and connectors that nobody has connected are left out.
 *
 * @param lifetime ends the questions that are still open
 * @throws an error that is neither a failure of a provider nor of a connector
 */
export async function checkBackends(
  { models, connectors }: Directory,
  backends: Backends,
  log: Pick<ServiceLog, 'checked'>,
  lifetime: Lifetime,
): Promise<void> {
  const check = async (backend: CheckedBackend, ask: () => Promise<unknown>) => {
    try {
      await ask();
      log.checked(backend);
    } catch (error) {
      if (lifetime.isOver) return;
      if (!(error instanceof ModelFailure || error instanceof ConnectorFailure)) throw error;
      log.checked(backend, error);
    }
  };
  await Promise.all([
    ...[...models.values()].flatMap((model) =>
      model.providers
        .filter(({ kind }) => kind !== 'scripted' && model.enabled && model.type === 'completion')
        .map((provider) =>
          check({ model: model.code, provider: provider.name }, () =>
            readReply(backends.model, model, provider, lifetime),
          ),
        ),
    ),
    ...[...connectors.values()]
      .filter(({ transport }) => transport.kind !== 'unconnected')
      .map((connector) =>
        check({ connector: connector.name }, () => backends.connectors.tools(connector, lifetime.signal)),
      ),
  ]);
}

async function readReply(
  source: Model,
  model: DeclaredModel,
  provider: ModelProvider,
  lifetime: Lifetime,
): Promise<void> {
  const request = { model: { ...model, providers: [provider] }, messages: QUESTION, tools: [], lifetime };
  for await (const _ of source.reply(request));
}
