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

/** The rows of the registry, as a judge needs them. */
export interface Rows {
  /** Version of the contract. */
  readonly contract: string;
  readonly requirements: readonly Requirement[];
}

/** The whole registry, with all that its rows name. */
export interface Registry extends Rows {
  readonly statements: Readonly<Record<string, Statement>>;
  readonly openPoints: Readonly<Record<string, OpenPoint>>;
}

let registry: Registry | undefined;
let rows: Rows | undefined;

/** The registry that this package was built with. Read once per process. */
export function loadRegistry(): Registry {
  registry ??= readGenerated<Registry>('requirements.json');
  return registry;
}

/** The rows alone, a tenth of the registry to read; without `schema`, `needs`, `openPoints` and `restates`. */
export function loadRows(): Rows {
  rows ??= readGenerated<Rows>('rows.json');
  return rows;
}
