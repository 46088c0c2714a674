import errors from '../../../../generated/errors.json' with { type: 'json' };
import type { ErrorRowId, RequirementId } from '../../../../generated/ids.d.ts';
import { type ErrorRow, errorRow } from '../../../reference/failures/rows.ts';
import type { OperationId } from '../../../reference/http/operation.ts';
import { type Breakage, breakage, type Wrap } from '../../alteration.ts';
import type { Body } from '../../decorators/requests.ts';
import { type AnswerFacts, rewriteAnswers, rewriteStatus } from '../../decorators/rewrite-answers.ts';

/** For each row of spec/errors.yaml over HTTP, a wrong value for each member by which a client can recognise the failure. */
export const errorRowBreakages: readonly Breakage[] = errors.flatMap(({ id, ...row }) =>
  'status' in row ? wrongAnswers(errorRow(id as ErrorRowId), row.operations as OperationId[]) : [],
);

function wrongAnswers(row: ErrorRow, operations: readonly OperationId[]): Breakage[] {
  const { id, status, message_code, data_code } = row;
  const requirement = `errors.${id}.answer` as RequirementId;
  const wrongStatus = otherStatus(status);
  const isMeant = (body: Body, actual: number) =>
    actual === status &&
    body?.message_code === message_code &&
    (data_code === undefined || body.data?.code === data_code);
  const changeBody = (change: (body: Body) => Body): Wrap =>
    rewriteAnswers(operations, (body, answer: AnswerFacts) =>
      isMeant(body, answer.status) ? change(body) : body,
    );
  return [
    breakage(
      `${requirement}/code`,
      `The failure ${message_code} has another code.`,
      changeBody((body) => ({ ...body, message_code: 'api_v1_request_failed' })),
    ),
    breakage(
      `${requirement}/status`,
      `The failure ${message_code} has the status ${wrongStatus} instead of ${status}.`,
      rewriteStatus(operations, (actual, body) => (isMeant(body, actual) ? wrongStatus : actual)),
    ),
    ...(data_code === undefined
      ? []
      : [
          breakage(
            `${requirement}/data-code`,
            `The failure ${message_code} has no data.code.`,
            changeBody((body) => ({ ...body, data: { ...body.data, code: undefined } })),
          ),
        ]),
  ];
}

/** A plausible status that no row combines with the same code. */
function otherStatus(status: number): number {
  if (status >= 500) return 500;
  return status === 400 ? 422 : 400;
}
