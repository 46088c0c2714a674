import { describe, expect, it } from 'vitest';
import { loadFailures } from '../../src/conformance/registry/failures.ts';
import { loadRegistry } from '../../src/conformance/registry/registry.ts';
import { CHECKS } from '../../src/conformance/suite/index.ts';
import { runInProcess } from './run-in-process.ts';

const registry = loadRegistry();

describe('explain', () => {
  it('prints the text, level, statements and open points of a requirement', async () => {
    const { code, stdout } = await runInProcess(['explain', 'stream.terminal.exactly-one']);
    const row = registry.requirements.find(({ id }) => id === 'stream.terminal.exactly-one');
    expect(code).toBe(0);
    expect(stdout).toContain(row?.text);
    expect(stdout).toContain('must: a violation makes the verdict nonconformant');
    for (const id of row?.statements ?? [])
      expect(stdout).toContain(`${id}  ${registry.statements[id]?.text}`);
    for (const id of row?.openPoints ?? []) expect(stdout).toContain(registry.openPoints[id]?.question);
  });

  it.each([
    ['api_v1_chat_busy', 'only once the other turn has ended'],
    ['api_v1_idempotency_key_required', 'only with an Idempotency-Key'],
    ['api_v1_agents_disabled', 'only without agents, or once agents are enabled'],
    ['api_v1_agents_unavailable', 'as it is'],
    ['api_v1_action_not_found', 'never'],
  ])('says whether to send the request of %s again', async (code, again) => {
    const { stdout } = await runInProcess(['explain', code]);
    expect(stdout).toContain(`  send again   ${again}\n`);
  });

  it('describes every requirement, with no gap in its text', async () => {
    const odd: object[] = [];
    for (const { id } of registry.requirements) {
      const { code, stdout } = await runInProcess(['explain', id]);
      const gaps = stdout.match(/.*(?:undefined|\[object).*/g) ?? [];
      if (code !== 0 || gaps.length > 0) odd.push({ id, code, gaps });
    }
    expect(odd).toEqual([]);
  });

  it('lists the requirements below a prefix, one line each', async () => {
    const { code, stdout } = await runInProcess(['explain', 'stream.terminal']);
    const expected = registry.requirements.filter(({ id }) => id.startsWith('stream.terminal.'));
    expect(code).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(expected.map(({ id }) => id));
  });

  it.each([
    ['stream.terminal.exactly-one', 'https://docs.example/v1/requirements/stream.terminal.exactly-one/'],
    ['stream.terminal', 'https://docs.example/v1/requirements/stream/'],
    ['S6-20', 'https://docs.example/v1/requirements/stream.terminal.last/'],
    ['api_v1_chat_busy', 'https://docs.example/v1/failures/chat-busy/'],
    ['A-80', 'https://docs.example/v1/open-points/A-80/'],
  ])('prints the page of %s in the docs portal', async (id, page) => {
    for (const docs of ['https://docs.example/v1', 'https://docs.example/v1/']) {
      const { stdout } = await runInProcess(['explain', id, '--docs', docs]);
      expect(stdout.trimEnd().split('\n').at(-1)?.trim()).toBe(page);
    }
  });

  it('describes a check, also one that is derived from a schema', async () => {
    const { code, stdout } = await runInProcess(['explain', 'requests.createChat.name.list']);
    expect(code).toBe(0);
    expect(stdout).toContain('requests.createChat.name.list  a check of a live target');
    expect(stdout).toMatch(/Verifies\n +requests\.create-chat\.types +should/);
    expect(stdout).toContain('--only requests.createChat.name.list');
  });

  it('describes a check whose id is a prefix of requirements, after these', async () => {
    const { stdout } = await runInProcess(['explain', 'chats.create']);
    expect(stdout).toMatch(/^chats\.create\.\S+ /);
    expect(stdout).toContain('chats.create  a check of a live target');
  });

  it('lists the checks below a prefix that no requirement has', async () => {
    const { stdout } = await runInProcess(['explain', 'requests.createChat.name']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.every((line) => line.startsWith('requests.createChat.name.'))).toBe(true);
    expect(lines.length).toBeGreaterThan(5);
  });

  it('refuses a docs portal address that no browser can open', async () => {
    const { code, stderr } = await runInProcess(['explain', 'A-80', '--docs', 'javascript:alert(1)']);
    expect(code).toBe(2);
    expect(stderr).toContain('--docs');
  });

  it('describes a requirement in full if it is the only one below a prefix', async () => {
    expect(await runInProcess(['explain', 'stream.terminal.exact'])).toEqual(
      await runInProcess(['explain', 'stream.terminal.exactly-one']),
    );
  });

  it('describes a failure by the error kind of the client, over HTTP and inside a stream', async () => {
    const { code, stdout } = await runInProcess(['explain', 'turn-timeout']);
    expect(code).toBe(0);
    expect(stdout).toContain('HTTP 504');
    expect(stdout).toContain('message.error');
    const areas = new Set(registry.requirements.map(({ id }) => id.split('.')[0]));
    expect(loadFailures().filter(({ id, kind = id }) => areas.has(kind))).toEqual([]);
  });

  it('describes a failure by its code without the beginning that codes share', async () => {
    expect(await runInProcess(['explain', 'chat_busy'])).toEqual(
      await runInProcess(['explain', 'api_v1_chat_busy']),
    );
  });

  it.each(['chat-bussy', 'chat-buzy'])('suggests a kind for %s', async (key) => {
    expect((await runInProcess(['explain', key])).stderr).toContain('the nearest: chat-busy');
  });

  it.each(['S6-18', 's6-18'])('describes the statement %s and its requirements', async (id) => {
    const { code, stdout } = await runInProcess(['explain', id]);
    expect(code).toBe(0);
    expect(stdout).toContain(registry.statements['S6-18']?.text);
    expect(stdout).toContain('stream.terminal.exactly-one');
  });

  it('describes an open point: the question, the readings, and what the suite asserts', async () => {
    const { code, stdout } = await runInProcess(['explain', 'A-80']);
    const point = registry.openPoints['A-80'];
    expect(code).toBe(0);
    expect(stdout).toContain(point?.question);
    expect(stdout).toContain(`Suite: ${point?.suite}`);
    for (const { key } of point?.readings ?? []) expect(stdout).toContain(`    ${key}: `);
    expect(stdout).toContain('stream.delta.adds-up');
  });

  it.each([
    [['stream.terminal.exacty-one'], 'the nearest: stream.terminal.exactly-one'],
    [['S6-1888'], 'the nearest: S6-18'],
    [['zzzzzzzzzzzzzzz'], '`npx --no conversation-api list` shows the requirements'],
    [['constructor'], 'there is no requirement, statement, open point, check or code constructor'],
    [[], 'explain needs an id'],
    [[''], 'explain needs an id'],
    [['a', 'b'], 'explain takes one id'],
  ])('%j: one line, exit code 2', async (args, line) => {
    const { code, stdout, stderr } = await runInProcess(['explain', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toContain(line);
  });
});

it.each([
  ['turn-in-progress', 'failures', ['errors.turn-in-progress.answer'], ['S7-38'], 'A-65'],
  ['chats.create.exists', 'requirement', ['chats.create.exists'], [expect.stringMatching(/^S4/)], undefined],
])('%s with --json has all that it names', async (key, kind, requirements, statements, point) => {
  const { stdout } = await runInProcess(['explain', key, '--json']);
  const found = JSON.parse(stdout);
  const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
  expect({ kind: found.kind, requirements: ids(found.requirements) }).toEqual({ kind, requirements });
  expect(ids(found.statements)).toEqual(expect.arrayContaining(statements));
  if (point) expect(ids(found.openPoints)).toContain(point);
  const refused = await runInProcess(['explain', 'requests.createChat.name.list', '--json']);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('list --checks --json') });
});

it('list --checks lists every check with the requirements it verifies', async () => {
  const { stdout } = await runInProcess(['list', '--checks', '--json']);
  const rows: { id: string; requirements: string[]; needs: string[] }[] = JSON.parse(stdout);
  expect(rows.map(({ id }) => id)).toEqual(CHECKS.map(({ id }) => id));
  const { stdout: text } = await runInProcess(['list', 'chats.create', '--checks']);
  expect(text).toMatch(/^chats\.create +chats\.create\./m);
});

describe('list', () => {
  const ids = (stdout: string) =>
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]);

  it('lists every requirement, one line each', async () => {
    const { code, stdout } = await runInProcess(['list']);
    expect(code).toBe(0);
    expect(ids(stdout)).toEqual(registry.requirements.map(({ id }) => id));
  });

  it('filters requirements by prefix and level', async () => {
    const { stdout } = await runInProcess(['list', 'stream', '--level', 'should']);
    const expected = registry.requirements.filter(
      ({ id, level }) => id.startsWith('stream.') && level === 'should',
    );
    expect(ids(stdout)).toEqual(expected.map(({ id }) => id));
    expect(expected.length).toBeGreaterThan(1);
  });

  it('prints whole rows as JSON', async () => {
    const { stdout } = await runInProcess(['list', 'usage', '--json']);
    expect(JSON.parse(stdout)).toEqual(registry.requirements.filter(({ id }) => id.startsWith('usage.')));
  });

  it.each([
    [['straem'], 'no requirement begins with straem; the nearest: stream'],
    [
      ['qqqqqqq'],
      'no requirement begins with qqqqqqq; `npx --no conversation-api list` shows the requirements',
    ],
    [['stream', '--level', 'shuld'], '(did you mean should?)'],
    [['stream.terminal', '--level', 'client'], 'no requirement under stream.terminal has the level client'],
    [['a', 'b'], 'list takes one prefix'],
  ])('%j: one line, exit code 2', async (args, line) => {
    const { code, stdout, stderr } = await runInProcess(['list', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toContain(line);
  });
});
