import type { Directory } from './directory/types.ts';

/** Removes secrets from another program's text before it leaves the server, to a client or to a log. */
export type MaskSecrets = (text: string) => string;

/** A shorter value is a placeholder for a service that needs no key, such as `none`, and may occur in ordinary words. */
const SHORTEST = 8;
const MASKED = '***';

/**
 * Creates the function that masks the keys of model providers and the secrets of connectors, both as they are and percent-encoded. Inside
 * the server, errors carry the texts of other programs unchanged. They are masked where they leave the server, so that no exit is
 * forgotten.
 */
export function createSecretMask(directory: Directory, environment: NodeJS.ProcessEnv): MaskSecrets {
  const variables = variablesOf(directory);
  return (text) => {
    let masked = text;
    for (const secret of secretsIn(environment, variables)) masked = masked.replaceAll(secret, MASKED);
    return masked;
  };
}

/** The names of the environment variables that hold secrets. */
function variablesOf({ models, connectors }: Directory): readonly string[] {
  const ofProviders = Array.from(models.values(), ({ providers }) =>
    providers.flatMap((provider) => ('keyFrom' in provider ? (provider.keyFrom ?? []) : [])),
  );
  const ofConnectors = Array.from(connectors.values(), ({ transport }) => {
    if (transport.kind === 'stdio') return Object.values(transport.envFrom ?? {});
    if (transport.kind !== 'http') return [];
    return [...Object.values(transport.headersFrom ?? {}), transport.tokenFrom ?? []].flat();
  });
  return [...new Set([...ofProviders, ...ofConnectors].flat())];
}

/** The secrets, the longest first, since one may begin with another. */
function secretsIn(environment: NodeJS.ProcessEnv, variables: readonly string[]): string[] {
  return variables
    .map((variable) => (environment[variable] ?? '').trim())
    .filter((secret) => secret.length >= SHORTEST)
    .flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed())])
    .sort((one, other) => other.length - one.length);
}
