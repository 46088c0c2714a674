/** The part of Redocly's plugin interface that our rules use. */
import { isObject } from '../generate/spec.ts';

export interface Location {
  readonly pointer: string;
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

/** Called for the nodes of a document, by the name that Redocly has for their type. */
export type Visitor = Readonly<Record<string, Visit>>;

/** A rule of the lint: makes the visitor of one run. */
export type Rule = () => Visitor;

export function isReference(value: unknown): value is { readonly $ref: string } {
  return isObject(value) && typeof value.$ref === 'string';
}

/** What a reference leads to, or the value itself. A reference that leads nowhere is undefined; Redocly names it. */
export function follow(value: unknown, { resolve }: Context): unknown {
  return isReference(value) ? resolve(value).node : value;
}
