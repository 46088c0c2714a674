import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { gates } from '../../scripts/test/gates.ts';

const root = resolve(import.meta.dirname, '../..');

/** [importing file, imported path]: each of these imports crosses a wall. */
const forbidden: readonly (readonly [file: string, specifier: string])[] = [
  ['spec/schemas/load.ts', 'node:fs'],
  ['spec/schemas/load.ts', './other.ts'],

  ['scripts/generate.ts', '../src/event-stream/index.ts'],
  ['scripts/generate.ts', '../generated/validators.js'],
  ['scripts/generate/bundle-document.ts', '../../src/cli/main.ts'],
  ['scripts/generate/bundle-document.ts', '../../test/recordings.ts'],
  ['scripts/generate/deep/step.ts', '../../../src/client/index.ts'],
  ['scripts/generate/bundle-document.ts', 'conversation-api/validators'],
  ['scripts/ledger/breakages.ts', '../../test/recordings.ts'],

  ['src/event-stream/reader.ts', '../../generated/types.d.ts'],
  ['src/event-stream/reader.ts', '../client/index.ts'],
  ['src/event-stream/reader.ts', '../conformance/judge/finding.ts'],
  ['src/event-stream/reader.ts', '../rig/script/act.ts'],
  ['src/event-stream/reader.ts', '../reference/http/server.ts'],
  ['src/event-stream/deep/reader.ts', '../../cli/main.ts'],

  ['src/exact-json/exact-number.ts', '../../generated/types.d.ts'],
  ['src/exact-json/exact-number.ts', '../event-stream/index.ts'],
  ['src/exact-json/exact-number.ts', '../conformance/judge/finding.ts'],

  ['src/file-lock/index.ts', '../loopback/index.ts'],
  ['src/loopback/loopback.ts', '../../generated/types.d.ts'],
  ['src/loopback/loopback.ts', '../event-stream/index.ts'],
  ['src/loopback/loopback.ts', '../reference/http/server.ts'],
  ['src/loopback/loopback.ts', '../conformance/judge/finding.ts'],
  ['src/loopback/loopback.ts', '../rig/script/act.ts'],
  ['src/loopback/loopback.ts', '../cli/main.ts'],

  ['src/secrets/secret-names.ts', '../../generated/types.d.ts'],
  ['src/secrets/secret-names.ts', '../loopback/index.ts'],
  ['src/secrets/secret-names.ts', '../conformance/redaction/redact.ts'],

  ['src/adapters/fetch.ts', '../conformance/judge/finding.ts'],
  ['src/client/stream.ts', '../adapters/fetch.ts'],
  ['src/client/stream.ts', '../loopback/index.ts'],
  ['src/client/stream.ts', '../conformance/judge/finding.ts'],
  ['src/client/stream.ts', '../rig/script/act.ts'],
  ['src/client/stream.ts', '../reference/http/server.ts'],
  ['src/client/stream.ts', '../cli/main.ts'],
  ['src/client/stream.ts', 'conversation-api/types'],

  ['src/conformance/judge/judge.ts', '../../reference/http/server.ts'],
  ['src/conformance/judge/judge.ts', '../../alterations/index.ts'],
  ['src/conformance/judge/judge.ts', '../../client/index.ts'],
  ['src/conformance/judge/judge.ts', '../../cli/main.ts'],
  ['src/conformance/suite/cases/turns/replay.ts', '../../../../client/stream.ts'],
  ['src/conformance/suite/live.ts', '../../rig/endpoint.ts'],

  ['src/conformance/judge/judge.ts', '../recordings/har.ts'],
  ['src/conformance/recorder/proxy.ts', '../drive/actor.ts'],
  ['src/conformance/drive/actor.ts', '../suite/check-kit/check.ts'],
  ['src/conformance/suite/check-kit/claim.ts', '../cases/catalog/catalog.ts'],
  ['src/conformance/suite/cases/catalog/catalog.ts', '../../../verdict/verdict.ts'],
  ['src/conformance/verdict/profile-audit.ts', '../run/run-check.ts'],
  ['src/conformance/report/model.ts', '../run/judge-target.ts'],
  ['src/conformance/run/judge-target.ts', '../api/judge.ts'],

  ['src/rig/endpoint.ts', '../reference/http/server.ts'],
  ['src/rig/endpoint.ts', '../conformance/judge/finding.ts'],

  ['src/reference/http/server.ts', '../../conformance/judge/finding.ts'],
  ['src/reference/http/server.ts', '../../client/index.ts'],
  ['src/reference/http/server.ts', '../../cli/main.ts'],
  ['src/reference/http/server.ts', '../../alterations/decorators/rewrite.ts'],
  ['src/reference/models/scripted/model.ts', '../../../rig/endpoint.ts'],

  ['src/alterations/breakages/chats.ts', '../../conformance/judge/finding.ts'],
  ['src/alterations/breakages/chats.ts', '../../cli/main.ts'],
  ['src/alterations/breakages/chats.ts', '../../loopback/index.ts'],

  ['src/cli/check.ts', '../../spec/errors.ts'],
  ['src/cli/check.ts', '../../scripts/generate.ts'],
  ['src/cli/check.ts', '../../test/recordings.ts'],
];

const allowed: typeof forbidden = [
  ['scripts/generate.ts', 'node:fs'],
  ['scripts/generate.ts', 'yaml'],
  ['scripts/generate.ts', './generate/bundle-document.ts'],
  ['scripts/generate/bundle-document.ts', '../test/environment.ts'],
  ['scripts/generate/deep/step.ts', '../../generate/open-points.ts'],
  ['scripts/ids/current-ids.ts', '../../src/conformance/suite/index.ts'],
  ['scripts/ledger/breakages.ts', '../../src/conformance/suite/index.ts'],
  ['src/event-stream/reader.ts', './errors.ts'],
  ['src/client/stream.ts', '../../generated/validators.js'],
  ['src/client/stream.ts', '../event-stream/index.ts'],
  ['src/conformance/judge/judge.ts', '../../event-stream/index.ts'],
  ['src/conformance/judge/judge.ts', '../../../generated/validators.js'],
  ['src/conformance/judge/rules/start.ts', '../../registry/registry.ts'],
  ['src/conformance/suite/live.ts', '../../rig/script/act.ts'],
  ['src/conformance/run/judge-target.ts', '../report/live.ts'],
  ['src/rig/endpoint.ts', '../event-stream/index.ts'],
  ['src/rig/endpoint.ts', '../loopback/index.ts'],
  ['src/conformance/recorder/proxy.ts', '../../loopback/index.ts'],
  ['src/reference/http/server.ts', '../../loopback/index.ts'],
  ['src/reference/store/sqlite/database.ts', '../../../file-lock/index.ts'],
  ['src/conformance/recordings/folder-lock.ts', '../../file-lock/index.ts'],
  ['src/reference/models/scripted/model.ts', '../../../rig/script/act.ts'],
  ['src/reference/turns/turn.ts', '../store/sqlite.ts'],
  ['src/alterations/breakages/chats.ts', '../../reference/ports.ts'],
  ['src/cli/serve.ts', '../alterations/index.ts'],
  ['src/cli/check.ts', '../conformance/judge/judge.ts'],
];

const forms: Record<string, (specifier: string) => string> = {
  'a static import': (specifier) => `import { a } from '${specifier}';\nexport const b = a;\n`,
  'a type import': (specifier) => `import type { A } from '${specifier}';\nexport type B = A;\n`,
  'a re-export': (specifier) => `export * from '${specifier}';\n`,
  'a dynamic import': (specifier) => `export const a = await import('${specifier}');\n`,
};

/** Runs a program in a folder with these texts and with copies of these parts of the repository. */
function runIn(texts: ReadonlyMap<string, string>, parts: readonly string[], ...args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'walls-'));
  try {
    for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    for (const [file, text] of texts) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A file name in the same folder that no other row uses, so that the same wall applies. */
const fixtureName = (file: string, list: string, row: number, form: number): string =>
  file.replace(/[^/]+$/, `${list}-${row}-${form}.ts`);

/** Every row in every form, in one repository, since starting the gate takes longer than reading them. */
function fixtures(): ReadonlyMap<string, string> {
  const texts = new Map([
    ['src/client/a.ts', "import type { B } from './b.ts';\nexport type A = B;\n"],
    ['src/client/b.ts', "import type { A } from './a.ts';\nexport type B = A;\n"],
    [
      'docs/architecture.md',
      ['repository', 'conformance'].map((name) => `<!-- ${name}:begin --><!-- ${name}:end -->`).join(''),
    ],
  ]);
  for (const [list, rows] of Object.entries({ forbidden, allowed })) {
    for (const [row, [file, specifier]] of rows.entries()) {
      for (const [form, write] of Object.values(forms).entries()) {
        texts.set(fixtureName(file, list, row, form), write(specifier));
      }
      if (specifier.startsWith('.')) {
        texts.set(normalize(join(dirname(file), specifier)), 'export const a = 1;\n');
      }
    }
  }
  return texts;
}

const rowsOf = (rows: typeof forbidden) => rows.map(([file, specifier], row) => ({ file, specifier, row }));

describe('the gate', () => {
  let status: number | null;
  let lines: readonly string[];
  let broken: ReadonlyMap<string | undefined, readonly string[]>;
  beforeAll(() => {
    const [, script = '', ...args] = gates.find(({ name }) => name === 'walls')?.command ?? [];
    const parts = ['.dependency-cruiser.mjs', 'tsconfig.json', 'package.json'];
    const gate = runIn(fixtures(), parts, join(root, script), ...args);
    status = gate.status;
    lines = gate.stderr.trimEnd().split('\n');
    broken = Map.groupBy(lines, (line) => / (\S+) → /.exec(line)?.[1]);
  });

  it.each(rowsOf(forbidden))('stops $file from $specifier', ({ file, row }) => {
    for (const [index, form] of Object.keys(forms).entries()) {
      expect(broken.get(fixtureName(file, 'forbidden', row, index)) ?? [], form).not.toEqual([]);
    }
  });

  it.each(rowsOf(allowed))('lets $file import $specifier', ({ file, row }) => {
    for (const [index, form] of Object.keys(forms).entries()) {
      expect(broken.get(fixtureName(file, 'allowed', row, index)), form).toBeUndefined();
    }
  });

  it('names the wall, the file and what it imports, and fails', () => {
    const row = forbidden.findIndex(([file]) => file === 'src/loopback/loopback.ts');
    const file = fixtureName('src/loopback/loopback.ts', 'forbidden', row, 0);
    expect(lines).toContain(`walls-of-src-loopback: ${file} → generated/types.d.ts`);
    expect(status).toBe(1);
  });

  it('finds a circle of imports, even of type imports only', () => {
    const circle = ['src/client/a.ts', 'src/client/b.ts', 'src/client/a.ts'];
    expect(broken.get('src/client/a.ts')).toEqual([`no-circles: ${circle.join(' → ')}`]);
  });

  it('also says that the pictures are out of date', () => {
    expect(lines).toContain(
      'docs/architecture.md does not show the imports of today; run `npm run architecture`',
    );
  });
});

it('finds every folder of src behind a wall, and no file outside these folders', () => {
  const walled = new Set(forbidden.map(([file]) => file.split('/').slice(0, 2).join('/')));
  const unwalled = readdirSync(join(root, 'src')).filter((entry) => !walled.has(`src/${entry}`));
  expect(unwalled).toEqual([]);
});

describe('the wall between src and spec', () => {
  const texts = new Map([
    ['src/conformance/url.ts', "export const url = new URL('../../spec/errors.yaml', import.meta.url);\n"],
    [
      'src/cli/read.ts',
      "import { readFileSync } from 'node:fs';\nexport const a = readFileSync('spec/errors.yaml');\n",
    ],
    ['src/cli/prose.ts', "export const hint = 'how to read the spec/requirements';\n"],
    ['scripts/read.ts', "export const url = new URL('../spec/errors.yaml', import.meta.url);\n"],
  ]);
  let messages: ReadonlyMap<string, readonly string[]>;
  beforeAll(() => {
    messages = lintPaths(texts);
  });

  it.each(['src/conformance/url.ts', 'src/cli/read.ts'])('stops %s from reading a file of spec', (file) => {
    expect(messages.get(file)).toEqual(['Wall: src reads generated/, never spec/.']);
  });

  it.each(['src/cli/prose.ts', 'scripts/read.ts'])('allows %s', (file) => {
    expect(messages.get(file)).toBeUndefined();
  });
});

interface LintReport {
  readonly diagnostics: readonly { readonly message: string; readonly location: { readonly path: string } }[];
}

/** Runs the path rule, a plugin of the linter, on texts as if they were files of the repository. */
function lintPaths(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const options = ['--only=plugin', '--reporter=json', '--max-diagnostics=none'];
  const parts = ['biome.json', '.gitignore', 'scripts/lint'];
  const { stdout, stderr } = runIn(texts, parts, biome, 'lint', ...options);
  if (stdout === '') throw new Error(`the linter gave no report: ${stderr}`);
  const { diagnostics } = JSON.parse(stdout) as LintReport;
  const byFile = Map.groupBy(diagnostics, ({ location }) => location.path);
  return new Map([...byFile].map(([file, those]) => [file, those.map(({ message }) => message)]));
}
