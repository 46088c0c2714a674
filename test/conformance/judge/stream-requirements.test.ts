import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/conformance/registry/registry.ts';
import { formatEvent } from '../../../src/event-stream/index.ts';
import { judgeText, violated } from './judging.ts';
import { mutate } from './mutations.ts';
import { REPLAY, SCENES } from './scenes.ts';
import { EXAMPLES } from './streams.ts';

const registry = loadRegistry();
const levels = new Map(registry.requirements.map(({ id, level }) => [id, level]));
const judgeFolder = fileURLToPath(new URL('../../../src/conformance/judge', import.meta.url));

/** Requirements that the code of the judge names, except those of `consistency`, which compares exchanges and has its own tests. */
function namedByTheJudge(): Set<string> {
  const named = new Set<string>();
  for (const entry of readdirSync(judgeFolder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.parentPath.endsWith('consistency')) continue;
    const code = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    for (const [, id = ''] of code.matchAll(/'([a-z-]+(?:\.[a-z0-9-]+){2})'/g))
      if (levels.has(id)) named.add(id);
  }
  return named;
}

interface Node extends Readonly<Record<string, unknown>> {
  readonly 'x-row'?: string;
  readonly 'x-required-rows'?: Readonly<Record<string, string>>;
}

const ASSERTIONS = ['type', 'const', 'enum', 'format', 'minItems', 'uniqueItems', 'discriminator'];

/** Requirements that own an assertion in a schema that a stream can carry. */
function ownedByShapes(): Set<string> {
  const read = (file: string) =>
    JSON.parse(readFileSync(new URL(`../../../generated/${file}`, import.meta.url), 'utf8'));
  const shapes: Record<string, Node> = read('shapes.json');
  const rows = new Set<string>();
  const visited = new Set<unknown>();
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null || visited.has(node)) return;
    visited.add(node);
    const { 'x-row': row, 'x-required-rows': required, $ref } = node as Node;
    if (row && ASSERTIONS.some((keyword) => keyword in node)) rows.add(row);
    for (const id of Object.values(required ?? {})) rows.add(id);
    if (typeof $ref === 'string') visit(shapes[$ref]);
    // A condition asserts nothing. It only chooses a branch.
    for (const [key, child] of Object.entries(node))
      if (key !== 'if' && key !== 'x-required-rows') visit(child);
  };
  for (const { type } of read('events.json') as { type: string }[]) visit(shapes[type]);
  return rows;
}

const isMust = (id: string) => levels.get(id) === 'must';
const judged = [...new Set([...namedByTheJudge(), ...ownedByShapes()])].filter(isMust).toSorted();

/** The streams of the examples, each with one place of one event changed. Events that occur in several streams are changed once. */
function* mutants(): Generator<string> {
  const changed = new Set<string>();
  for (const text of EXAMPLES.values()) {
    const blocks = text.split('\n\n').filter((block) => block.startsWith('event: '));
    for (const [index, block] of blocks.entries()) {
      if (changed.has(block)) continue;
      changed.add(block);
      const [name = '', data = ''] = block.split('\n');
      const type = name.slice('event: '.length);
      for (const { value } of mutate(JSON.parse(data.slice('data: '.length)))) {
        const mutant = formatEvent({ type, data: JSON.stringify(value) });
        yield [...blocks.slice(0, index), mutant.trimEnd(), ...blocks.slice(index + 1), ''].join('\n\n');
      }
    }
  }
}

const satisfied = new Set<string>();
const broken = new Set<string>();
for (const text of EXAMPLES.values()) {
  for (const [id, row] of judgeText(text).rows) if (row.exercised && row.violations === 0) satisfied.add(id);
}
for (const { sound, unsound, requirement } of SCENES) {
  const row = sound().rows.get(requirement);
  if (row?.exercised && row.violations === 0) satisfied.add(requirement);
  if (violated(unsound()).includes(requirement)) broken.add(requirement);
}
for (const mutant of mutants()) {
  if (judged.every((id) => broken.has(id))) break;
  for (const id of violated(judgeText(mutant))) broken.add(id);
}

describe('each must-requirement that the judge checks on streams', () => {
  it('is exercised by a recording that meets it', () => {
    expect(judged.filter((id) => !satisfied.has(id))).toEqual([]);
  });

  it('is reported for a recording that violates it', () => {
    expect(judged.filter((id) => !broken.has(id))).toEqual([]);
  });
});

it.each(SCENES.map((scene) => [scene.requirement, scene] as const))(
  'the scenes of %s differ in that requirement only',
  (requirement, { sound, unsound }) => {
    expect(violated(sound())).toEqual([]);
    expect(violated(unsound())).toEqual([requirement]);
  },
);

describe('a replay', () => {
  const { start, end } = REPLAY;

  it.each([
    [
      'an error whose tasks only the first stream showed',
      start +
        end('message.error', { code: 'upstream_error', message: '', retryable: false, agent_runs: [{}] }),
    ],
    ['a turn without its deltas and steps', EXAMPLES.get('replay-completed') ?? ''],
    ['a cancelled turn', EXAMPLES.get('replay-cancelled') ?? ''],
    ['an error', EXAMPLES.get('replay-error') ?? ''],
  ])('of %s is sound', (_, stream) => {
    expect(stream).toContain('message.start');
    expect(violated(judgeText(stream))).toEqual([]);
  });
});
