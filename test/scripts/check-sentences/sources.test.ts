import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findRequirementIds } from '../../../scripts/check-sentences/requirement-ids.ts';
import { buildCheckSentences, listChecks } from '../../../scripts/check-sentences.ts';
import { compare } from '../../../scripts/generate/folder.ts';
import { repositoryRoot } from '../../../scripts/test/environment.ts';
import type { Check } from '../../../src/conformance/check-kit/check.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';

const REGISTRY = 'generated/requirements.json';
const registry = readFileSync(join(repositoryRoot, REGISTRY), 'utf8');
const known = new Set(
  (JSON.parse(registry) as { requirements: { id: string }[] }).requirements.map(({ id }) => id),
);

/** The modules of checks, without the list of all of them. */
const modules = listChecks(repositoryRoot).filter((path) => !path.endsWith('/index.ts'));

function idsInSource(path: string): readonly string[] {
  const source = readFileSync(join(repositoryRoot, path), 'utf8');
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  return findRequirementIds(file, known).ids.map(({ id }) => id);
}

async function idsOfChecks(path: string): Promise<readonly string[]> {
  const exports: Record<string, unknown> = await import(join(repositoryRoot, path));
  const checks = Object.values(exports).filter(Array.isArray).flat() as readonly Check[];
  return checks.flatMap(({ requirements }) => requirements);
}

const sorted = (ids: Iterable<string>) => [...new Set(ids)].sort();

describe('the sentences next to the checks', () => {
  it.each(modules)('are there for exactly the requirements of %s', async (path) => {
    expect(sorted(idsInSource(path))).toEqual(sorted(await idsOfChecks(path)));
  });

  it('are there for the requirements of every check', () => {
    const declared = CHECKS.flatMap(({ requirements }) => requirements);
    expect(sorted(modules.flatMap(idsInSource))).toEqual(sorted(declared));
  });
});

describe('buildCheckSentences', () => {
  const SENTENCE = 'Usage has the same members in an answer, a replay and a listing.';
  const CHECK = 'src/conformance/checks/usage.ts';
  const built = new Map([
    [REGISTRY, JSON.stringify({ requirements: [{ id: 'usage.shape', text: SENTENCE }] })],
  ]);

  /** How the source of a check differs from the source that is built. */
  function differences(source: string, files = built) {
    const root = mkdtempSync(join(tmpdir(), 'check-sentences-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    mkdirSync(join(root, dirname(CHECK)), { recursive: true });
    writeFileSync(join(root, CHECK), source);
    return compare(root, buildCheckSentences(root, files).files);
  }

  it.each([
    ['reports nothing for a current sentence', `// ${SENTENCE}\n`, []],
    ['names a file with a stale sentence', '// Usage is the same.\n', [{ path: CHECK, state: 'stale' }]],
    ['names a file with a missing sentence', '', [{ path: CHECK, state: 'stale' }]],
  ])('%s', (_, comment, expected) => {
    expect(differences(`${comment}const checks = [{ requirements: ['usage.shape'] }];\n`)).toEqual(expected);
  });

  it('leaves the checks alone when the registry could not be built', () => {
    expect(differences("const checks = [{ requirements: ['usage.shape'] }];\n", new Map())).toEqual([]);
  });
});
