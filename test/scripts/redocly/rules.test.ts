import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repositoryRoot, testEnvironment } from '../../../scripts/test/environment.ts';
import { soundAsyncapi, soundOpenapi } from './sound-documents.ts';

// Each case breaks one thing in a sound document.
type Change = (document: Mutable) => unknown;
// biome-ignore lint/suspicious/noExplicitAny: a case changes members deep inside a document.
type Mutable = any;

const operation = (document: Mutable) => document.paths['/pets'].post;
const pet = (document: Mutable) => document.components.schemas.Pet;

/** Moves a key of this mapping to its front. */
function toFront(node: Mutable, key: string): void {
  const rest = { ...node };
  for (const name of Object.keys(node)) delete node[name];
  node[key] = rest[key];
  Object.assign(node, rest);
}

const anyDocument: readonly (readonly [rule: string, defect: string, change: Change])[] = [
  [
    'decision-marks',
    'required members that no open point decides',
    (d) => Object.assign(pet(d), { 'x-decision-required': { 'A-999': ['name'] } }),
  ],
  [
    'decision-marks',
    'a decision on a member that is not required',
    (d) => Object.assign(pet(d), { 'x-decision-required': { 'A-07': ['age'] } }),
  ],
  [
    'decision-marks',
    'a decision on a missing keyword',
    (d) => Object.assign(pet(d).properties.name, { 'x-decision-keywords': { 'A-21': ['minLength'] } }),
  ],
  ['property-description', 'a member without description', (d) => delete pet(d).properties.name.description],
  ['schema-key-order', 'properties before type', (d) => toFront(pet(d), 'properties')],
  ['schema-key-order', 'a limit before the type', (d) => toFront(pet(d).properties.name, 'maxLength')],
  ['schema-keywords', '$id', (d) => Object.assign(pet(d), { $id: 'https://pets.example/Pet' })],
  ['schema-keywords', '$defs', (d) => Object.assign(pet(d), { $defs: {} })],
  [
    'schema-open',
    'additionalProperties: false',
    (d) => Object.assign(pet(d), { additionalProperties: false }),
  ],
  [
    'schema-open',
    'a closed object inside',
    (d) => Object.assign(pet(d).properties.name, { type: 'object', additionalProperties: false }),
  ],
];

const openapi: typeof anyDocument = [
  ...anyDocument,
  [
    'decision-marks',
    'an unknown open point',
    (d) => Object.assign(operation(d).responses['200'], { 'x-decision': 'A-999' }),
  ],
  [
    'examples-present',
    'a request without example',
    (d) => delete operation(d).requestBody.content['application/json'].examples,
  ],
  [
    'examples-present',
    'a success without example',
    (d) => Object.assign(operation(d).responses['200'].content['application/json'], { examples: {} }),
  ],
  [
    'examples-present',
    'a failure without example',
    (d) => delete operation(d).responses['404'].content['application/json'].examples,
  ],
  ['operation-complete', 'no operationId', (d) => delete operation(d).operationId],
  ['operation-complete', 'no summary', (d) => delete operation(d).summary],
  ['operation-complete', 'no description', (d) => delete operation(d).description],
  ['operation-complete', 'no tag', (d) => Object.assign(operation(d), { tags: [] })],
  ['operation-complete', 'no scopes', (d) => Object.assign(operation(d), { 'x-required-scopes': [] })],
  ['operation-complete', 'no default response', (d) => delete operation(d).responses.default],
  ['operation-key-order', 'tags before the operationId', (d) => toFront(operation(d), 'tags')],
  ['operation-key-order', 'responses first', (d) => toFront(operation(d), 'responses')],
  [
    'operation-summary-verb',
    'a summary that begins with a noun',
    (d) => Object.assign(operation(d), { summary: 'Pet creation' }),
  ],
  ['schema-keywords', 'nullable', (d) => Object.assign(pet(d).properties.name, { nullable: true })],
  [
    'schema-keywords',
    'prefixItems',
    (d) => Object.assign(pet(d).properties.name, { type: 'array', prefixItems: [{}] }),
  ],
  [
    'schema-keywords',
    'unevaluatedProperties',
    (d) => Object.assign(pet(d), { unevaluatedProperties: false }),
  ],
  ['summary-style', 'a full stop', (d) => Object.assign(operation(d), { summary: 'Create a pet.' })],
  ['summary-style', 'title case', (d) => Object.assign(operation(d), { summary: 'Create a Pet' })],
  [
    'summary-style',
    'an example in lower case',
    (d) =>
      Object.assign(operation(d).responses['200'].content['application/json'].examples.rex, {
        summary: 'a dog',
      }),
  ],
];

const asyncapi: typeof anyDocument = [
  ...anyDocument,
  [
    'examples-present',
    'a message without example',
    (d) => Object.assign(d.components.messages.seen, { examples: [] }),
  ],
  [
    'summary-style',
    'a full stop',
    (d) => Object.assign(d.components.messages.seen, { summary: 'A pet was seen.' }),
  ],
];

const cases = [
  ...openapi.map(([rule, defect, change]) => ['OpenAPI', rule, defect, change, soundOpenapi] as const),
  ...asyncapi.map(([rule, defect, change]) => ['AsyncAPI', rule, defect, change, soundAsyncapi] as const),
];

describe('the lint of the contract', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'));
  let problems: ReadonlyMap<string, readonly string[]>;

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    const documents = [
      soundOpenapi(),
      soundAsyncapi(),
      ...cases.map(([, , , change, sound]) => broken(sound(), change)),
    ];
    const files = documents.map((document, index) => {
      const file = join(folder, `${index}.json`);
      writeFileSync(file, JSON.stringify(document));
      return file;
    });
    problems = await lint(files);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['OpenAPI', 0],
    ['AsyncAPI', 1],
  ])('reports nothing for a sound %s document', (_, index) => {
    expect(problems.get(`${index}.json`)).toEqual([]);
  });

  it.each(cases.map(([kind, rule, defect], index) => [kind, rule, defect, index + 2] as const))(
    '%s: %s refuses %s',
    (_, rule, __, index) => {
      expect(problems.get(`${index}.json`)).toContain(`contract/${rule}`);
    },
  );
});

function broken(document: object, change: Change): object {
  change(document);
  return document;
}

/** The rules that each file breaks, by file name. One run for all, since starting the linter costs more than linting. */
function lint(files: readonly string[]): Promise<Map<string, string[]>> {
  const cli = resolve(repositoryRoot, 'node_modules/@redocly/cli/bin/cli.js');
  const args = [cli, 'lint', ...files, '--config=redocly.yaml', '--format=json', '--max-problems=1000'];
  return new Promise((found, failed) => {
    const options = { cwd: repositoryRoot, env: testEnvironment(), maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, args, options, (_, stdout, stderr) => {
      const reports = stdout.split(/(?<=^\})/m).filter((text) => text.trim() !== '');
      if (reports.length !== files.length) {
        failed(new Error(`not every file was linted: ${stderr}`));
        return;
      }
      const broken = new Map(files.map((file) => [file.split(/[/\\]/).at(-1) ?? '', [] as string[]]));
      for (const [index, report] of reports.entries()) {
        const { problems } = JSON.parse(report) as { problems: { ruleId: string }[] };
        broken.get(`${index}.json`)?.push(...problems.map(({ ruleId }) => ruleId));
      }
      found(broken);
    });
  });
}
