import errors from '../../../../generated/errors.json' with { type: 'json' };
import { type ErrorRow, type ErrorRowId, errorRow } from '../../../reference/failures/rows.ts';
import type { OperationId } from '../../../reference/http/operation.ts';
import { rewriteAnswers } from '../../decorators/rewrite.ts';
import type { Breakage } from '../breakage.ts';

type Body = Parameters<Parameters<typeof rewriteAnswers>[1]>[0];

/** The breakages of a failure: each thing by which its row of errors.yaml is known, told as something else. */
export function toldWrongly(id: ErrorRowId): Breakage[] {
  const row = errorRow(id);
  const operations = errors.find((candidate) => candidate.id === id)?.operations as OperationId[];
  const requirement = `errors.${id}.answer`;
  const isMeant = (body: Body, status: number) =>
    status === row.status &&
    body?.message_code === row.message_code &&
    (row.data_code === undefined || body.data?.code === row.data_code);
  const other = otherStatus(row);
  const wrong = (what: string, behaviour: string, exchange: Breakage['exchange']): Breakage[] =>
    exchange ? [{ id: `${requirement}/${what}`, requirement, port: 'exchange', behaviour, exchange }] : [];
  return [
    ...wrong(
      'code',
      `A failure that is ${row.message_code} is told with another code.`,
      rewriteAnswers(operations, (body, { status }) =>
        isMeant(body, status) ? { ...body, message_code: 'api_v1_request_failed' } : body,
      ),
    ),
    ...wrong(
      'status',
      `The failure ${row.message_code} comes with ${other} instead of ${row.status}.`,
      rewriteAnswers(
        operations,
        (body) => body,
        (status, body) => (isMeant(body, status) ? other : status),
      ),
    ),
    ...wrong(
      'data-code',
      `The failure ${row.message_code} does not say in data.code which one it is.`,
      row.data_code === undefined
        ? undefined
        : rewriteAnswers(operations, (body, { status }) =>
            isMeant(body, status) ? { ...body, data: { ...body.data, code: undefined } } : body,
          ),
    ),
  ];
}

/** A status that is as plausible, and that no row has with the same code. */
function otherStatus({ status }: ErrorRow): number {
  if (status >= 500) return 500;
  return status === 400 ? 422 : 400;
}
