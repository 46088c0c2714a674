import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { FileSource } from '../src/conformance/recordings/file-source.ts';
import { judgeInput } from '../src/conformance/recordings/judge-input.ts';
import { loadRegistry } from '../src/conformance/registry/registry.ts';
import { reportTarget } from '../src/conformance/report/target.ts';
import { recording } from './cli/workspace.ts';

interface Expectation {
  readonly defect: string;
  readonly statements: readonly string[];
  readonly sections: readonly string[];
}

const registry = loadRegistry();
const expected: Record<string, Expectation> = parse(readFileSync(recording('expected.yaml'), 'utf8'));
const valid = readdirSync(recording('valid'));

async function judge(path: string) {
  const source = new FileSource(path);
  return reportTarget(basename(path), await judgeInput(source, 'sse'), registry);
}

describe('recordings from another implementation', () => {
  it('are all present', () => {
    expect(valid).toHaveLength(16);
    expect(readdirSync(recording('broken')).sort()).toEqual(Object.keys(expected).sort());
    expect(Object.keys(expected)).toHaveLength(32);
  });

  it.each(valid)('%s is conformant', async (file) => {
    const { verdict, requirements } = await judge(recording(`valid/${file}`));
    const violated = requirements.filter(({ violations }) => violations > 0).map(({ id }) => id);
    expect({ verdict, violated }).toEqual({ verdict: 'conformant', violated: [] });
  });

  it.each(Object.entries(expected))('%s is found, and nothing else', async (file, expectation) => {
    const { verdict, requirements } = await judge(recording(`broken/${file}`));
    const failed = requirements.filter(({ status }) => status === 'failed');
    const statements = failed.flatMap((row) => row.statements);

    expect(verdict).toBe('nonconformant');
    expect(failed.every(({ level }) => level === 'must')).toBe(true);
    expect(statements.filter((id) => expectation.statements.includes(id))).not.toEqual([]);
    const sections = new Set(statements.map((id) => registry.statements[id]?.section));
    expect([...sections].filter((section) => !expectation.sections.includes(section ?? ''))).toEqual([]);
  });
});
