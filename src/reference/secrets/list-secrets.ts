import { credentialsIn } from '../../secrets/index.ts';
import type { Directory } from '../directory/types.ts';

/** A shorter value is a placeholder for a service that needs no key, such as `none`, and may occur in ordinary words. */
export const SHORTEST = 8;

/** An environment variable that holds a secret. */
export interface SecretVariable {
  readonly name: string;
  /** The header that the value is sent in, which can hold a scheme and several credentials. */
  readonly header?: string;
}

/** The environment variables that hold the keys of model providers and the secrets of connectors. */
export function secretVariables({ models, connectors }: Directory): readonly SecretVariable[] {
  const ofProviders = Array.from(models.values(), ({ providers }) =>
    providers.flatMap((provider) => ('keyFrom' in provider ? named(provider.keyFrom) : [])),
  );
  const ofConnectors = Array.from(connectors.values(), ({ transport }): SecretVariable[] => {
    if (transport.kind === 'stdio') return Object.values(transport.envFrom ?? {}).flatMap(named);
    if (transport.kind !== 'http') return [];
    const headers = Object.entries(transport.headersFrom ?? {}).map(([header, name]) => ({ name, header }));
    return [...headers, ...named(transport.tokenFrom)];
  });
  return [...ofProviders, ...ofConnectors].flat();
}

function named(name: string | undefined): SecretVariable[] {
  return name === undefined ? [] : [{ name }];
}

/** The texts in the value of a variable that must not leave the server: each secret as it is, and as it is written in a URL and in JSON. */
export function secretsIn({ header }: SecretVariable, value: string): string[] {
  const whole = value.trim();
  const secrets = header === undefined ? [whole] : [whole, ...credentialsIn(header, whole)];
  return secrets.filter(({ length }) => length >= SHORTEST).flatMap(spellingsOf);
}

function spellingsOf(secret: string): string[] {
  return [secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1)];
}
