import { defaultSeedValue } from '../../generated/default-seed.js';
import type { Rig } from '../../src/rig/rig.ts';

/**
 * The default seed with a rig in the place of all that is scripted in the process: the first provider of each model is the
 * rig's, the second the one that takes over, and every connector is the rig's.
 */
export function rigSeed({ modelUrl, fallbackUrl, connectorUrl }: Rig, model?: string): string {
  const { models, connectors, ...rest } = defaultSeedValue;
  return JSON.stringify({
    ...rest,
    models: models.map(({ providers = [], ...declared }) => ({
      ...declared,
      providers: providers.map(({ name }, index) => ({
        kind: 'openai-compatible',
        name,
        url: index === 0 ? modelUrl : fallbackUrl,
        // Usage names a model as its provider does.
        model: model ?? declared.code,
      })),
    })),
    connectors: connectors?.map(({ transport, ...declared }) => ({
      ...declared,
      transport: transport.kind === 'in-process' ? { kind: 'http', url: connectorUrl } : transport,
    })),
  });
}
