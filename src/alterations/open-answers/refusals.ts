import { OPERATIONS } from '../../reference/http/operation.ts';
import type { PortChange } from '../alteration.ts';
import type { Body } from '../decorators/requests.ts';
import { inResponses, onAnswer } from '../decorators/wire.ts';
import type { Choose } from './chance.ts';
import { type Failure, UNDECIDED_FAILURES } from './undecided-failures.ts';

/**
 * Statuses for refusals. Statuses that ask a client to retry or to authenticate are left out, because they would change what it does next.
 */
const STATUSES = [400, 403, 404, 405, 409, 410, 412, 415, 422, 451] as const;
const CODES = [
  'api_v1_not_found',
  'api_v1_validation_error',
  'api_v1_invalid_request',
  'request.refused',
  'E1004',
  '',
] as const;

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json';

/** Possible bodies for a refusal without a row in section 7. */
const BODIES: readonly [MakeBody, ...MakeBody[]] = [
  (body, code) => json({ ...body, message_code: code }),
  (_, code) => json({ message_code: code }),
  (body, code) => json({ ...body, status: 'fail', message_code: code, data: [code], meta: null }),
  () => json({ detail: [{ loc: ['body'], msg: 'refused', type: 'value_error' }] }),
  () => json({ error: 'refused' }),
  () => json('refused'),
  () => ({ type: HTML, text: '<!doctype html><title>Refused</title><p>Refused.' }),
  () => ({ type: 'text/plain', text: 'refused\n' }),
  () => ({ type: undefined, text: '' }),
];

type MakeBody = (body: Body, code: string) => { readonly type: string | undefined; readonly text: string };

/** Answers each undecided refusal in a random way. */
export function openRefusals(choose: Choose): PortChange {
  return inResponses((response, { method = '', url = '' }) =>
    onAnswer(response, (answer) => {
      if (answer.status < 400) return answer;
      const failure = failureOf(method, url, answer);
      const undecided = UNDECIDED_FAILURES.find(({ matches }) => matches(failure));
      if (!undecided) return answer;
      const place = `${undecided.name} ${failure.operation?.operationId}`;
      if (choose(`${place} as it is`, [true, false, false])) return answer;
      const { type, text } = choose(`${place} body`, BODIES)(failure.body, choose(`${place} code`, CODES));
      const { 'content-type': _, ...headers } = answer.headers;
      const status = choose(`${place} status`, STATUSES);
      return { status, headers: { ...headers, ...(type && { 'content-type': type }) }, text };
    }),
  );
}

function failureOf(method: string, url: string, { status, text }: { status: number; text: string }): Failure {
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  const segments = pathname.split('/');
  const operation = OPERATIONS.find(
    (each) => each.method === method && isPathOf(each.path.split('/'), segments),
  );
  const parameters = operation?.path
    .split('/')
    .flatMap((name, at) => (name.startsWith('{') ? decodeURIComponent(segments[at] ?? '') : []));
  return { operation, parameters: parameters ?? [], query: searchParams, status, body: parse(text) };
}

function isPathOf(names: readonly string[], segments: readonly string[]): boolean {
  return (
    names.length === segments.length &&
    names.every((name, at) => name.startsWith('{') || name === segments[at])
  );
}

function json(value: unknown): ReturnType<MakeBody> {
  return { type: JSON_TYPE, text: JSON.stringify(value) };
}

function parse(text: string): Body {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
