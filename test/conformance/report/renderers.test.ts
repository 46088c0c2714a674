import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderBadge } from '../../../src/conformance/report/badge.ts';
import { renderGithub } from '../../../src/conformance/report/github.ts';
import { renderGitlab } from '../../../src/conformance/report/gitlab.ts';
import { renderHtml } from '../../../src/conformance/report/html/index.ts';
import { renderJson } from '../../../src/conformance/report/json.ts';
import { renderJunit } from '../../../src/conformance/report/junit.ts';
import type { Report, RequirementReport, TargetReport } from '../../../src/conformance/report/model.ts';
import { renderPretty } from '../../../src/conformance/report/pretty.ts';
import { readRecording } from '../../cli/workspace.ts';
import { judgeBytes, registry, reportOf } from './judge-bytes.ts';
import { hostileLiveReport } from './live-report.ts';

const HOSTILE = '\u001b[2J\u009b1m\u202e</failure>]]>&"\ufffe';

let sound: TargetReport;
let broken: TargetReport;
let partial: TargetReport;
let nothing: TargetReport;
let hostile: TargetReport;
let damaged: TargetReport;
let live: Report;

beforeAll(async () => {
  sound = await judgeBytes('sound.sse', readRecording('valid/plain.sse'));
  const texts = readRecording('broken/usage-strings.sse').toString();
  // No program has a common cause to send these, so each stands alone.
  broken = await judgeBytes('broken.sse', texts.replaceAll(/"\d+"/g, 'true'));
  partial = await judgeBytes('partial.sse', readRecording('valid/plain.sse').subarray(0, 600), 'sse', {
    isPartial: true,
  });
  nothing = await judgeBytes('nothing.sse', '');
  const data = JSON.stringify({ chat_id: HOSTILE, message_id: HOSTILE, request_id: HOSTILE });
  const events = `event: message.start\ndata: ${data}\n\nevent: ${HOSTILE}\ndata: ${HOSTILE}\n\n`;
  live = await hostileLiveReport(HOSTILE);
  hostile = await judgeBytes(`hostile${HOSTILE}.sse`, events);
  damaged = await judgeBytes(`damaged${HOSTILE}.sse`, `${events}curl: (18) ${HOSTILE}\n`);
});

/** The report of the broken recording, with a known-failures list of its violations. @param stale further ids on the list, without a violation */
function listedReport(...stale: readonly string[]): Report {
  const entry = (id: string) => ({ id, reason: 'TICKET-1', expires: '2026-12-31' });
  const failed = broken.requirements.filter(({ status }) => status === 'failed');
  const known = failed.map(({ id }) => entry(id));
  const knownFailures = { known, stale: stale.map(entry), expired: [], unseen: [], unlisted: [] };
  return { ...reportOf(broken), knownFailures } as Report;
}

/** The report of the broken recording as that of an exploration, in which several checks did not finish. */
function exploredReport(): Report {
  const [first] = broken.requirements.filter(({ status }) => status === 'failed');
  const found = [
    {
      requirements: [first?.id ?? ''],
      steps: [],
      words: ['create a chat', 'send a <turn>'],
      shown: { times: 3, of: 3 },
      curl: [],
    },
  ];
  const untaken = Array.from({ length: 12 }, (_, at) => ({
    why: `needs resource:r${at}`,
    actions: ['a', 'b'],
  }));
  const exploration = { seed: 1, sequences: 1, actions: {}, pairs: { seen: 0, of: 1 }, untaken, found };
  const incomplete = ['a', 'b', 'c'].map((id) => `chats.${id} did not reach its end: the target is slow`);
  return { ...reportOf(broken), exploration, incomplete } as Report;
}

describe('the report of an exploration', () => {
  it('has the shortest sequence in the case of its requirement as JUnit, and on the page', () => {
    const words =
      /Shortest sequence: \S+, in 2 steps, shown 3 of 3 times\s1\. create a chat\s2\. send a &lt;turn&gt;/;
    expect(
      renderJunit(exploredReport()).replaceAll('&#10;', '\n').match(new RegExp(words, 'g')),
    ).toHaveLength(1);
    expect(renderHtml(exploredReport())).toMatch(
      /Shortest sequence: \S+, in 2 steps.*<li>send a &lt;turn&gt;<\/li>/s,
    );
  });

  it('has the steps that could not be taken, with the first ten reasons', () => {
    const text = renderPretty(exploredReport());
    expect(text).toContain('  Steps that could not be taken\n    needs resource:r0: a, b\n');
    expect(text).toContain('needs resource:r9: a, b\n    2 other reasons (--verbose names them)\n');
    expect(renderPretty(exploredReport(), { isVerbose: true })).toContain('needs resource:r11: a, b\n');
  });

  it('has failures before what is incomplete on the page, grouped by reason', () => {
    const page = renderHtml(exploredReport());
    const reason = '3 checks did not reach their end: the target is slow: chats.a, chats.b, chats.c';
    expect(page.includes(reason)).toBe(true);
    expect(page.indexOf('Failures')).toBeLessThan(page.indexOf(reason));
  });
});

const everyReport = (): [string, Report][] => [
  ['one', reportOf(sound)],
  ['broken', reportOf(broken)],
  ['partial', reportOf(partial)],
  ['nothing', reportOf(nothing)],
  ['hostile', reportOf(hostile)],
  ['damaged', reportOf(damaged)],
  ['live', live],
  ['several', reportOf(sound, broken, partial, nothing, hostile, damaged)],
];

/** Whether a text has control characters other than line feed, C1 controls or bidirectional overrides. */
function hasUnsafe(text: string): boolean {
  return [...text].some((character) => {
    const code = character.codePointAt(0) ?? 0;
    return (code < 0x20 && code !== 0x0a) || (code >= 0x7f && code <= 0x9f) || code === 0x202e;
  });
}

describe('the JSON report', () => {
  const schema = JSON.parse(
    readFileSync(new URL('../../../spec/formats/report.schema.json', import.meta.url), 'utf8'),
  );
  const validate = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true }).compile(
    schema,
  );

  it('has the published format for every kind of input', () => {
    for (const [name, report] of everyReport()) {
      validate(JSON.parse(renderJson(report)));
      expect({ name, errors: validate.errors }).toEqual({ name, errors: null });
    }
  });

  it('does not have that format with a wrong status, verdict or member', () => {
    const report = JSON.parse(renderJson(reportOf(broken)));
    for (const change of [
      { verdict: 'fine' },
      { requirements: [{ ...report.requirements[0], status: 'ok' }] },
      { summary: { ...report.summary, failed: undefined } },
      { targets: [] },
      { shard: { index: 0, count: 2 } },
      { checks: [{ id: 'x', status: 'fine' }] },
      { evidence: [{}] },
      { damage: [{}] },
      { readings: [{ point: 'A-85', title: 'Closing', status: 'seen' }] },
      { figures: [{ operation: 'listChats', requests: 1, serverErrors: 0, broken: 0, answers: { p50: 1 } }] },
    ]) {
      expect(validate(JSON.parse(JSON.stringify({ ...report, ...change })))).toBe(false);
    }
  });

  it('holds the values of the report, without terminal control characters', () => {
    for (const [, report] of everyReport()) {
      const text = renderJson(report);
      expect(JSON.parse(text)).toEqual(report);
      expect(hasUnsafe(text)).toBe(false);
    }
  });

  it('lists every requirement of the registry with its statements', () => {
    const { requirements } = JSON.parse(renderJson(reportOf(sound)));
    expect(
      requirements.map(({ id, statements }: { id: string; statements: string[] }) => ({ id, statements })),
    ).toEqual(registry.requirements.map(({ id, statements }) => ({ id, statements })));
  });
});

describe('the JUnit report', () => {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseAttributeValue: true,
    isArray: (name) => name === 'testsuite' || name === 'testcase',
  });
  const suitesOf = (report: Report) => parser.parse(renderJunit(report)).testsuites;

  it('is well-formed, without terminal control characters', () => {
    for (const [name, report] of everyReport()) {
      const xml = renderJunit(report);
      expect({ name, valid: XMLValidator.validate(xml) }).toEqual({ name, valid: true });
      expect(hasUnsafe(xml)).toBe(false);
      expect(xml).not.toContain('\ufffe');
    }
  });

  it('names the versions of the tool and of the contract in each suite', () => {
    const report = reportOf(sound);
    const xml = renderJunit(report);
    expect(xml).toContain(`<property name="conversation-api" value="${report.tool.version}"/>`);
    expect(xml).toContain(`<property name="contract" value="${report.contract}"/>`);
  });

  it('has each pair of class and name once, and the file of each case', () => {
    const suites = suitesOf(reportOf(sound, broken, partial, nothing)).testsuite;
    const cases = suites.flatMap(({ testcase }: { testcase: object[] }) => testcase);
    const pairs = cases.map(({ classname, name }: Record<string, string>) => `${classname} ${name}`);
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(pairs).toContainEqual(expect.stringMatching(/^broken\.sse: \S+ usage\.\S+$/));
    expect(new Set(cases.map(({ file }: Record<string, string>) => file)).size).toBe(4);
  });

  it('has the area as the class of a case if there is one input, and no file for a live run', () => {
    const casesOf = (report: Report) => suitesOf(report).testsuite[0].testcase;
    expect(casesOf(reportOf(broken))).toContainEqual(
      expect.objectContaining({ classname: 'usage', file: 'broken.sse' }),
    );
    expect(casesOf(live).filter((each: object) => 'file' in each)).toEqual([]);
  });

  it('has a suite for each input, with the counts of its cases', () => {
    const { testsuite: suites, ...totals } = suitesOf(reportOf(sound, broken, partial, nothing));
    expect(suites.map(({ name }: { name: string }) => name)).toEqual([
      'sound.sse',
      'broken.sse',
      'partial.sse',
      'nothing.sse',
    ]);
    const sums = { tests: 0, failures: 0, errors: 0, skipped: 0 };
    for (const { testcase: cases, ...suite } of suites) {
      const having = (member: string) => cases.filter((one: object) => member in one).length;
      const counts = {
        tests: cases.length,
        failures: having('failure'),
        errors: having('error'),
        skipped: having('skipped'),
      };
      expect(suite).toMatchObject(counts);
      for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += counts[key];
    }
    expect(totals).toMatchObject(sums);
  });

  it('has a case for each requirement, failed if a must was violated', () => {
    const [suite] = suitesOf(reportOf(broken)).testsuite;
    expect(suite.testcase.map(({ name }: { name: string }) => name)).toEqual(
      registry.requirements.map(({ id }) => id),
    );
    const failed = suite.testcase.filter((one: object) => 'failure' in one);
    expect(failed.map(({ name }: { name: string }) => name)).toEqual(
      broken.requirements.filter(({ status }) => status === 'failed').map(({ id }) => id),
    );
    expect(failed[0].failure['#text']).toContain('/usage/prompt_tokens');
  });

  it('assigns the time of the checks to the requirements they verify, and none if no check ran', () => {
    const [first, second, third] = registry.requirements.map(({ id }) => id);
    const checks = [{ id: 'a.b', status: 'passed', duration: 3000, requirements: [first, second] }] as const;
    const [suite] = suitesOf({ ...live, checks } as Report).testsuite;
    const timeOf = (wanted?: string) =>
      suite.testcase.find(({ name }: { name: string }) => name === wanted)?.time;
    expect([first, second, third].map(timeOf)).toEqual([1.5, 1.5, undefined]);
  });

  it('skips a violation that is listed as known, with its findings', () => {
    const { failures, testsuite } = suitesOf(listedReport());
    expect(failures).toBe(0);
    const [row] = testsuite[0].testcase.filter((each: object) => 'system-out' in each);
    expect(row.skipped.message).toBe('known failure until 2026-12-31: TICKET-1');
    expect(row['system-out']).toContain('/usage/prompt_tokens');
  });

  it('fails a case for an entry that no longer counts', () => {
    const { failures, tests, testsuite } = suitesOf(listedReport('stream.start.first'));
    expect([failures, tests]).toEqual([1, broken.requirements.length + 1]);
    expect(testsuite[0].testcase[0].failure.message).toContain(
      'stale: stream.start.first is listed and was met',
    );
  });

  it('does not pass an input that was judged only in part or not at all', () => {
    for (const target of [partial, nothing]) {
      const [suite] = suitesOf(reportOf(target)).testsuite;
      expect(suite.errors).toBe(1);
      expect(suite.testcase[0]).toMatchObject({ classname: 'verdict', name: target.verdict });
      expect(suite.testcase[0].error.message).not.toBe('');
    }
    expect(suitesOf(reportOf(sound))).toMatchObject({ errors: 0, failures: 0 });
  });
});

describe('the report as workflow commands', () => {
  /** GitHub reads two colons at the start of a line as a command, and its older form anywhere in a line. */
  const commandsIn = (text: string) =>
    text.split(/[\r\n]/).flatMap((line) => /^\s*::(\S+)|##\[(\S+)/.exec(line)?.slice(1).join('') ?? []);

  it('has the verdict, and an annotation for each requirement that was violated', () => {
    const text = renderGithub(reportOf(broken));
    const failed = broken.requirements.filter(({ status }) => status === 'failed');
    expect(commandsIn(text)).toEqual(Array.from({ length: failed.length + 1 }, () => 'error'));
    for (const { id } of failed) expect(text).toContain(`::error title=${id}::`);
    expect(renderGithub(reportOf(sound))).toMatch(/^::notice title=Conformance::conformant, recording: /);
  });

  it('has notices for violations that are listed as known, and an error for an entry that no longer counts', () => {
    const kinds = new Set(commandsIn(renderGithub(listedReport())));
    expect([...kinds]).toEqual(['notice']);
    const text = renderGithub(listedReport('stream.start.first'));
    expect(text).toMatch(/^::error title=Conformance::/);
    expect(text).toContain('::error title=Known failures::stale: stream.start.first is listed');
  });

  it('counts the requirements beyond the limit of GitHub', () => {
    const row = broken.requirements.find(({ status }) => status === 'failed') as RequirementReport;
    const rows = Array.from({ length: 30 }, (_, line) => ({
      ...row,
      findings: row.findings.map((finding) => ({ ...finding, line })),
    }));
    const lines = renderGithub({ ...reportOf(broken), requirements: rows } as Report)
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toBe('::error title=Conformance::and 22 more requirements failed');
  });

  it('names files as the caller finds them', () => {
    const row = broken.requirements.find(({ status }) => status === 'failed') as RequirementReport;
    const rows = [{ ...row, findings: row.findings.map((finding) => ({ ...finding, line: 3 })) }];
    const report = { ...reportOf(broken), requirements: rows } as Report;
    expect(renderGithub(report, (file) => `pkg/${file}`)).toContain('::error file=pkg/broken.sse,line=3,');
  });

  it('has one annotation for each cause', async () => {
    const wrapped = readRecording('valid/plain.sse')
      .toString()
      .replaceAll(/^data: (.*)$/gm, 'data: {"data":$1}');
    const text = renderGithub(reportOf(await judgeBytes('wrapped.sse', wrapped)));
    expect(commandsIn(text)).toEqual(['error', 'error']);
    expect(text).toMatch(/and \d+ more requirements, which may follow/);
  });

  it('has no command from the target', async () => {
    const text = renderGithub(await hostileLiveReport('\n::set-env name=A::b\r\n##[error]%0A::error::x,:'));
    expect(new Set(commandsIn(text))).toEqual(new Set(['error']));
    expect(hasUnsafe(text)).toBe(false);
  });
});

describe('the report for GitLab', () => {
  const text = { type: 'string', minLength: 1 };
  /** What docs.gitlab.com/ci/testing/code_quality says about the format, and GitLab's own schema requires. */
  const validate = new Ajv2020().compile({
    type: 'array',
    items: {
      type: 'object',
      required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
      additionalProperties: false,
      properties: {
        description: text,
        check_name: text,
        fingerprint: text,
        severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
        location: {
          type: 'object',
          required: ['path', 'lines'],
          properties: {
            path: text,
            lines: {
              type: 'object',
              required: ['begin'],
              properties: { begin: { type: 'integer', minimum: 1 } },
            },
          },
        },
      },
    },
  });
  const issuesOf = (report: Report) => JSON.parse(renderGitlab(report));

  it('has the format of Code Quality, each fingerprint once, and no terminal control characters', () => {
    for (const [name, report] of everyReport()) {
      const issues = issuesOf(report);
      validate(issues);
      expect({ name, errors: validate.errors }).toEqual({ name, errors: null });
      expect(new Set(issues.map(({ fingerprint }: { fingerprint: string }) => fingerprint)).size).toBe(
        issues.length,
      );
      expect(hasUnsafe(renderGitlab(report))).toBe(false);
    }
  });

  it('has an issue for each violated requirement, at its file', () => {
    const failed = broken.requirements.filter(({ status }) => status === 'failed');
    const issues = JSON.parse(renderGitlab(reportOf(broken), (file) => `pkg/${file}`));
    expect(issues.map((one: { check_name: string }) => one.check_name)).toEqual(failed.map(({ id }) => id));
    expect(issues[0]).toMatchObject({
      severity: 'major',
      location: { path: 'pkg/broken.sse', lines: { begin: 1 } },
    });
    expect(issues[0].description).toContain('/usage/prompt_tokens: expected integer, actual true');
    expect(issuesOf(reportOf(sound))).toEqual([]);
  });

  it('has the same fingerprints for another server, and the operation as the place', () => {
    const row = { ...broken.requirements[0], status: 'failed', violations: 1 } as RequirementReport;
    const at = (target: string) => {
      const findings = [
        { requirement: row.id, expected: 'a', actual: 'b', file: target, request: 'GET /api/v1/chats' },
      ];
      return issuesOf({
        ...live,
        target,
        verdict: 'nonconformant',
        knownFailures: undefined,
        requirements: [{ ...row, findings }],
      } as unknown as Report);
    };
    const [one, other] = [at('https://one.example'), at('https://other.example')];
    expect(one).toMatchObject([{ location: { path: 'listChats' } }]);
    expect(one[0].fingerprint).toBe(other[0].fingerprint);
  });

  it('has known violations as information, and an issue for an entry that no longer counts', () => {
    const severities = (report: Report) =>
      new Set(issuesOf(report).map((one: { severity: string }) => one.severity));
    expect([...severities(listedReport())]).toEqual(['info']);
    expect(issuesOf(listedReport('stream.start.first'))[0]).toMatchObject({
      check_name: 'known-failures',
      severity: 'major',
    });
  });

  it('has an issue for an input that was judged only in part or not at all', () => {
    for (const target of [partial, nothing])
      expect(issuesOf(reportOf(target))).toMatchObject([{ check_name: 'verdict', severity: 'critical' }]);
  });
});

it('the badge is well-formed, shows the verdict, and loads nothing', () => {
  for (const [, report] of everyReport()) {
    const svg = renderBadge(report);
    expect(XMLValidator.validate(svg)).toBe(true);
    expect(svg).toContain(`conversation-api: ${report.verdict}, `);
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/href|http|script|url\(/);
  }
});

describe('the report for a person', () => {
  it('ends with the verdict, the mode and the counts', () => {
    const { judged, 'not-judged': notJudged } = sound.summary;
    expect(renderPretty(reportOf(sound))).toMatch(
      new RegExp(`\nconformant, recording: ${judged} judged, ${notJudged} not judged, \\d+ not exercised\n$`),
    );
    expect(renderPretty(reportOf(sound, broken))).toMatch(
      /\nnonconformant, recording: 2 inputs \(1 conformant, 1 nonconformant\), \d+ judged, 4 failed, /,
    );
  });

  it('shows for each violation the requirement, the place, the actual value and how to learn more', () => {
    const text = renderPretty(reportOf(broken));
    const promise = registry.requirements.find(({ id }) => id === 'usage.prompt-tokens.integer')?.text;
    expect(text).toContain(
      [
        '  Failures: usage',
        '    usage.prompt-tokens.integer (must)',
        `      ${promise}`,
        '      - broken.sse, event 11 (message.completed), byte 1136, /usage/prompt_tokens',
        '        expected: integer',
        '        actual:   true',
        '      npx --no conversation-api explain usage.prompt-tokens.integer',
      ].join('\n'),
    );
  });

  it('shows evidence once that violates two requirements', () => {
    const row = broken.requirements.find(({ id }) => id === 'usage.prompt-tokens.integer');
    if (!row) throw new Error('the recording does not violate the requirement');
    const other = { ...row, id: 'usage.shape.other', text: 'Another promise.' };
    const text = renderPretty(reportOf({ ...broken, requirements: [row, other] }));
    expect(text.match(/- broken\.sse, event 11/g)).toHaveLength(1);
    expect(text).toContain(
      '    usage.shape.other (must)\n      Another promise.\n      - broken.sse, event 11',
    );
    expect(text).toContain('explain usage.prompt-tokens.integer\n');
    expect(text).toContain('explain usage.shape.other\n');
  });

  it('puts failures before warnings', async () => {
    const bytes = readRecording('broken/usage-strings.sse')
      .toString()
      .replace('event: message.completed', 'event: news\ndata: {}\n\n$&');
    const text = renderPretty(reportOf(await judgeBytes('x', bytes)));
    expect(text.indexOf('Failures: usage')).toBeGreaterThan(0);
    expect(text.indexOf('Warnings: stream')).toBeGreaterThan(text.indexOf('Failures: usage'));
  });

  it('shows the first violations of a requirement and counts the others', async () => {
    const delta = 'event: message.delta\ndata: {"text":1,"replace":false}\n\n';
    const text = renderPretty(reportOf(await judgeBytes('x', delta.repeat(50))));
    expect(text.match(/- x, event \d+ \(message\.delta\), byte \d+, \/text/g)).toHaveLength(3);
    expect(text).toContain('      and 47 more\n');
  });

  it('gives the reasons for unjudged rows once for all inputs', () => {
    const text = renderPretty(reportOf(sound, broken));
    expect(text.match(/the input has no arrival times \(\d+, in 2 of 2 inputs\)/g)).toHaveLength(1);
    expect(text).not.toContain('stream.ping.cadence');
    expect(renderPretty(reportOf(sound, broken), { isVerbose: true })).toContain('stream.ping.cadence');
  });

  it('gives the shared reason of incomplete checks once, with some of their ids, or all if verbose', () => {
    const ids = ['a.1', 'a.2', 'a.3', 'a.4', 'a.5', 'a.6', 'a.7'];
    const incomplete = [...ids.map((id) => `${id} did not reach its end: it rained`), 'the run was stopped'];
    const report = reportOf({ ...sound, incomplete });
    expect(renderPretty(report)).toContain(
      '7 checks did not reach their end: it rained: a.1, a.2, a.3, a.4, a.5, a.6 and 1 more\n',
    );
    expect(renderPretty(report)).toContain('incomplete: the run was stopped\n');
    expect(renderPretty(report, { isVerbose: true })).toContain(
      'it rained: a.1, a.2, a.3, a.4, a.5, a.6, a.7\n',
    );
  });

  it('says why an input was not judged to its end', () => {
    expect(renderPretty(reportOf(partial))).toMatch(/incomplete: the stream was cut before/);
  });

  it('passes no terminal control characters from the input', () => {
    const text = renderPretty(reportOf(hostile), { isVerbose: true });
    expect(text).toContain('hostile\\u001b[2J\\u009b1m\\u202e');
    expect(hasUnsafe(text)).toBe(false);
  });

  it('uses the given colours', () => {
    const text = renderPretty(reportOf(broken), {
      paint: (style, words) => `<${style}>${words}</>`,
    });
    expect(text).toContain('<red>usage.prompt-tokens.integer</>');
    expect(text).toMatch(/\n<red>nonconformant, recording: .*<\/>\n$/);
  });
});
