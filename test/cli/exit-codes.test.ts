import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startReferenceServer } from '../../src/alterations/index.ts';
import { assembleReport } from '../../src/conformance/report/assemble.ts';
import type { TargetReport } from '../../src/conformance/report/model.ts';
import { judgeBytes, registry } from '../conformance/report/judge-bytes.ts';
import { runInProcess } from './run-in-process.ts';
import { makeWorkspace, readRecording } from './workspace.ts';

type Result = 'conformant' | 'warned' | 'nonconformant' | 'incomplete' | 'incomplete-warned' | 'nothing-ran';

/** The exit code of each result, without and with `--fail-on warning`. */
const CODES: Readonly<Record<Result, readonly [plain: number, failsOnWarning: number]>> = {
  conformant: [0, 0],
  warned: [0, 1],
  nonconformant: [1, 1],
  incomplete: [3, 3],
  'incomplete-warned': [3, 1],
  'nothing-ran': [3, 3],
};
const RESULTS = Object.keys(CODES) as Result[];

const workspace = makeWorkspace();
const sound = readRecording('valid/plain.sse').toString();
/** Two deltas whose text differs from the content of the completed message, which violates a should-requirement. */
const warned = sound.replace(/^(event: message\.delta\ndata: \{"text":")/m, '$1Unexpected ');
const withoutEnd = (stream: string) => stream.slice(0, stream.lastIndexOf('event: message.completed'));

/** Arguments of `check FILE`, by the result that they produce. */
const files: Readonly<Record<Result, readonly string[]>> = {
  conformant: [workspace.write('sound.sse', sound)],
  warned: [workspace.write('warned.sse', warned)],
  nonconformant: [workspace.write('broken.sse', readRecording('broken/step-timestamp-epoch.sse'))],
  incomplete: [workspace.write('cut.sse', withoutEnd(sound)), '--partial'],
  'incomplete-warned': [
    workspace.write('warned-and-cut/1.sse', warned),
    workspace.path('cut.sse'),
    '--partial',
  ],
  'nothing-ran': [workspace.write('empty.har', '{"log":{"entries":[]}}')],
};

/** Arguments of `check URL` after the URL of a server with a breakage, by the result that they produce. */
const ONLY = ['--only', 'chats.get'];
const UNSEEN = ['--require', 'turns.send.exists'];
const WARNING = 'envelope.timestamps.offset';
const runs: Readonly<Record<Result, readonly [breakage: string | undefined, args: readonly string[]]>> = {
  conformant: [undefined, ONLY],
  warned: [WARNING, ONLY],
  nonconformant: ['chats.get.exists', ONLY],
  incomplete: [undefined, [...ONLY, ...UNSEEN]],
  'incomplete-warned': [WARNING, [...ONLY, ...UNSEEN]],
  'nothing-ran': [undefined, ['--only', 'chats.get.foreign']],
};

const servers = new Map<string | undefined, { readonly url: string; close(): Promise<void> }>();
beforeAll(async () => {
  vi.stubEnv('CONVERSATION_API_TOKEN', 'harbor-main');
  for (const breakage of new Set(Object.values(runs).map(([id]) => id))) {
    servers.set(
      breakage,
      await startReferenceServer({ breakages: breakage === undefined ? [] : [breakage] }),
    );
  }
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([...servers.values()].map((server) => server.close()));
});

/** The reports of a run in parts, by the result of merging them. */
const parts: Readonly<Record<Result, () => Promise<readonly string[]>>> = {
  conformant: async () => [await writePart('sound', sound)],
  warned: async () => [await writePart('warned', warned)],
  nonconformant: async () => [await writePart('broken', readRecording('broken/step-timestamp-epoch.sse'))],
  incomplete: async () => [await writePart('first', sound, 2)],
  'incomplete-warned': async () => [await writePart('first-warned', warned, 2)],
  'nothing-ran': async () => [await writePart('nothing', '')],
};

async function writePart(name: string, stream: string | Uint8Array, count = 1): Promise<string> {
  const report: TargetReport = await judgeBytes('http://a', stream);
  const tool = { name: 'conversation-api', version: '0.0.0' } as const;
  const header = { tool, contract: registry.contract, mode: 'live' } as const;
  const part = { ...assembleReport(header, [report]), shard: { index: 1, count } };
  return workspace.write(`${name}.json`, JSON.stringify(part));
}

const COMMANDS: Readonly<Record<string, (result: Result) => Promise<readonly string[]>>> = {
  'check FILE': async (result) => ['check', ...files[result]],
  'check URL': async (result) => {
    const [breakage, args] = runs[result];
    return ['check', servers.get(breakage)?.url ?? '', ...args];
  },
  merge: async (result) => ['merge', ...(await parts[result]())],
};

describe.each(Object.keys(COMMANDS))('%s', (command) => {
  const argumentsFor = (result: Result) => COMMANDS[command]?.(result) ?? Promise.reject(new Error());

  it.each(RESULTS)('ends with the exit code of the result: %s', async (result) => {
    const { code, stderr } = await runInProcess(await argumentsFor(result));
    expect({ code, stderr }).toEqual({ code: CODES[result][0], stderr: '' });
  });

  it.each(RESULTS)('ends with it under --fail-on warning too: %s', async (result) => {
    const { code, stderr } = await runInProcess([...(await argumentsFor(result)), '--fail-on', 'warning']);
    const reason = expect.stringMatching(
      /^exit code 1: there are warnings \(\d+\), and --fail-on warning is given\n$/,
    );
    const isWarned = result === 'warned' || result === 'incomplete-warned';
    expect({ code, stderr }).toEqual({ code: CODES[result][1], stderr: isWarned ? reason : '' });
  });
});

describe.each(['check URL', 'merge'])('%s with a list of known failures', (command) => {
  const argumentsFor = (result: Result) => COMMANDS[command]?.(result) ?? Promise.reject(new Error());
  const list = (ids: readonly string[]) =>
    workspace.write(
      `${ids[0]}.json`,
      JSON.stringify({
        known_failures: ids.map((id) => ({ id, reason: 'TICKET-1', expires: '9999-12-31' })),
      }),
    );
  // For a chat that exists but is not found, the server answers with the code of an unknown path.
  const violated =
    command === 'merge' ? ['steps.timestamp.date-time'] : ['chats.get.exists', 'errors.not-found.answer'];

  it.each<[string, number, Result, readonly string[]]>([
    ['0 when every violation is listed', 0, 'nonconformant', violated],
    ['1 when another requirement is listed', 1, 'nonconformant', ['skills.toggle.flips']],
    ['1 when a listed requirement was met', 1, 'conformant', violated],
  ])('ends with %s', async (_, code, result, ids) => {
    const ran = await runInProcess([...(await argumentsFor(result)), '--known-failures', list(ids)]);
    expect({ code: ran.code, stderr: ran.stderr }).toEqual({
      code,
      stderr: expect.stringContaining('known failures: '),
    });
  });
});
