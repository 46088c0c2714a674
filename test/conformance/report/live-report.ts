import { reportExchange } from '../../../src/conformance/report/evidence.ts';
import type { Report } from '../../../src/conformance/report/model.ts';
import { judgeBytes, registry } from './judge-bytes.ts';

/** The report of a live run, with this text in every place that the target controls. */
export async function hostileLiveReport(hostile: string): Promise<Report> {
  const data = JSON.stringify({ chat_id: hostile, message_id: hostile, request_id: hostile });
  const line = hostile.replaceAll(/[\r\n]/g, ' ');
  const stream = Buffer.from(`event: message.start\ndata: ${data}\n\nevent: ${line}\ndata: ${line}\n\n`);
  const judged = await judgeBytes(hostile, stream);
  const exchange = reportExchange(
    {
      number: 0,
      check: 'stream.any',
      actor: 'main',
      request: {
        method: 'POST',
        path: `/api/v1/${hostile}`,
        headers: { authorization: 'Bearer ***', 'x-hostile': hostile },
        body: Buffer.from(JSON.stringify({ content: hostile })),
      },
      sentAt: 100,
      status: 200,
      headers: { 'content-type': 'text/event-stream', [hostile]: hostile },
      chunks: [
        { at: 112.4, bytes: stream.subarray(0, 40) },
        { at: 150, bytes: stream.subarray(40) },
      ],
      length: stream.length,
      end: 'server',
      problem: hostile,
    },
    'http://localhost:4010',
    [1],
  );
  return {
    tool: { name: 'conversation-api', version: '0.0.0' },
    contract: registry.contract,
    mode: 'live',
    ...judged,
    incomplete: [hostile],
    requirements: judged.requirements.map((row) => ({
      ...row,
      findings: row.findings.map((finding) => ({
        ...finding,
        exchange: 0,
        check: 'stream.any',
        again: `npx --no conversation-api check ${hostile} --only stream.any`,
      })),
    })),
    timeScale: 100,
    checks: [{ id: 'stream.any', status: 'incomplete', reason: hostile }],
    evidence: [exchange],
    readings: [
      {
        point: 'A-85',
        title: hostile,
        status: 'contradictory',
        readings: ['closes', hostile].map((reading) => ({
          reading,
          text: hostile,
          count: 4,
          evidence: [{ exchange: 0, check: 'stream.any', request: hostile, answer: hostile }],
        })),
      },
      { point: 'A-84', title: hostile, status: 'not-seen', readings: [] },
      { point: 'A-26', title: hostile, status: 'hidden', readings: [], reason: hostile },
    ],
    figures: [
      {
        operation: hostile,
        requests: 40,
        serverErrors: 1,
        broken: 1,
        answers: { count: 38, p50: 12, p99: 90, max: 91, buckets: { 28: 30, 51: 8 } },
      },
    ],
    leftovers: [hostile],
    shard: { index: 1, count: 2 },
    knownFailures: {
      known: [{ id: 'stream.any', reason: hostile, expires: '2026-12-31' }],
      stale: [],
      expired: [],
      unseen: [],
      unlisted: [],
    },
  };
}
