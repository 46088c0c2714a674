import { describe, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/conformance/registry/registry.ts';
import { judgeText, verdictOf } from './judging.ts';
import { EXAMPLES } from './streams.ts';

const { requirements } = loadRegistry();

interface Block {
  readonly type: string;
  readonly data: unknown;
}

function blocksOf(text: string): Block[] {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [name = '', data = ''] = block.split('\n');
      return { type: name.slice('event: '.length), data: JSON.parse(data.slice('data: '.length)) };
    });
}

const write = (blocks: readonly Block[], json = (data: unknown) => JSON.stringify(data)) =>
  blocks.map(({ type, data }) => `event: ${type}\ndata: ${json(data)}\n\n`).join('');

/** Changes each object in a value, innermost first. */
function changeObjects(value: unknown, change: (object: Record<string, unknown>) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => changeObjects(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return change(
    Object.fromEntries(Object.entries(value).map(([key, member]) => [key, changeObjects(member, change)])),
  );
}

const changing = (change: (object: Record<string, unknown>) => unknown) => (text: string) =>
  write(blocksOf(text).map(({ type, data }) => ({ type, data: changeObjects(data, change) })));

const writing = (json: (data: unknown) => string) => (text: string) => write(blocksOf(text), json);

const without = (object: Record<string, unknown>, ...names: string[]) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

const TIMES = /(T\d\d:\d\d:\d\d)(\.\d+)?Z/g;

/** Differences from the examples that a faithful server may show in its streams, by the open point that allows them. */
const WAYS: readonly (readonly [way: string, change: (text: string) => string])[] = [
  ['CRLF (A-78)', (text) => text.replaceAll('\n', '\r\n')],
  ['CR (A-78)', (text) => text.replaceAll('\n', '\r')],
  ['a byte order mark (A-78)', (text) => `\ufeff${text}`],
  ['no space after the colon (A-78)', (text) => text.replaceAll(/^(event|data): /gm, '$1:')],
  [
    'ids, retries and comments (A-78)',
    (text) => text.replaceAll(/^event: /gm, ': note\nid: 7\nretry: 1000\nevent: '),
  ],
  ['comments between events (A-78)', (text) => text.replaceAll('\n\n', '\n\n: keep\n\n')],
  ['data before the name (A-78)', (text) => text.replaceAll(/^(event: .*)\n(data: .*)$/gm, '$2\n$1')],
  [
    'JSON over several lines (A-78)',
    writing((data) => JSON.stringify(data, null, 1).replaceAll('\n', '\ndata: ')),
  ],
  ['JSON with spaces', writing((data) => JSON.stringify(data, null, 1).replaceAll(/\n */g, ' '))],
  [
    'JSON in ASCII',
    writing((data) =>
      JSON.stringify(data).replaceAll(
        /[^\x20-\x7e]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    ),
  ],
  ['members in another order', changing((object) => Object.fromEntries(Object.entries(object).reverse()))],
  ['unknown members in every object', changing((object) => ({ ...object, x_new: { deep: [1, null] } }))],
  ['times with +00:00 (A-14)', (text) => text.replaceAll(TIMES, '$1$2+00:00')],
  ['times with a fraction (A-14)', (text) => text.replaceAll(TIMES, '$1.123456Z')],
  ['times with +00 (A-14, a warning)', (text) => text.replaceAll(TIMES, '$1$2+00')],
  ['times without an offset (A-14, a warning)', (text) => text.replaceAll(TIMES, '$1$2')],
  [
    'no status and created_at in terminal events (A-46)',
    changing((object) => ('role' in object ? without(object, 'status', 'created_at') : object)),
  ],
  [
    'null for the optional members of a step (A-92)',
    changing((object) =>
      'label_code' in object
        ? { duration: null, tool_calls: null, detail: null, tokens: null, ...object }
        : object,
    ),
  ],
  [
    'null for absent members (A-141)',
    changing((object) => ({
      ...('action_id' in object && { agent: null }),
      ...('retryable' in object && { details: null, agents: null, agent_runs: null }),
      ...('role' in object && { agents: null, prompt: null }),
      ...('prompt_tokens' in object && { agent_tokens: null }),
      ...object,
    })),
  ],
  [
    'an unknown event (A-84, a warning)',
    (text) => text.replace('\n\n', '\n\nevent: message.thinking\ndata: {"text":"…"}\n\n'),
  ],
  [
    'an error with other details (A-15)',
    changing((object) =>
      'failure_kind' in object ? without(object, 'dependency', 'operation', 'schema_version') : object,
    ),
  ],
  [
    'pings anywhere (A-79)',
    (text) => {
      const [first = '', ...rest] = text.split('\n\n');
      const [, created = '2026-03-02T08:00:00Z'] = /"created_at":"([^"]+)"/.exec(text) ?? [];
      const ping = `event: ping\ndata: {"ts":${Date.parse(created) / 1000}}`;
      return [first, ...rest.slice(0, -2).flatMap((block) => [ping, block]), ...rest.slice(-2)].join('\n\n');
    },
  ],
  [
    'upper-case uuids',
    (text) =>
      text.replaceAll(/"chat_id":"[^"]+"/g, (member) => member.toUpperCase().replace('CHAT_ID', 'chat_id')),
  ],
];

it('null as the name of a task is not even a warning (A-93)', () => {
  const unnamed = changing((object) =>
    'task_id' in object && 'agent_id' in object ? { ...object, name: null } : object,
  );
  const judged = [...EXAMPLES.values()].flatMap((text) => {
    const changed = unnamed(text);
    return changed === write(blocksOf(text)) ? [] : [judgeText(changed)];
  });
  expect(judged.length).toBeGreaterThan(0);
  for (const { rows } of judged) expect(rows.get('agents.task.name')?.violations).toBe(0);
});

describe('a faithful server', () => {
  describe.each(WAYS)('that writes %s', (_, change) => {
    it('changes at least one stream', () => {
      expect([...EXAMPLES.values()].some((text) => change(text) !== text)).toBe(true);
    });

    it.each([...EXAMPLES])('is conformant with %s', (_name, text) => {
      const changed = change(text);
      const judgement = judgeText(changed);
      const failed = [...judgement.rows]
        .filter(([, row]) => row.violations > 0)
        .map(([id, row]) => [id, row.findings[0]]);
      const levels = new Map(requirements.map(({ id, level }) => [id, level]));
      expect(failed.filter(([id]) => levels.get(id as string) === 'must')).toEqual([]);
      expect(verdictOf(judgement, requirements)).toBe('conformant');
    });
  });
});
