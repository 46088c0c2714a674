/** The part of Redocly's plugin interface that our rules use. */
import { isObject } from '../generate/spec.ts';

export interface Location {
  readonly pointer: string;
  readonly source: { readonly absoluteRef: string };
  child(tokens: string | number | readonly (string | number)[]): Location;
  key(): Location;
}

export interface Context {
  readonly key: string | number;
  readonly location: Location;
  report(problem: { message: string; location?: Location }): void;
  resolve(reference: { readonly $ref: string }): { node: unknown };
}

type Node = Readonly<Record<string, unknown>>;
type Visit = (node: Node, context: Context) => void;

/** Functions that Redocly calls for the nodes of a document, by Redocly's name for the type of the node. */
export type Visitor = Readonly<Record<string, Visit>>;

/** A lint rule: creates the visitor for one run. */
export type Rule = () => Visitor;

export function isReference(value: unknown): value is { readonly $ref: string } {
  return isObject(value) && typeof value.$ref === 'string';
}

/** The target of a reference, or the value itself. Undefined if the reference has no target, which Redocly reports. */
export function follow(value: unknown, { resolve }: Context): unknown {
  return isReference(value) ? resolve(value).node : value;
}
