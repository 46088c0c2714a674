/** The parts of the contract's documents that pages show, as they are in generated/. */
import type { OpenPoint as RegistryOpenPoint } from '../../src/conformance/registry/registry.ts';
import type { ErrorRow } from '../generate/error-row.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

export interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly default?: Json;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

export interface Example {
  readonly summary?: string;
  readonly value: Json;
}

export interface Media {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, Example>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: Json;
  readonly examples?: Readonly<Record<string, Example>>;
}

export interface Response {
  readonly description: string;
  readonly content?: Readonly<Record<string, Media>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly 'x-required-scopes'?: readonly string[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: {
    readonly description?: string;
    readonly required?: boolean;
    readonly content: Readonly<Record<string, Media>>;
  };
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

export interface Reference {
  readonly $ref: string;
}

export interface OpenApi {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  /** Where the guides and the open points are published. */
  readonly externalDocs: { readonly url: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

export interface Message {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  readonly payload: Reference;
  readonly examples?: readonly {
    readonly name: string;
    readonly summary?: string;
    readonly payload: Json;
  }[];
}

export interface AsyncApi {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly components: { readonly messages: Readonly<Record<string, Message>> };
}

/** A row of generated/errors.json, with the shape of its `data`. */
export interface Failure extends Omit<ErrorRow, 'change'> {
  /** Whether to send the request again: `as it is`, `only` after a change that it names, or `never`. */
  readonly sendAgain: string;
  readonly data?: Schema & ErrorRow['data'];
}

/** An open point with the facts that only its page shows. */
export interface OpenPoint extends RegistryOpenPoint {
  readonly kind: string;
  readonly weight: string;
  readonly area: string;
  readonly sections: readonly string[];
}

/** A call of the contract: an operation with its method and path. */
export interface Call {
  readonly operation: Operation;
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

export function callsOf(openapi: OpenApi): readonly Call[] {
  return Object.entries(openapi.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      operation,
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
    })),
  );
}

/** The name at the end of a reference. */
export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

export function isReference(value: object): value is Reference {
  return '$ref' in value;
}

export function parametersOf({ operation }: Call, openapi: OpenApi): readonly Parameter[] {
  return (operation.parameters ?? []).map((each) =>
    isReference(each) ? (openapi.components.parameters[refName(each.$ref)] as Parameter) : each,
  );
}

/** The value that samples and forms use for a parameter. */
export function exampleOf({ example, examples = {} }: Parameter): Json {
  return example ?? Object.values(examples)[0]?.value ?? '';
}

export function responsesOf({ operation }: Call, openapi: OpenApi): readonly [string, Response][] {
  return Object.entries(operation.responses).map(([status, each]) => [
    status,
    isReference(each) ? (openapi.components.responses[refName(each.$ref)] as Response) : each,
  ]);
}
