import type { ErrorRow } from '../generate/error-row.ts';
import { documentedOperations } from './documented-operations.ts';
import { mapping, type Parity, type Sources } from './sources.ts';

/** Each row of spec/errors.yaml names things that exist, and its example shows what the row promises. */
export const errorRows: Parity = (sources) => {
  const requirements = new Set(sources.rows.map(({ id }) => id));
  const operations = new Set(documentedOperations(sources).map(({ operationId }) => operationId));
  const responses = mapping(sources.openapi, 'components', 'responses');
  const seen = new Set<string>();
  return sources.errors.flatMap((row) => {
    const decided = Object.entries(row.decided ?? {});
    const faults = [
      seen.has(row.id) && 'there is another row with this id',
      !requirements.has(row.requirement) && `there is no requirement ${row.requirement}`,
      row.channel === 'http' && row.status === undefined && 'has no status',
      row.operations.length === 0 && 'applies to no operation',
      ...row.operations.map((id) => !operations.has(id) && `there is no operation ${id}`),
      ...[...row.openPoints, ...decided.map(([id]) => id)].map(
        (id) => !sources.openPoints.has(id) && `there is no open point ${id}`,
      ),
      ...decided.flatMap(([id, named]) =>
        named.map(
          (name) => !row.operations.includes(name) && `${id} decides on ${name}, which is not in operations`,
        ),
      ),
      ...(row.responses ?? []).map((name) => !(name in responses) && `there is no response ${name}`),
      ...exampleFaults(row, sources),
    ];
    seen.add(row.id);
    return faults.filter((fault) => fault !== false).map((fault) => `errors.yaml ${row.id}: ${fault}`);
  });
};

function exampleFaults(row: ErrorRow, sources: Sources): (string | false)[] {
  if (row.channel === 'event') {
    const example = sources.example('MessageError', row.example);
    return [
      mapping(example).code !== row.message_code && `MessageError/${row.example}.json has another code`,
    ];
  }
  const example = mapping(sources.example('FailureResponse', row.example));
  const { data } = example;
  const { required } = mapping(row.data);
  return [
    example.message_code !== row.message_code &&
      `FailureResponse/${row.example}.json has another message_code`,
    row.data_code !== undefined &&
      mapping(data).code !== row.data_code &&
      `FailureResponse/${row.example}.json has another data.code`,
    row.data?.type === 'array' &&
      !Array.isArray(data) &&
      `FailureResponse/${row.example}.json has no array in data`,
    ...(Array.isArray(required) ? required : []).map(
      (name) => !(name in mapping(data)) && `FailureResponse/${row.example}.json has no data.${name}`,
    ),
    row.retryAction !== undefined &&
      mapping(example, 'meta', 'error_details').retry_action !== row.retryAction &&
      `FailureResponse/${row.example}.json has another meta.error_details.retry_action`,
  ];
}
