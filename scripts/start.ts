/** `npm start`: judges the recordings of this repository and tells what came out, for somebody who sees it first. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';

interface Requirement {
  readonly id: string;
  readonly level: string;
  readonly text: string;
}

interface Target {
  readonly target: string;
  readonly verdict: string;
  readonly summary: { readonly judged: number; readonly events: number };
  readonly requirements: readonly { readonly id: string; readonly status: string }[];
}

const root = fileURLToPath(new URL('..', import.meta.url));

function runCli(...args: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync(process.execPath, ['src/cli/main.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  // 1 and 3 are verdicts; anything else is a failure of the program.
  if (error || (status !== 0 && status !== 1 && status !== 3)) throw error ?? new Error(stderr);
  return stdout;
}

function judge(folder: string): readonly Target[] {
  const files = readdirSync(`${root}/${folder}`).filter((name) => name.endsWith('.sse'));
  if (files.length < 2) throw new Error(`there are no recordings in ${folder}`);
  return JSON.parse(runCli('check', `${folder}/*.sse`, '--reporter', 'json', '--jobs', '2')).targets;
}

function say(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

function mark(isGood: boolean): string {
  return isGood ? styleText('green', '✓') : styleText('red', '✗');
}

/** One line for each: the name, and what makes up the verdict. */
function showValid(targets: readonly Target[], width: number): void {
  for (const { target, verdict, summary } of targets) {
    const { judged, events } = summary;
    say(
      `  ${mark(verdict === 'conformant')} ${nameOf(target).padEnd(width)}  ${verdict}: ${events} events, ${judged} requirements judged`,
    );
  }
}

function showBroken(targets: readonly Target[], width: number, texts: ReadonlyMap<string, string>): void {
  for (const { target, verdict, requirements } of targets) {
    const failed = requirements.filter(({ status }) => status === 'failed').map(({ id }) => id);
    const [first = verdict] = failed;
    const more = failed.length > 1 ? ` (and ${failed.length - 1} more)` : '';
    const text = styleText('dim', texts.get(first) ?? '');
    say(`  ${mark(verdict === 'conformant')} ${nameOf(target).padEnd(width)}  ${first}${more}  ${text}`);
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

const requirements: readonly Requirement[] = JSON.parse(runCli('list', '--json'));
const texts = new Map(requirements.map(({ id, text }) => [id, text]));
const musts = requirements.filter(({ level }) => level === 'must').length;

say(
  styleText('bold', 'conversation-api judges recorded streams against the contract'),
  `The contract has ${requirements.length} requirements, ${musts} of them a must.`,
  '',
);
const valid = judge('test/recordings/valid');
const broken = judge('test/recordings/broken');
const width = Math.max(...[...valid, ...broken].map(({ target }) => nameOf(target).length));

say(styleText('bold', 'Recordings that are sound, each to be found conformant (test/recordings/valid)'));
showValid(valid, width);
say(
  '',
  styleText(
    'bold',
    'Recordings with one defect each, and the requirement that it violates (test/recordings/broken)',
  ),
);
showBroken(broken, width, texts);

const sound = valid.filter(({ verdict }) => verdict === 'conformant').length;
const caught = broken.filter(({ verdict }) => verdict === 'nonconformant').length;
const isAsExpected = sound === valid.length && caught === broken.length;
say(
  '',
  `${sound} of ${valid.length} sound recordings are conformant, ${caught} of ${broken.length} defects were found.`,
  isAsExpected
    ? 'Next, with a recording of your own: npx conversation-api check FILE\n' +
        'What is behind a requirement: npx conversation-api explain stream.terminal.exactly-one'
    : 'This is not as it should be; `npm test` tells more.',
);
process.exitCode = isAsExpected ? 0 : 1;
