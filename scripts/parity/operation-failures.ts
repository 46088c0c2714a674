import { documentedOperations } from './documented-operations.ts';
import { mapping, type Parity } from './sources.ts';

/** Each operation documents exactly the failures that spec/errors.yaml lists for it. */
export const operationFailures: Parity = (sources) => {
  const rows = sources.errors.filter(({ channel }) => channel === 'http');
  return documentedOperations(sources).flatMap(({ operationId, failures }) => {
    const expected = rows.filter(({ operations }) => operations.includes(operationId));
    const missing = expected.flatMap(({ id, status, example, message_code, data_code, responses = [] }) => {
      const failure = failures.find((each) => each.status === status);
      if (!failure) return `${operationId} lacks the status ${status} of errors.yaml ${id}`;
      if (!responses.includes(failure.response)) {
        return `${operationId} answers ${status} with ${failure.response}; errors.yaml ${id} names ${responses.join(', ')}`;
      }
      const [, shown] = [...failure.examples].find(([name]) => isExampleOf(name, example)) ?? [];
      if (shown === undefined)
        return `${operationId} ${status} lacks the example ${example} of errors.yaml ${id}`;
      const codes = [mapping(shown).message_code, data_code && mapping(shown, 'data').code];
      if (codes[0] === message_code && codes[1] === data_code) return [];
      return `${operationId} ${status} shows ${example} with other codes than errors.yaml ${id}: ${codes.join(' ')}`;
    });
    const unknown = failures.flatMap(({ status, response, examples }) => {
      if (response === '') return `${operationId} ${status} does not refer to a shared response`;
      return [...examples.keys()]
        .filter((name) => !expected.some((row) => row.status === status && isExampleOf(name, row.example)))
        .map((name) => `${operationId} ${status} shows ${name}, which errors.yaml does not have for it`);
    });
    const empty = failures
      .filter(({ status }) => !expected.some((row) => row.status === status))
      .map(({ status }) => `${operationId} documents ${status}, for which errors.yaml has no row`);
    return [...missing, ...unknown, ...empty];
  });
};

/** Whether this is the name of a row's example, or of an example that shows the row for some operations: `name-chat-read`. */
function isExampleOf(name: string, example: string): boolean {
  return name === example || name.startsWith(`${example}-`);
}
