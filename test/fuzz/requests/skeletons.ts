import openapi from '../../../generated/openapi.json' with { type: 'json' };
import operations from '../../../generated/operations.json' with { type: 'json' };

/** An operation of the contract, with what a valid request of it is made of. */
export interface Skeleton {
  readonly operationId: string;
  readonly method: string;
  /** Path template: `/api/v1/chats/{chat_id}`. */
  readonly path: string;
  readonly query: readonly string[];
  readonly needsKey: boolean;
  /** Bodies that the contract gives as examples; empty when it takes none. */
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
    throw new Error(`${operationId} takes a body and the contract shows none; add an example`);
  return {
    operationId,
    method,
    path,
    query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    needsKey: parameters.some((parameter) => parameter.in === 'header'),
    bodies: examples.map(({ value }) => value),
  };
});

/** The one route that is served beside the contract's. */
const APPLICATION: Skeleton = {
  operationId: 'application',
  method: 'POST',
  path: '/_reference/application/turns',
  query: [],
  needsKey: false,
  bodies: [{ content: 'Hello', wait: true }, { content: 'Hello' }],
};

export const SKELETONS: readonly Skeleton[] = [...CONTRACT, APPLICATION];
