import { documentedOperations } from './documented-operations.ts';
import { mapping, type Parity } from './sources.ts';

/** Operations require only scopes that the security scheme describes, and both documents require the same scopes for the stream. */
export const scopes: Parity = (sources) => {
  const described = Object.keys(
    mapping(sources.openapi, 'components', 'securitySchemes', 'bearer', 'x-scopes'),
  );
  const operations = documentedOperations(sources).map(({ operationId, definition }) => ({
    operationId,
    required: [definition['x-required-scopes'] ?? []].flat().map(String),
  }));
  const streaming = operations.find(({ operationId }) => operationId === 'streamMessage')?.required ?? [];
  const events = Object.entries(mapping(sources.asyncapi, 'operations'));
  return [
    ...(described.length === 0 ? ['the security scheme describes no scope'] : []),
    ...operations.flatMap(({ operationId, required }) =>
      required
        .filter((scope) => !described.includes(scope))
        .map((scope) => `${operationId} requires ${scope}, which the security scheme does not describe`),
    ),
    ...events
      .filter(([, operation]) => String(mapping(operation)['x-required-scopes']) !== String(streaming))
      .map(([name]) => `${name} of the AsyncAPI document requires other scopes than streamMessage`),
  ];
};
