import type { RequestListener, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { wholeRun } from '../../../scripts/ledger/whole-run.ts';
import { rewriteEverywhere } from '../../../src/alterations/decorators/rewrite-everywhere.ts';
import { rewriteLists } from '../../../src/alterations/decorators/rewrite-lists.ts';
import { rewriteWhole } from '../../../src/alterations/decorators/rewrite-whole.ts';
import { inResponses, onAnswer } from '../../../src/alterations/decorators/wire.ts';
import { ownerGuards } from '../../../src/alterations/families/missing-guards/owners.ts';
import { FRONTS } from '../../../src/alterations/fronts/front.ts';
import { VARIANTS } from '../../../src/alterations/variants/index.ts';
import { groupFailures } from '../../../src/conformance/report/group-failures.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';
import { PROXY_SYMPTOMS } from '../../../src/conformance/verdict/before-the-service.ts';
import { findCap } from '../../../src/conformance/verdict/capped-lists.ts';
import { findFlushedByPings } from '../../../src/conformance/verdict/delivery.ts';
import { findSplitMemory } from '../../../src/conformance/verdict/split-memory.ts';
import { findUnfiltered } from '../../../src/conformance/verdict/unfiltered-operations.ts';
import type { Decorator, Ports } from '../../../src/reference/ports.ts';
import { assemble } from '../../../src/reference/start.ts';

/** A server that makes one mistake everywhere, with checks that meet it. */
interface Mistake {
  readonly decorator: Decorator;
  readonly checks: RegExp;
  /** What the remark says. */
  readonly cause: RegExp;
  /** The blocks of failures in the report. */
  readonly blocks: number;
}

const MISTAKES: Readonly<Record<string, Mistake>> = {
  'sends integers as text': {
    decorator: {
      exchange: rewriteEverywhere((value, name) =>
        name?.endsWith('id') && Number.isInteger(value) ? String(value) : value,
      ),
    },
    checks:
      /^(turns\.send\.exists|turns\.stream\.exists|skills\.visibility\.|catalog\.get|errors\.turn-failed)/,
    cause: /^likely cause of (\d+) of \1 violated requirements: integers are sent as text.*\(exchanges \d+, /,
    blocks: 1,
  },
  'sends times in seconds': {
    decorator: {
      exchange: rewriteEverywhere((value, name) =>
        name?.endsWith('_at') && typeof value === 'string' ? Date.parse(value) / 1000 : value,
      ),
    },
    checks: /^(turns\.send\.exists|chats\.get|skills\.update\.name)$/,
    cause: /^likely cause of (\d+) of \1 violated requirements: times are sent as numbers/,
    blocks: 1,
  },
  'wraps the data of every answer, also of failures': {
    decorator: {
      exchange: rewriteWhole((value) => (value?.meta ? { ...value, data: { result: value.data } } : value)),
    },
    checks: /^(turns\.send\.exists|chats\.get|catalog\.get|errors\.(save-unconfirmed|outcome-unknown))$/,
    cause: /^likely cause of (\d+) of \1 violated requirements: the payload is wrapped in "result"/,
    blocks: 1,
  },
  'caps every list': {
    decorator: {
      exchange: rewriteLists(['listChats', 'listMessages', 'listSkills'], ({ items, page, size }) => ({
        data: items.slice((page - 1) * size, page * size).slice(0, 2),
        total: items.length,
      })),
    },
    checks: /^(chats\.list|lists\.size\.turns|skills\.visibility\.)/,
    cause: /^likely cause of (\d+) of \1 violated requirements: no list has more than 2 items/,
    blocks: 1,
  },
  'forgets the credential in one handler': {
    decorator: { exchange: servingStrangers('getChat') },
    checks: /^(credentials\.ownership\.second|chats\.namespace\.everywhere\.main)$/,
    cause:
      /^likely cause of 2 of 2 violated requirements: GET \/chats\/\{chat_id\}: chats of other credentials are served, which .* refuses/,
    blocks: 1,
  },
  'does not share among its instances which turns run': {
    decorator: sharingTheStoreOnly(),
    checks: /^interactions\.(approve-tool|series|respond|in-a-row)/,
    cause:
      /^likely cause of (\d+) of \1 violated requirements: of the first answers to interactions, \d+ were taken and \d+ were answered 404/,
    blocks: 1,
  },
  'stands behind a proxy that puts pages in place of failures': {
    decorator: inResponses((response) =>
      onAnswer(response, (answer) =>
        answer.status < 400
          ? answer
          : { ...answer, headers: { 'content-type': 'text/html', server: 'nginx' }, text: '<html></html>' },
      ),
    ),
    checks: /^((chats|skills)\.(get|update|delete)|errors\.idempotency-conflict|interactions\.second)/,
    cause:
      /^likely cause of (\d+) of \1 violated requirements: failures are no JSON \(\d{3}, text\/html, nginx\): something before the service/,
    blocks: 1,
  },
  'stands behind a proxy that drops the key of a send': {
    decorator: inResponses((_, request) => {
      delete request.headers['idempotency-key'];
    }),
    checks: /^(turns\.(send|stream)\.exists|chats\.implicit)/,
    cause:
      /^likely cause of (\d+) of \1 violated requirements: sends with an Idempotency-Key are refused as if they had none/,
    blocks: 1,
  },
  'stands behind a cache that does not look at credentials': {
    decorator: inResponses(cacheCatalog()),
    checks: /^(catalog\.|chats\.get)/,
    cause: /^likely cause of \d+ of \d+ violated requirements: reads get an earlier answer again/,
    blocks: 1,
  },
  'flushes streams only with pings': {
    decorator: inResponses(flushWithPings),
    checks: /^stream\.ping\.(after|pending)-/,
    cause: /^each of the \d+ streams with a ping began with it: .*\(exchanges \d+, \d+, \d+, …\)$/,
    blocks: 0,
  },
};

it('finds no cause in a sound server', async () => {
  const { exchanges } = await wholeRun();
  const found = [
    ...PROXY_SYMPTOMS.map((find) => find({ exchanges })),
    ...[findCap, findFlushedByPings, findSplitMemory, findUnfiltered].map((find) => find(exchanges, 1)),
  ];
  expect(found.filter((symptom) => symptom)).toEqual([]);
});

describe('a server that', () => {
  it.each(Object.entries(MISTAKES))('%s is reported once, with its cause', async (_, mistake) => {
    const { report, remarks, exchanges, outcomes } = await judgeReference({
      checks: CHECKS.filter(({ id }) => mistake.checks.test(id)),
      decorators: [mistake.decorator],
    });
    const violated = report.requirements
      .filter(({ status }) => status === 'failed')
      .map((row) => ({
        ...row,
        findings: row.findings.map((finding) => ({
          ...finding,
          ...requestOf(exchanges[finding.exchange ?? -1]),
        })),
      }));
    const blocks = groupFailures(
      violated,
      outcomes.map(({ check, status }) => ({ ...check, status })),
    );
    expect(remarks).toEqual([expect.stringMatching(mistake.cause)]);
    expect(blocks.map(({ rows: [{ id }] }) => id)).toHaveLength(mistake.blocks);
  });

  it('has two instances without a common store is incomplete for that one reason', async () => {
    const front = FRONTS.find(({ id }) => id === 'two-instances');
    const { report } = await judgeReference({
      checks: CHECKS.filter(({ id }) => /^(chats\.(get|update|delete)|interactions\.series)/.test(id)),
      decorators: front ? [front.open(assemble)] : [],
    });
    const reasons = report.incomplete.map((line) => line.replace(/^\S+ did not reach its end: /, ''));
    expect([...new Set(reasons)]).toEqual([expect.stringMatching(/two instances that share no state\?$/)]);
  });

  it('pings after any fifteen seconds, silent or not, holds nothing back', async () => {
    const always = VARIANTS.filter(({ behaviour }) => behaviour.startsWith('A ping comes every fifteen'));
    const { remarks } = await judgeReference({
      checks: CHECKS.filter(({ id }) => id.startsWith('stream.ping.after-')),
      decorators: always,
    });
    expect(always).toHaveLength(1);
    expect(remarks).toEqual([]);
  });
});

function requestOf(
  exchange: { readonly request: { readonly method: string; readonly path: string } } | undefined,
) {
  return exchange && { request: `${exchange.request.method} ${exchange.request.path}` };
}

function servingStrangers(operation: string) {
  const guard = ownerGuards().find(({ place }) => place === `${operation}:second`);
  const wrap = guard?.wraps['not-made']?.[1];
  if (!wrap) throw new RangeError(`no guard of ${operation}`);
  return wrap;
}

/** Sends requests by turns to two servers with one store, of which each knows only the turns that it runs. */
function sharingTheStoreOnly(): Decorator {
  let shared: Ports | undefined;
  let second: Promise<RequestListener> | undefined;
  let count = 0;
  const openSecond = async ({ store, clock }: Ports): Promise<RequestListener> => {
    let opened: RequestListener = () => {};
    const keep: Decorator = {
      ports: (ports) => ({ ...ports, store }),
      wire: (listener) => {
        opened = listener;
        return listener;
      },
    };
    const listen = async () => ({ url: '', address: '' });
    await assemble({ faults: true, clock, listen, decorators: [keep], report() {} });
    return opened;
  };
  return {
    ports(ports) {
      shared = ports;
      return ports;
    },
    wire: (first) => (request, response) => {
      count += 1;
      if (shared) second ??= openSecond(shared);
      if (count % 2 === 1) first(request, response);
      else void second?.then((listener) => listener(request, response));
    },
  };
}

/** Holds back what a stream writes, until a ping or the end. */
function flushWithPings(response: Pick<ServerResponse, 'write' | 'end'>): void {
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  let held = '';
  const flush = () => {
    if (held !== '') write(held);
    held = '';
  };
  response.write = ((piece: string | Uint8Array) => {
    held += Buffer.from(piece as string).toString();
    if (held.includes('event: ping')) flush();
    return true;
  }) as typeof write;
  response.end = ((piece?: string | Uint8Array) => {
    flush();
    return end(piece);
  }) as typeof end;
}

/** Answers every read of the catalog with the first answer, whoever asks. */
function cacheCatalog(): Parameters<typeof inResponses>[0] {
  let first: string | undefined;
  return (response, { url = '' }) => {
    if (!url.endsWith('/chat/catalog')) return;
    onAnswer(response, ({ status, headers, text }) => {
      if (status === 200) first ??= text;
      return { status: first === undefined ? status : 200, headers, text: first ?? text };
    });
  };
}
