import openapi from '../../../generated/openapi.json' with { type: 'json' };
import operations from '../../../generated/operations.json' with { type: 'json' };

/** An operation, with the parts of a valid request. */
export interface Skeleton {
  readonly operationId: string;
  readonly method: string;
  /** Path template: `/api/v1/chats/{chat_id}`. */
  readonly path: string;
  readonly query: readonly string[];
  readonly needsKey: boolean;
  /** The example bodies of the contract. Empty when the operation has no body. */
  readonly bodies: readonly unknown[];
}

interface DocumentedOperation {
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': {
        readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
      };
    };
  };
}

const DOCUMENTED = openapi.paths as unknown as Readonly<
  Record<string, Readonly<Record<string, DocumentedOperation>>>
>;

const CONTRACT: readonly Skeleton[] = operations.map(({ operationId, method, path, parameters, request }) => {
  const documented = DOCUMENTED[path]?.[method.toLowerCase()];
  const examples = Object.values(documented?.requestBody?.content['application/json'].examples ?? {});
  if (request !== null && examples.length === 0)
    throw new Error(`${operationId} takes a body but the contract has no example of it; add one`);
  return {
    operationId,
    method,
    path,
    query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    needsKey: parameters.some((parameter) => parameter.in === 'header'),
    bodies: examples.map(({ value }) => value),
  };
});

/** The one route of the reference server that is not in the contract. */
const APPLICATION: Skeleton = {
  operationId: 'application',
  method: 'POST',
  path: '/_reference/application/turns',
  query: [],
  needsKey: false,
  bodies: [{ content: 'Hello', wait: true }, { content: 'Hello' }],
};

export const SKELETONS: readonly Skeleton[] = [...CONTRACT, APPLICATION];
