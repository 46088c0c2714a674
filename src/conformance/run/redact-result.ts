import { maskQuery } from '../../secrets/index.ts';
import type { LoggedExchange } from '../drive/logged-exchange.ts';
import { Judgement } from '../judge/judgement.ts';
import type { Profile } from '../profile/profile.ts';
import { Redactor } from '../redaction/redact.ts';
import { redactHeaders, secretsInHeaders } from '../redaction/redact-headers.ts';
import { MOST_SHOWN, showsAll } from '../report/exchange-text.ts';
import type { SuiteResult } from '../verdict/outcome.ts';

/**
 * Masks the secrets in the result of a run. Every result passes through this function before it is cut, rendered or written. Bodies are
 * masked in place.
 *
 * @param kept which exchanges to keep: those that the report may show, or all
 */
export function redactResult(
  result: SuiteResult,
  profile: Secrets,
  kept: 'named' | 'all' = 'named',
): SuiteResult {
  const { judgement, outcomes, exchanges, readings = [], remarks, server } = result;
  const named = exchangesNamed(judgement);
  const isAll = showsAll(outcomes);
  const redactor = redactorFor(profile, exchanges);
  return {
    ...result,
    server: server === undefined ? undefined : redactor.text(server),
    judgement: redactJudgement(judgement, redactor),
    remarks: remarks.map((remark) => redactor.text(remark)),
    outcomes: outcomes.map((outcome) => ({
      ...outcome,
      ...(outcome.reason !== undefined && { reason: redactor.text(outcome.reason) }),
      left: redactor.json(outcome.left),
    })),
    readings: redactor.json(readings),
    exchanges: exchanges
      .filter(({ number }, index) => kept === 'all' || named.has(number) || (isAll && index < MOST_SHOWN))
      .map((exchange) => redactExchange(exchange, redactor)),
  };
}

type Secrets = Pick<Profile, 'credentials' | 'headers' | 'application' | 'faults'>;

/** Creates a redactor for the secrets of a profile and for every value that was sent as a credential. */
export function redactorFor(profile: Secrets, exchanges: readonly LoggedExchange[]): Redactor {
  return new Redactor([...secretsOfProfile(profile), ...secretsSent(exchanges)]);
}

function exchangesNamed({ rows }: Judgement): Set<number | undefined> {
  return new Set(
    [...rows.values()].flatMap(({ findings }) =>
      findings.flatMap(({ exchange, others = [] }) => [exchange, ...others]),
    ),
  );
}

function redactJudgement(judgement: Judgement, redactor: Redactor): Judgement {
  const redacted = new Judgement();
  redacted.events = judgement.events;
  redacted.exchanges = judgement.exchanges;
  redacted.bytes = judgement.bytes;
  redacted.incomplete.push(...redactor.json(judgement.incomplete));
  for (const [id, { notJudged, findings, elsewhere, ...row }] of judgement.rows) {
    redacted.rows.set(id, {
      ...row,
      findings: redactor.json(findings),
      ...(elsewhere && { elsewhere: new Map(redactor.json([...elsewhere])) }),
      ...(notJudged !== undefined && { notJudged: redactor.text(notJudged) }),
    });
  }
  return redacted;
}

function redactExchange(exchange: LoggedExchange, redactor: Redactor): LoggedExchange {
  const { request, chunks, headers, length, problem } = exchange;
  const kept = chunks.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const pieces = chunks.map(({ bytes }) => bytes);
  // In place, so that large bodies are not in memory twice.
  for (const [index, masked] of redactor.pieces(pieces, kept < length).entries()) pieces[index]?.set(masked);
  return {
    ...exchange,
    request: {
      ...request,
      path: maskQuery(redactor.text(request.path)),
      headers: redactHeaders(request.headers, redactor),
      ...(request.body && { body: redactor.pieces([request.body])[0] }),
    },
    ...(headers && { headers: redactHeaders(headers, redactor) }),
    ...(problem !== undefined && { problem: redactor.text(problem) }),
  };
}

function secretsOfProfile({ credentials, headers, application, faults }: Secrets): string[] {
  const sent = [headers, application?.headers ?? {}, ...Object.values(faults).map((fault) => fault.headers)];
  return [...Object.values(credentials).map(({ token }) => token), ...sent.flatMap(secretsInHeaders)];
}

/** Every value that was sent as a credential, including values that are not in the profile. */
function secretsSent(exchanges: readonly LoggedExchange[]): Set<string> {
  return new Set(exchanges.flatMap(({ request }) => secretsInHeaders(request.headers)));
}
