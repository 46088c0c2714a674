import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Script } from '../../../src/rig/script/act.ts';
import { findScript } from '../../../src/rig/script/find-script.ts';

const page = readFileSync(new URL('../../../docs/scripts.md', import.meta.url), 'utf8');
const blocks = Array.from(page.matchAll(/^```script\n.*?^```$/gms), ([block]) => ({ block }));
const [, body = ''] = /^```json\n(.*?)^```$/ms.exec(page) ?? [];

/** The names of all acts of a script, including those of its tasks. */
const actsIn = (script: Script): string[] =>
  script.flatMap((act) => [
    Object.keys(act)[0] ?? '',
    ...('delegate' in act ? act.delegate.flatMap((task) => actsIn(task.script ?? [])) : []),
  ]);

describe('the page about scripts', () => {
  it.each(blocks)('shows a script that is well-formed: $block', ({ block }) => {
    expect(findScript(block)).toBeDefined();
  });

  it('shows the first script as it appears in a request', () => {
    expect(findScript(JSON.parse(body).content)).toEqual(findScript(blocks[0]?.block ?? ''));
  });

  it('shows every act', () => {
    const shown = new Set(blocks.flatMap(({ block }) => actsIn(findScript(block) ?? [])));
    expect([...shown].sort()).toEqual([
      'ask',
      'call',
      'delegate',
      'echo',
      'fail',
      'failover',
      'hang',
      'plan',
      'reason',
      'say',
      'wait',
    ]);
  });
});
