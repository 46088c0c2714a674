import { bindingsIn } from '../generate/bindings.ts';
import { documentedOperations } from './documented-operations.ts';
import { mapping, type Parity, type Sources } from './sources.ts';

/** An example shows the truth about its operation: the missing scope, and the text of its success. */
export const trueExamples: Parity = (sources) => [...wrongScopes(sources), ...sharedSuccesses(sources)];

/** A refusal for a missing scope names a scope that the operation or a member of its request needs. */
function wrongScopes(sources: Sources): string[] {
  const bindings = bindingsIn(sources.spec);
  return documentedOperations(sources).flatMap(({ operationId, definition, failures }) => {
    const own = [definition['x-required-scopes'] ?? []].flat().map(String);
    const ofMembers = bindings.filter(({ operation }) => operation === operationId).map(({ scope }) => scope);
    const possible = [...own, ...ofMembers];
    return failures.flatMap(({ status, examples }) =>
      [...examples].flatMap(([name, value]) =>
        [mapping(value, 'data').required_scopes ?? []]
          .flat()
          .filter((scope) => !possible.includes(String(scope)))
          .map(
            (scope) =>
              `${operationId} ${status} shows ${name}, which lacks ${scope}, a scope it does not need`,
          ),
      ),
    );
  });
}

/** The `message` of a success says what was done, so no two operations show the same one. */
function sharedSuccesses(sources: Sources): string[] {
  const shownBy = new Map<unknown, string>();
  return documentedOperations(sources).flatMap(({ operationId, definition }) =>
    Object.entries(mapping(definition, 'responses'))
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, response]) =>
        Object.entries(mapping(response, 'content', 'application/json', 'examples')).flatMap(
          ([name, example]) => {
            const text = JSON.stringify(mapping(example).value);
            const other = shownBy.get(text);
            shownBy.set(text, operationId);
            return other === undefined ? [] : [`${operationId} shows ${name}, a success of ${other}`];
          },
        ),
      ),
  );
}
