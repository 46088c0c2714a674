import { describe, expect, it } from 'vitest';
import { alarmsIn, checksThatClaim, judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { readHints } from '../../../scripts/ledger/proofs.ts';
import { sampled } from '../../../scripts/test/tiers.ts';
import { ALL_BREAKAGES } from '../../../src/alterations/breakages/index.ts';
import { FRONTS } from '../../../src/alterations/fronts/front.ts';
import { PAGES } from '../../../src/alterations/fronts/pages.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';
import type { Decorator } from '../../../src/reference/ports.ts';
import { assemble } from '../../../src/reference/start.ts';

/** The suite in so many parts, of which one judges each front. */
const PARTS = 40;
/** An operation without a route is not served, which is the service's own fault: the report names it. */
const NOT_SERVED = /^(starlette|kong)-404@one-operation$|^empty-200@one-operation$/;
/** Fronts that only ask to wait, which a run does. */
const PATIENT = /^nginx-(429|503-retry)@(first-3s|one-in-50)$/;
/** What the report names of each kind of front. */
const NAMED =
  /between the suite and the service|asked to wait|second attempt|lag behind|two instances|given up|did not reach its end/;

const partOf = (number: number) => CHECKS.filter((_, index) => index % PARTS === number % PARTS);
const judged = FRONTS.map((front, number) => [front.id, front, number] as const).filter(
  ([id]) => !NOT_SERVED.test(id),
);

describe('a sound server behind', () => {
  it.each(sampled(judged, 12))(
    '%s is never nonconformant, and the reason is named',
    async (id, front, number) => {
      const { report } = await judgeReference({ checks: partOf(number), decorators: [front.open(assemble)] });
      expect(alarmsIn(report)).toEqual([]);
      if (PATIENT.test(id)) expect(report.verdict).toBe('conformant');
      else if (report.verdict !== 'conformant') expect(report.incomplete.join('\n')).toMatch(NAMED);
    },
  );
});

it('a firewall that blocks the methods DELETE and PATCH does not end a run', async () => {
  const blocks: Decorator = {
    wire: (listener) => (request, response) => {
      if (request.method === 'GET' || request.method === 'POST') listener(request, response);
      else response.writeHead(403, { 'content-type': 'text/html', server: 'nginx' }).end('<html></html>');
    },
  };
  const checks = CHECKS.filter(({ id }) => /^(chats|lists|skills)\./.test(id));
  const { report } = await judgeReference({ checks, decorators: [blocks] });
  expect(alarmsIn(report)).toEqual([]);
  const reasons = report.incomplete.join('\n');
  expect(reasons).toMatch(/gave \d+ × 403, text\/html, nginx/);
  expect(reasons).not.toMatch(/given up|was stopped/);
});

it('a service that dies of a request is found, and no check of another request fails', async () => {
  const dies: Decorator = {
    wire: (listener) => (request, response) => {
      const isLong = Number(request.headers['content-length']) > 200;
      if (isLong && request.url === '/api/v1/chats') request.socket.destroy();
      else listener(request, response);
    },
  };
  const checks = CHECKS.filter(({ id }) => id.startsWith('requests.createChat.'));
  const { report, outcomes } = await judgeReference({ checks, decorators: [dies] });
  expect(report.verdict).toBe('nonconformant');
  expect(JSON.stringify(report.requirements)).toContain('no answer: the response broke off');
  const failed = outcomes.filter(({ status }) => status === 'violated').map(({ check }) => check.id);
  const texts = ['beyond-bmp', 'combining'].flatMap((kind) => [`longest-${kind}`, `one-more-${kind}`]);
  expect(failed.toSorted()).toEqual(
    ['longest', 'one-more', ...texts].map((name) => `requests.createChat.name.${name}`).toSorted(),
  );
});

describe('a breakage behind a front that only asks to wait', () => {
  const hintsOf = readHints();
  const broken = ALL_BREAKAGES.filter(({ id }) => hintsOf(id).length > 0);
  const thirty = broken.filter((_, index) => index % Math.floor(broken.length / 30) === 0);

  const cases = FRONTS.filter(({ id }) => PATIENT.test(id)).flatMap((front) =>
    thirty.map((breakage) => [breakage.id, front.id, breakage, front] as const),
  );

  it.each(sampled(cases, 12))('%s is found behind %s', async (id, _, breakage, front) => {
    const ids = new Set(hintsOf(id));
    const checks = CHECKS.filter((check) => ids.has(check.id));
    const run = await judgeReference({ checks, decorators: [breakage, front.open(assemble)] });
    const reported = alarmsIn(run.report, ['failed', 'warned']);
    const found = [
      ...checksThatClaim(breakage.requirement, run),
      ...reported.filter((line) => line.startsWith(breakage.requirement)),
    ];
    expect(found).not.toEqual([]);
  });
});

it('names the source of each page', () => {
  expect(PAGES.filter(({ source }) => source.length < 10)).toEqual([]);
});
