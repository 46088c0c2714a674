import { mapping, type Parity } from './sources.ts';

/** A code in any text, recognised by a prefix that only codes have. */
const prefixed = /\b(?:api_v1|api_token)_[a-z_]+/g;
const success = 'api_v1_ok';

/** Documents, schemas and examples name only codes of spec/errors.yaml, and their lists of known codes are complete. */
export const knownCodes: Parity = ({ spec, errors, asyncapi }) => {
  const known = new Set([success, ...errors.map(({ message_code }) => message_code)]);
  const named = ['openapi', 'asyncapi', 'schemas', 'examples', 'requirements']
    .flatMap((folder) => spec.list(folder))
    .flatMap((path) => (spec.text(path).match(prefixed) ?? []).map((code) => ({ path, code })))
    .filter(({ code }) => !known.has(code) && !isPrefix(code));
  const eventCodes = errors
    .filter(({ channel }) => channel === 'event')
    .map(({ message_code }) => message_code);
  const schema = mapping(spec.value('schemas/MessageError.yaml'), 'properties', 'code');
  const lists = {
    'schemas/MessageError.yaml': backquoted(String(schema.description)),
    'asyncapi/asyncapi.yaml': tableOfCodes(String(mapping(asyncapi, 'info').description)),
  };
  return [
    ...named.map(({ path, code }) => `spec/${path} names ${code}, which errors.yaml does not have`),
    ...Object.entries(lists).flatMap(([path, codes]) => [
      ...eventCodes
        .filter((code) => !codes.includes(code))
        .map((code) => `spec/${path} does not name ${code}`),
      ...codes
        .filter((code) => !eventCodes.includes(code))
        .map((code) => `spec/${path} names ${code}, which errors.yaml does not have as an event`),
    ]),
  ];
};

/** A prefix without a code, such as `api_v1_`. */
function isPrefix(code: string): boolean {
  return code.endsWith('_');
}

function backquoted(text: string): string[] {
  return [...text.matchAll(/`([a-z_]+)`/g)].map(([, code = '']) => code);
}

/** The first column of the table with the heading "code". */
function tableOfCodes(text: string): string[] {
  const rows = text.split('\n');
  const head = rows.findIndex((row) => row.startsWith('| code '));
  const end = rows.findIndex((row, index) => index > head && !row.startsWith('|'));
  return head === -1 ? [] : rows.slice(head + 2, end).flatMap((row) => backquoted(row.split('|')[1] ?? ''));
}
