import { describe, expect, it, vi } from 'vitest';
import { loadFailures } from '../../src/conformance/registry/failures.ts';
import { runInProcess } from './run-in-process.ts';

it.each(loadFailures().flatMap(({ message_code: code = [] }) => code))(
  'explain describes the code %s',
  async (code) => {
    const { code: exit, stdout } = await runInProcess(['explain', code]);
    expect(exit).toBe(0);
    for (const failure of loadFailures().filter((each) => each.message_code === code)) {
      expect(stdout).toContain(failure.condition);
      expect(stdout).toContain(failure.requirement);
    }
    expect(stdout).not.toMatch(/undefined|\[object/);
  },
);

describe('list', () => {
  it.each([
    [['S6-2', '--statements'], /^S6-20 +Nothing is emitted after the terminal$/m],
    [['A-80', '--open-points'], /^A-80 +Whether the deltas add up/m],
    [['A-80', '--open-points', '--json'], /"id": "A-80"/],
    [['chats.create', '--breakages'], /^chats\.create\.exists +\S/m],
    [['a-85', '--variants'], /^A-85=stays-open +\S/m],
    [['A-85', '--variants', '--json'], /"of": "A-85"/],
  ])('%j', async (args, expected) => {
    expect(await runInProcess(['list', ...args])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(expected),
    });
  });

  it.each([
    [['S99', '--statements'], /no statement begins with S99/],
    [['--statements', '--open-points'], /give one/],
    [['--breakages', '--variants'], /give one/],
    [['nothing', '--breakages'], /no breakage begins with nothing/],
    [['--statements', '--level', 'must'], /--level works only for requirements/],
  ])('refuses %j', async (args, expected) => {
    expect(await runInProcess(['list', ...args])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(expected),
    });
  });
});

it.each([
  [['check', '--token', 'x', 'http://127.0.0.1:1'], /set CONVERSATION_API_TOKEN or give --token-file/],
  [['check', 'http://127.0.0.1:1', '--plan', '--only', 'chats.gte'], /did you mean chats\.get/],
  [['check', 'localhost:4010'], /did you mean http:\/\/localhost:4010\?$/m],
  [['check', 'localhost:4510/api/v1'], /did you mean http:\/\/localhost:4510\?$/m],
  [['check', 'http://localhost:4510/api/v1/'], /did you mean http:\/\/localhost:4510\?$/m],
  [['explain', '418'], /no failure has the status 418; those that have one: 400, 403, 404,/],
  [['check', 'http://host:99999'], /check its host and its port/],
  [['init', 'api.example/base'], /did you mean http:\/\/api\.example\/base\?$/m],
  [['record', 'http://127.0.0.1:1'], /the server as --target URL/],
  [
    ['record', '--target', 'localhost:1', '--port', '0', '--output', 'recordings'],
    /did you mean http:\/\/localhost:1\?$/m,
  ],
  [['diff', 'none.json', 'none.json'], /none\.json cannot be read: there is no such file$/m],
  [['check', 'turn.sse', '--fast'], /--fast works only with check URL/],
  [['check', 'http://127.0.0.1:1', '--jobs', '2'], /--jobs works only with check FILE/],
  [['serve', '--cors', 'foo'], /--cors cannot be "foo"; it must be the origin of a page/],
  [['serve', '--cors', 'http://a.example/page'], /such as http:\/\/a\.example, or/],
  [['serve', '--cors', 'http://a.example', '--cors', '*'], /leave the others out/],
  [['serve', '--break', 'usage.prompt-tokens.integer'], /ways to break this requirement; name one: .*\/type/],
  [['record', '--target', 'http://127.0.0.1:1', '--port', '0', '--output', 'package.json'], /it is a file/],
])('a near miss %j says what to do', async (args, expected) => {
  vi.stubEnv('CONVERSATION_API_TOKEN', 'token');
  const ran = await runInProcess(args);
  vi.unstubAllEnvs();
  expect(ran).toMatchObject({ code: 2, stderr: expect.stringMatching(expected) });
  expect(ran.stderr.trimEnd().split('\n')).toHaveLength(1);
});

describe('every command', () => {
  it('accepts --no-color', async () => {
    vi.stubEnv('FORCE_COLOR', '1');
    vi.stubEnv('NO_COLOR', undefined);
    const { code, stdout } = await runInProcess(['explain', '--no-color', 'A-80']);
    vi.unstubAllEnvs();
    expect(code).toBe(0);
    expect(stdout).not.toContain('\u001b');
  });

  it('has -V as well as --version', async () => {
    expect(await runInProcess(['-V'])).toEqual(await runInProcess(['--version']));
  });
});

describe('check FILE', () => {
  it.each([
    ['{"status":"error","message_code":"api_v1_chat_busy"}', /a saved error response: api_v1_chat_busy/],
    ['<!DOCTYPE html><title>Gateway</title>', /this is a web page/],
    ['{"tool":{"name":"conversation-api"}}', /a report of this tool; diff and merge read reports/],
    ['<?xml version="1.0"?><testsuites/>', /this is XML/],
    ['{"a":1}', /this is JSON, not an event stream/],
  ])('identifies %s', async (text, expected) => {
    expect(await runInProcess(['check', '-'], text)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(expected),
    });
  });

  it('reports a wrapped payload once, and names the cause', async () => {
    const wrapped = [
      'event: message.start',
      'data: {"data":{"chat_id":"0ae6f0c6-273a-4b2d-b0e8-8e493a189ce1","message_id":1,"request_id":"835acad9-f744-4056-ab8e-24d0afec3cd7"}}',
      '',
      'event: message.delta',
      'data: {"data":{"text":"Hello","replace":false}}',
      '',
      '',
    ].join('\n');
    const { stdout } = await runInProcess(['check', '--partial', '-'], wrapped);
    expect(stdout.match(/hint: +the payload is wrapped in "data"/g)).toHaveLength(1);
    expect(stdout).toContain(
      'and 4 more, which may follow: events.start.message-id, events.start.request-id, events.delta.text, events.delta.replace',
    );
    const { stdout: json } = await runInProcess(['check', '--partial', '-', '--reporter', 'json'], wrapped);
    const { requirements } = JSON.parse(json);
    const failed = requirements.filter(({ status }: { status: string }) => status === 'failed');
    expect(failed).toHaveLength(5);
  });
});
