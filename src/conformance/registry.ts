import { readGenerated } from './generated.ts';

export type Level = 'must' | 'should' | 'client' | 'open';

/** One row of the requirements registry: what the service must do. */
export interface Requirement {
  readonly id: string;
  readonly level: Level;
  readonly text: string;
  readonly section: string;
  readonly statements: readonly string[];
  readonly restates?: readonly string[];
  readonly schema?: readonly string[];
  readonly needs?: readonly string[];
  readonly openPoints?: readonly string[];
  readonly unverifiable?: string;
}

/** An atomic sentence of the service document, in the registry's words. */
export interface Statement {
  readonly id: string;
  readonly section: string;
  readonly text: string;
  readonly observable: string;
}

/** A place where the service document is silent or contradicts itself. */
export interface OpenPoint {
  readonly id: string;
  readonly title: string;
  readonly question: string;
  readonly readings: readonly { readonly key: string; readonly text: string }[];
  readonly contract: string;
  readonly suite: string;
}

export interface Registry {
  readonly contract: string;
  readonly requirements: readonly Requirement[];
  readonly statements: Readonly<Record<string, Statement>>;
  readonly openPoints: Readonly<Record<string, OpenPoint>>;
}

let loaded: Registry | undefined;

/** The registry that this package was built with. Read once per process. */
export function loadRegistry(): Registry {
  loaded ??= readGenerated<Registry>('requirements.json');
  return loaded;
}
