import { type ErrorRow, errorsPath, readErrorRows } from './error-row.ts';
import { nameOfFailure } from './failure-schemas.ts';
import { codeHeader, type Files } from './output.ts';
import { type JsonObject, type Spec, SpecError } from './spec.ts';

const head = `${codeHeader}import type * as types from './types.js';

/** A kind of failure, and what identifies it: its status (0 for message.error), code and, if it has one, \`data.code\`. */
export interface ErrorKindRow {
  readonly kind: ErrorKind;
  readonly status: number;
  /** Undefined for the code \`api_v1_\` and the kind, with underscores. */
  readonly code?: string;
  readonly dataCode?: string;
  /** How a client may repeat the same request automatically: a few times (soon), or until the turn has ended (wait). */
  readonly resend?: 'soon' | 'wait';
}

export declare const errorKinds: readonly ErrorKindRow[];

/** A failure that the contract names. One cause has one kind, over HTTP and inside a stream. */
export type ErrorKind = keyof ErrorFacts;
`;

/** error-kinds.js and its types: the rows of errors.yaml, with which the client determines the kind of a failure. */
export function buildErrorKinds(spec: Spec): Files {
  const rows = readErrorRows(spec);
  const table = rows.map((row) => `  ${JSON.stringify(rowOf(row))},\n`).join('');
  const facts = [...Map.groupBy(rows, kindOf)].map(([kind, same]) => describe(kind, same)).join('');
  return new Map([
    ['generated/error-kinds.js', `${codeHeader}export const errorKinds = [\n${table}];\n`],
    [
      'generated/error-kinds.d.ts',
      `${head}\n/** The facts about a failure that follow from its kind. */\nexport interface ErrorFacts {\n${facts}}\n`,
    ],
  ]);
}

/** The kind of a row. A failure inside a stream has the kind of the same failure over HTTP. */
function kindOf({ id, kind = id }: ErrorRow): string {
  return kind;
}

/** @throws SpecError for a row whose requirement does not follow from its id, or from its code in a stream. */
function rowOf(row: ErrorRow): JsonObject {
  const { id, channel, status, message_code, data_code, requirement, resend } = row;
  const expected =
    channel === 'event' ? `events.error.${message_code.replaceAll('_', '-')}` : `errors.${id}.answer`;
  if (requirement !== expected) {
    throw new SpecError({ file: errorsPath, message: `${id}: expected the requirement ${expected}` });
  }
  return {
    // Rows with the same status are adjacent, so the table compresses better with the status first.
    status: status ?? 0,
    kind: kindOf(row),
    // Pages load this table, so a code that follows from the kind is omitted.
    ...(message_code !== `api_v1_${kindOf(row).replaceAll('-', '_')}` && { code: message_code }),
    ...(data_code !== undefined && { dataCode: data_code }),
    ...(resend !== undefined && { resend }),
  };
}

/** A member of ErrorFacts: the facts of a kind, one alternative for each channel in which it occurs. */
function describe(kind: string, rows: readonly ErrorRow[]): string {
  const conditions = rows.map(({ condition }) => `   * ${condition.trim().replaceAll('\n', ' ')}\n`);
  const facts = rows.map(factsOf).join(' | ');
  return `  /**\n${conditions.join('   *\n')}   */\n  '${kind}': ${facts};\n`;
}

function factsOf(row: ErrorRow): string {
  const { channel, status, message_code, retryAction } = row;
  const isEvent = channel === 'event';
  const facts = [
    `channel: '${isEvent ? 'stream' : 'http'}';`,
    `status: ${isEvent ? 'undefined' : status};`,
    `messageCode: '${message_code}';`,
    `data: ${isEvent ? 'types.MessageError' : dataType(row)};`,
    ...(retryAction === undefined ? [] : [`retryAction: '${retryAction}';`]),
  ];
  return `{ ${facts.join(' ')} }`;
}

function dataType(row: ErrorRow): string {
  return row.data ? `types.${nameOfFailure(row)}['data']` : 'unknown';
}
