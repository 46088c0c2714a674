import type { Directory } from './directory/types.ts';

/** Removes secrets from a text of somebody else before it leaves the server, to a client or to a log. */
export type MaskSecrets = (text: string) => string;

/** A shorter one is a placeholder for a service that needs no key, such as `none`, and occurs in ordinary words. */
const SHORTEST = 8;
const MASKED = '***';

/**
 * Creates the function that masks the keys of model providers and the secrets of connectors, as they are and percent-encoded. Errors carry
 * the texts of foreign programs unchanged inside the server, and are masked where they leave it, so that no way out is forgotten.
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
