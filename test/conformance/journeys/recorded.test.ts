import { expect, it } from 'vitest';
import type { LoggedExchange } from '../../../src/conformance/drive/logged-exchange.ts';
import { JOURNEYS } from '../../../src/conformance/journeys/catalogue/index.ts';
import { Judgement } from '../../../src/conformance/judge/judgement.ts';
import type { ExchangeRecord } from '../../../src/conformance/recordings/recording-format.ts';
import { RecordingJudge } from '../../../src/conformance/recordings/recording-judge.ts';
import { loadRows } from '../../../src/conformance/registry/registry.ts';
import { reportTarget } from '../../../src/conformance/report/target.ts';
import { exchangesIn } from './judge.ts';
import { MISTAKES } from './mistakes.ts';

/** The requirements that requests alone can show, beside a client that nobody asks to do anything. */
const SHOWN: readonly string[] = [
  'errors.action-not-pending.no-retry',
  'errors.decision-result-unknown.no-resend',
  'errors.outcome-unknown.same-key',
  'errors.save-unconfirmed.check-key',
  'events.error.check-before-repeating',
  'events.error.idempotency-outcome-unknown-same-key',
  'events.error.persistence-failed-check-key',
  'stream.action.verbatim-id',
];

/** The records of exchanges in the order in which a recorder writes them. */
function recordsOf(exchanges: readonly LoggedExchange[]): readonly ExchangeRecord[] {
  return exchanges
    .flatMap((exchange): ExchangeRecord[] => {
      const {
        number,
        request,
        sentAt,
        status,
        headers = {},
        chunks,
        end = 'client',
        endedAt = sentAt,
      } = exchange;
      const { method, path, body } = request;
      const sent = { method, path, headers: request.headers, ...(body && { body: base64(body) }) };
      const at = chunks[0]?.at ?? endedAt;
      return [
        { exchange: number, at: sentAt, request: sent },
        ...(status === undefined ? [] : [{ exchange: number, at, response: { status, headers } }]),
        ...chunks.map((chunk) => ({ exchange: number, at: chunk.at, chunk: base64(chunk.bytes) })),
        { exchange: number, at: endedAt, end },
      ];
    })
    .sort((one, other) => one.at - other.at);
}

function base64(bytes: Uint8Array | string): string {
  return Buffer.from(bytes).toString('base64');
}

function judge(exchanges: readonly LoggedExchange[]) {
  const judgement = new Judgement();
  const recording = new RecordingJudge(judgement, { timeScale: 1 });
  for (const record of recordsOf(exchanges)) recording.take(record, 0);
  recording.stop();
  const { requirements, verdict } = reportTarget('the recording', judgement, loadRows());
  const rows = requirements.filter(({ level, status }) => level === 'client' && status !== 'client');
  return { rows, verdict };
}

const journeyOf = (name: string) => JOURNEYS.filter((journey) => journey.name === name);
const shown = MISTAKES.filter(({ row, mistake }) => SHOWN.includes(row) && mistake);

it.each(shown.map((made) => [made.row, made.journey, made] as const))(
  'a recording shows the violation of %s in %s, as a warning',
  async (row, name, { mistake }) => {
    for (const journey of journeyOf(name)) {
      const { rows, verdict } = judge(await exchangesIn(journey, mistake));
      expect(rows).toContainEqual(expect.objectContaining({ id: row, status: 'warned' }));
      expect(verdict).not.toBe('nonconformant');
    }
  },
);

it('each requirement that requests alone can show has a mistake that shows it', () => {
  expect([...new Set(shown.map(({ row }) => row as string))].sort()).toEqual(SHOWN);
});

it('a recording of the client of this package shows no violation, and that it meets the requirements', async () => {
  const met = new Set<string>();
  for (const journey of JOURNEYS)
    for (const { id, status } of judge(await exchangesIn(journey)).rows) {
      expect({ journey: journey.name, id, status }).toMatchObject({ status: 'passed' });
      met.add(id);
    }
  // This client does not send a lost decision again, so it never learns that none is pending.
  expect([...met].sort()).toEqual(SHOWN.filter((id) => id !== 'errors.action-not-pending.no-retry'));
});
