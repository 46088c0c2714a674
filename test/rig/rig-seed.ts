import { defaultSeedValue } from '../../generated/default-seed.js';
import type { Rig } from '../../src/rig/rig.ts';

export interface RigSeedOptions {
  /** Replaces the models of the seed. */
  readonly model?: string;
  /** How many providers each model has. Default: two. */
  readonly providers?: 1 | 2;
}

/**
 * The default seed with a rig in place of everything that is scripted in process. The rig is the first provider of each model and every
 * connector, and the fallback of the rig is the second provider.
 */
export function rigSeed(
  { modelUrl, fallbackUrl, connectorUrl }: Rig,
  { model, providers: most = 2 }: RigSeedOptions = {},
): string {
  const { models, connectors, ...rest } = defaultSeedValue;
  return JSON.stringify({
    ...rest,
    models: models.map(({ providers = [], ...declared }) => ({
      ...declared,
      providers: providers.slice(0, most).map(({ name }, index) => ({
        kind: 'openai-compatible',
        name,
        url: index === 0 ? modelUrl : fallbackUrl,
        // With scaled timers, a busy machine would keep the rig silent for a minute of the service's time.
        idle_timeout_seconds: 1800,
        // The usage names the model as the provider does.
        model: model ?? declared.code,
      })),
    })),
    connectors: connectors?.map(({ transport, ...declared }) => ({
      ...declared,
      transport: transport.kind === 'in-process' ? { kind: 'http', url: connectorUrl } : transport,
    })),
  });
}
