import { codeHeader, type Files } from './output.ts';
import { isObject, type JsonObject, type Spec, SpecError } from './spec.ts';

/** The types that the rows promise for members of `data`. For other members they promise only the presence. */
const dataTypes: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  array: 'readonly string[]',
};

const head = `${codeHeader}import type { MessageError } from './types.js';

/** A kind of failure, and its status (0 for message.error), code and \`data.code\`, if it has one, which identify it. */
export interface ErrorKindRow {
  readonly kind: ErrorKind;
  readonly status: number;
  readonly code: string;
  readonly dataCode?: string;
  /** How a client may repeat the same request automatically: a few times (soon), or until the turn has ended (wait). */
  readonly resend?: 'soon' | 'wait';
}

export declare const errorKinds: readonly ErrorKindRow[];

/** A failure that the contract names, over HTTP or (\`event-…\`) inside a stream. */
export type ErrorKind = keyof ErrorFacts;
`;

/** error-kinds.js and its types: the rows of errors.yaml, with which the client determines the kind of a failure. */
export function buildErrorKinds(spec: Spec): Files {
  const rows = spec.array('errors.yaml').filter(isObject);
  const table = rows.map((row) => `  ${JSON.stringify(rowOf(row))},\n`).join('');
  const facts = rows.map(describe).join('');
  return new Map([
    ['generated/error-kinds.js', `${codeHeader}export const errorKinds = [\n${table}];\n`],
    [
      'generated/error-kinds.d.ts',
      `${head}\n/** The facts about a failure that follow from its kind. */\nexport interface ErrorFacts {\n${facts}}\n`,
    ],
  ]);
}

/** @throws SpecError for a row whose requirement does not follow from its id. */
function rowOf({ id, status, message_code, data_code, requirement, resend }: JsonObject): JsonObject {
  const expected = String(id).startsWith('event-')
    ? `events.error.${String(id).slice('event-'.length)}`
    : `errors.${id}.answer`;
  if (requirement !== expected) {
    throw new SpecError({ file: 'errors.yaml', message: `${id}: expected the requirement ${expected}` });
  }
  return {
    kind: id,
    status: status ?? 0,
    code: message_code,
    ...(data_code !== undefined && { dataCode: data_code }),
    ...(resend !== undefined && { resend }),
  };
}

function describe({ id, channel, status, message_code, data, condition, retryAction }: JsonObject): string {
  const facts = [
    `status: ${channel === 'event' ? 'undefined' : status};`,
    `messageCode: '${message_code}';`,
    `data: ${channel === 'event' ? 'MessageError' : dataType(data)};`,
    ...(retryAction === undefined ? [] : [`retryAction: '${retryAction}';`]),
  ];
  return `  /** ${String(condition).trim().replaceAll('\n', ' ')} */\n  '${id}': { ${facts.join(' ')} };\n`;
}

function dataType(data: unknown): string {
  if (!isObject(data)) return 'unknown';
  if (data.type === 'array') return 'readonly unknown[]';
  const members = Object.entries(isObject(data.properties) ? data.properties : {}).map(([name, member]) => {
    const { type, const: value } = isObject(member) ? member : {};
    return `${name}: ${value === undefined ? (dataTypes[String(type)] ?? 'unknown') : `'${value}'`}`;
  });
  return `{ ${members.join('; ')} }`;
}
