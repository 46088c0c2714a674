import operations from '../../../generated/operations.json' with { type: 'json' };
import { matchesContract, type TypeName } from '../../../generated/validators.js';
import type { WireAnswer } from './answer-reader.ts';
import type { Expected } from './request.ts';

const RESPONSES = new Map(
  operations.map(({ operationId, responses }) => [
    operationId,
    responses as Readonly<Record<string, TypeName>>,
  ]),
);

/** Returns the violation of an answer, or undefined if it is right for any request that expects it. */
export function judgeAnswer(answer: WireAnswer, { isHead, operationId }: Expected): string | undefined {
  const { status, headers, body, isStream } = answer;
  if (status < 200 || status >= 500 || (status >= 300 && status < 400))
    return `it is ${status}: ${show(body)}`;
  if (isHead) return undefined;
  if (isStream)
    return operationId === undefined || operationId === 'streamMessage' ? undefined : 'it is a stream';
  if (headers.get('content-type') !== 'application/json; charset=utf-8')
    return `its content-type is ${headers.get('content-type')}`;
  const value = parse(body);
  if (value === undefined) return `it is not JSON: ${show(body)}`;
  const type = status >= 400 ? 'FailureResponse' : RESPONSES.get(operationId ?? '')?.[status];
  const validate = type && matchesContract[type];
  if (validate && !validate(value))
    return `${status} is not a ${type}: ${JSON.stringify(validate.errors)} in ${show(body)}`;
  if (status >= 400 && !hasRequestId(value)) return `it has no request id: ${show(body)}`;
  return undefined;
}

function hasRequestId(value: unknown): boolean {
  const { meta } = value as { meta?: { request_id?: unknown } };
  return typeof meta?.request_id === 'string';
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

function show(body: Buffer): string {
  return JSON.stringify(body.toString('latin1', 0, 600));
}
