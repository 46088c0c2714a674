import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { gates } from '../../scripts/test/gates.ts';

const root = resolve(import.meta.dirname, '../..');

/** [importing file, what it imports]: each line on the wrong side of a wall. */
const forbidden: readonly (readonly [file: string, specifier: string])[] = [
  ['spec/schemas/load.ts', 'node:fs'],
  ['spec/schemas/load.ts', './other.ts'],

  ['scripts/generate.ts', '../src/event-stream/index.ts'],
  ['scripts/generate.ts', '../generated/validators.js'],
  ['scripts/generate/bundle-document.ts', '../../src/cli/main.ts'],
  ['scripts/generate/bundle-document.ts', '../../test/recordings.ts'],
  ['scripts/generate/deep/step.ts', '../../../src/client/index.ts'],
  ['scripts/generate/bundle-document.ts', 'conversation-api/validators'],

  ['src/event-stream/reader.ts', '../../generated/types.d.ts'],
  ['src/event-stream/reader.ts', '../client/index.ts'],
  ['src/event-stream/reader.ts', '../conformance/judge/finding.ts'],
  ['src/event-stream/reader.ts', '../rig/script.ts'],
  ['src/event-stream/reader.ts', '../reference/http/server.ts'],
  ['src/event-stream/deep/reader.ts', '../../cli/main.ts'],

  ['src/client/stream.ts', '../conformance/judge/finding.ts'],
  ['src/client/stream.ts', '../rig/script.ts'],
  ['src/client/stream.ts', '../reference/http/server.ts'],
  ['src/client/stream.ts', '../cli/main.ts'],
  ['src/client/stream.ts', 'conversation-api/types'],

  ['src/conformance/judge/judge.ts', '../../reference/http/server.ts'],
  ['src/conformance/judge/judge.ts', '../../client/index.ts'],
  ['src/conformance/judge/judge.ts', '../../cli/main.ts'],
  ['src/conformance/checks/turns/replay.ts', '../../../client/stream.ts'],
  ['src/conformance/checks/live.ts', '../../rig/endpoint.ts'],

  ['src/rig/endpoint.ts', '../reference/http/server.ts'],
  ['src/rig/endpoint.ts', '../conformance/judge/finding.ts'],

  ['src/reference/http/server.ts', '../../conformance/judge/finding.ts'],
  ['src/reference/http/server.ts', '../../client/index.ts'],
  ['src/reference/http/server.ts', '../../cli/main.ts'],
  ['src/reference/models/scripted/model.ts', '../../rig/endpoint.ts'],

  ['src/cli/check.ts', '../../spec/errors.ts'],
  ['src/cli/check.ts', '../../scripts/generate.ts'],
  ['src/cli/check.ts', '../../test/recordings.ts'],
];

const allowed: typeof forbidden = [
  ['scripts/generate.ts', 'node:fs'],
  ['scripts/generate.ts', 'yaml'],
  ['scripts/generate.ts', './generate/bundle-document.ts'],
  ['scripts/generate/bundle-document.ts', '../test/environment.ts'],
  ['scripts/generate/deep/step.ts', '../../open-points.ts'],
  ['src/event-stream/reader.ts', './errors.ts'],
  ['src/client/stream.ts', '../../generated/validators.js'],
  ['src/client/stream.ts', '../event-stream/index.ts'],
  ['src/client/stream.ts', 'openapi-fetch'],
  ['src/conformance/judge/judge.ts', '../../event-stream/index.ts'],
  ['src/conformance/judge/judge.ts', '../../../generated/validators.js'],
  ['src/conformance/judge/rules/start.ts', '../../registry.ts'],
  ['src/conformance/checks/live.ts', '../../rig/script.ts'],
  ['src/conformance/checks/live.ts', '../../rig/script/parse.ts'],
  ['src/rig/endpoint.ts', '../event-stream/index.ts'],
  ['src/reference/models/scripted/model.ts', '../../rig/script.ts'],
  ['src/reference/turns/turn.ts', '../store/sqlite.ts'],
  ['src/cli/serve.ts', '../reference/http/server.ts'],
  ['src/cli/check.ts', '../conformance/judge/judge.ts'],
  ['test/walls.test.ts', '../src/client/index.ts'],
  ['test/walls.test.ts', '../spec/errors.ts'],
];

const forms: Record<string, (specifier: string) => string> = {
  'a static import': (specifier) => `import { a } from '${specifier}';\nexport const b = a;\n`,
  'a type import': (specifier) => `import type { A } from '${specifier}';\nexport type B = A;\n`,
  'a re-export': (specifier) => `export * from '${specifier}';\n`,
  'a dynamic import': (specifier) => `export const a = await import('${specifier}');\n`,
};

interface LintReport {
  readonly diagnostics: readonly { readonly message: string; readonly location: { readonly path: string } }[];
}

/** Lints texts as if they stood in the repository, through the repository's own configuration; messages by file. */
async function lintTexts(
  texts: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const copy = mkdtempSync(join(tmpdir(), 'walls-'));
  try {
    for (const part of ['biome.json', '.gitignore', 'scripts/lint']) {
      cpSync(join(root, part), join(copy, part), { recursive: true });
    }
    for (const [file, text] of texts) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), text);
    }
    const messages = new Map<string, string[]>();
    for (const { message, location } of (await runWallsGate(copy)).diagnostics) {
      messages.set(location.path, [...(messages.get(location.path) ?? []), message]);
    }
    return messages;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function runWallsGate(folder: string): Promise<LintReport> {
  const gate = gates.find(({ name }) => name === 'walls');
  if (gate === undefined) throw new Error('there is no gate named walls');
  const args = gate.command.slice(1).filter((arg) => !arg.startsWith('--reporter'));
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  return new Promise((done, fail) => {
    execFile(
      process.execPath,
      [biome, ...args, '--reporter=json', '--max-diagnostics=none'],
      { cwd: folder, maxBuffer: 2 ** 26 },
      (_, stdout, stderr) => {
        try {
          done(JSON.parse(stdout) as LintReport);
        } catch {
          fail(new Error(`the linter gave no report: ${stderr}`));
        }
      },
    );
  });
}

/** A name beside the file that no other row uses, in the same folder, so that the same wall applies. */
const fixtureName = (file: string, row: number, form: number): string =>
  file.replace(/[^/]+$/, `fixture-${row}-${form}.ts`);

function lintRows(rows: typeof forbidden): Promise<ReadonlyMap<string, readonly string[]>> {
  const texts = rows.flatMap(([file, specifier], row) =>
    Object.values(forms).map((form, index) => [fixtureName(file, row, index), form(specifier)] as const),
  );
  return lintTexts(new Map(texts));
}

const rowsOf = (rows: typeof forbidden) => rows.map(([file, specifier], row) => ({ file, specifier, row }));

let red: ReadonlyMap<string, readonly string[]>;
let green: ReadonlyMap<string, readonly string[]>;
beforeAll(async () => {
  red = await lintRows(forbidden);
  green = await lintRows(allowed);
});

describe('a wall, against every form of import', () => {
  it.each(rowsOf(forbidden))('stops $file from $specifier', ({ file, row }) => {
    for (const [index, form] of Object.keys(forms).entries()) {
      const messages = red.get(fixtureName(file, row, index)) ?? [];
      expect(messages, form).not.toEqual([]);
      expect(
        messages.filter((message) => !/^Wall: .+\.$/.test(message)),
        form,
      ).toEqual([]);
    }
  });

  it.each(rowsOf(allowed))('lets $file import $specifier', ({ file, row }) => {
    for (const [index, form] of Object.keys(forms).entries()) {
      expect(green.get(fixtureName(file, row, index)), form).toBeUndefined();
    }
  });
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
  beforeAll(async () => {
    messages = await lintTexts(texts);
  });

  it.each(['src/conformance/url.ts', 'src/cli/read.ts'])('stops %s from reading a file of spec', (file) => {
    expect(messages.get(file)).toEqual(['Wall: src reads generated/, never spec/.']);
  });

  it.each(['src/cli/prose.ts', 'scripts/read.ts'])('leaves %s alone', (file) => {
    expect(messages.get(file)).toBeUndefined();
  });
});

it('finds every folder of src behind a wall, and no file outside of them', () => {
  const walled = new Set(forbidden.map(([file]) => file.split('/').slice(0, 2).join('/')));
  const unwalled = readdirSync(join(root, 'src')).filter((entry) => !walled.has(`src/${entry}`));
  expect(unwalled).toEqual([]);
});
