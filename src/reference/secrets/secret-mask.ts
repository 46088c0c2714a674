import type { Directory } from '../directory/types.ts';
import { mapStrings } from '../map-strings.ts';
import { type GrowingMask, NO_MASK, SecretGrowingMask } from './growing-mask.ts';
import { type SecretVariable, secretsIn, secretVariables } from './list-secrets.ts';
import { SecretFinder } from './secret-finder.ts';

/** Removes secrets from another program's text before it leaves the server, to a client or to a log. */
export type MaskSecrets = (text: string) => string;

/**
 * Masks the keys of model providers and the secrets of connectors. Inside the server, the texts of other programs are unchanged. They are
 * masked where they leave the server, so that no exit is forgotten.
 */
export interface SecretMask {
  readonly text: MaskSecrets;
  /** Masks every string of a JSON value, and the names of members. */
  value<Value>(value: Value): Value;
  /** Masks a text that leaves the server piece by piece. */
  grow(): GrowingMask;
}

/** A mask that can learn more secrets. It forgets none, because a running turn may still use them. */
export interface LearningMask extends SecretMask {
  learn(directory: Directory): void;
}

/** @param environment holds the secrets. It may change while the server runs, as it may for those that send them */
export function createSecretMask(directory: Directory, environment: NodeJS.ProcessEnv): LearningMask {
  let variables = secretVariables(directory);
  let known: readonly string[] = [];
  let finder: SecretFinder | undefined;

  const currentFinder = (): SecretFinder | undefined => {
    const values = variables.map(({ name }) => environment[name] ?? '');
    if (!isSame(values, known)) finder = findSecrets(variables, values);
    known = values;
    return finder;
  };
  return {
    learn(next) {
      const all = [...variables, ...secretVariables(next)];
      variables = [...new Map(all.map((variable) => [JSON.stringify(variable), variable])).values()];
    },
    text(text) {
      const current = currentFinder();
      return current ? maskWhole(text, current) : text;
    },
    value(value) {
      const current = currentFinder();
      return current ? mapStrings(value, (text) => maskWhole(text, current)) : value;
    },
    grow() {
      const current = currentFinder();
      return current ? new SecretGrowingMask(current) : NO_MASK;
    },
  };
}

/** @returns undefined if there are no secrets, so that their absence costs nothing */
function findSecrets(
  variables: readonly SecretVariable[],
  values: readonly string[],
): SecretFinder | undefined {
  const secrets = variables.flatMap((variable, index) => secretsIn(variable, values[index] ?? ''));
  return secrets.length > 0 ? new SecretFinder(secrets) : undefined;
}

function maskWhole(text: string, finder: SecretFinder): string {
  const mask = new SecretGrowingMask(finder);
  return mask.push(text) + mask.flush();
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}
