import { isObject, type JsonObject, nameOf } from '../generate/spec.ts';
import { mapping, type Sources } from './sources.ts';

/** A failure that an operation documents: its status, the response that it refers to, and the examples in it. */
interface DocumentedFailure {
  readonly status: number;
  readonly response: string;
  readonly examples: ReadonlyMap<string, unknown>;
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly definition: JsonObject;
  readonly failures: readonly DocumentedFailure[];
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** The operations of the OpenAPI document with the failures that each documents, without `default`. */
export function documentedOperations({ openapi }: Sources): DocumentedOperation[] {
  return Object.values(mapping(openapi, 'paths')).flatMap((item) =>
    methods
      .map((method) => mapping(item, method))
      .filter((definition) => typeof definition.operationId === 'string')
      .map((definition) => ({
        operationId: String(definition.operationId),
        definition,
        failures: failuresOf(openapi, definition),
      })),
  );
}

function failuresOf(openapi: JsonObject, definition: JsonObject): DocumentedFailure[] {
  return Object.entries(mapping(definition, 'responses'))
    .filter(([status]) => /^[45]/.test(status))
    .map(([status, reference]) => {
      const response =
        isObject(reference) && typeof reference.$ref === 'string' ? nameOf(reference.$ref) : '';
      const content = mapping(openapi, 'components', 'responses', response, 'content', 'application/json');
      const examples = Object.entries(mapping(content, 'examples'));
      return {
        status: Number(status),
        response,
        examples: new Map(examples.map(([name, example]) => [name, mapping(example).value])),
      };
    });
}
