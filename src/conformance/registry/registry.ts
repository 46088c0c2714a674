import { readGenerated } from '../generated.ts';

export type Level = 'must' | 'should' | 'client' | 'open';

/** One requirement of the registry. */
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
  /** The causes of a refusal for which the statements decide the answer, in the words of spec/causes.yaml. */
  readonly causes?: readonly string[];
  readonly unverifiable?: string;
}

/** An atomic statement of the service document, in the words of the registry. */
export interface Statement {
  readonly id: string;
  readonly section: string;
  readonly text: string;
  readonly observable: string;
}

/** An open point: the service document is silent or contradicts itself. */
export interface OpenPoint {
  readonly id: string;
  readonly title: string;
  readonly question: string;
  readonly readings: readonly { readonly key: string; readonly text: string }[];
  readonly contract: string;
  readonly suite: string;
}

/** The parts of the registry that a judge needs. */
export interface Rows {
  /** Version of the contract. */
  readonly contract: string;
  /** Titles of the sections of the service description by number. */
  readonly sections: Readonly<Record<string, string>>;
  readonly requirements: readonly Requirement[];
}

/** The whole registry, with the statements and open points that its requirements refer to. */
export interface Registry extends Rows {
  readonly statements: Readonly<Record<string, Statement>>;
  readonly openPoints: Readonly<Record<string, OpenPoint>>;
}

let registry: Registry | undefined;
let rows: Rows | undefined;

/** The registry of this package. Read once per process. */
export function loadRegistry(): Registry {
  registry ??= readGenerated<Registry>('requirements.json');
  return registry;
}

/** The requirements without `schema`, `needs`, `openPoints` and `restates`. The file is a tenth of the whole registry. */
export function loadRows(): Rows {
  rows ??= readGenerated<Rows>('rows.json');
  return rows;
}
