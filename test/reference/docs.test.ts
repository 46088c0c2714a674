import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import requirements from '../../generated/requirements.json' with { type: 'json' };
import { FAULTS } from '../../src/reference/faults/faults.ts';
import { FAULT_NAMES } from '../../src/reference/faults/names.ts';
import { STAGES } from '../../src/reference/operations/stages.ts';
import { TURN_CHECKS } from '../../src/reference/operations/turn-checks.ts';

const page = readFileSync(new URL('../../docs/reference-server.md', import.meta.url), 'utf8');

describe('docs/reference-server.md', () => {
  it('lists the existing faults', () => {
    const rows = FAULTS.map(({ id, behaviour }) => `| \`${id}\` | ${behaviour} |`);
    expect(page).toContain(rows.join('\n'));
    expect(FAULTS.map(({ id }) => id)).toEqual(FAULT_NAMES);
  });

  it('lists the stages of a request in their order', () => {
    const rows = STAGES.map(
      ({ name, refuses }, index) =>
        `| ${index + 1} | ${name} | ${refuses.map((row) => `\`${row}\``).join(', ')} |`,
    );
    expect(page).toContain(rows.join('\n'));
  });

  it('lists the checks of a turn in their order', () => {
    const [, list = ''] = /checks a turn for these errors, in this order: ([^.]+)\./.exec(page) ?? [];
    const named = [...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    expect(named).toEqual(TURN_CHECKS.map(({ refuses }) => refuses));
  });

  it('names only existing open points', () => {
    const named = [...page.matchAll(/\bA-\d+\b/g)].map(([id]) => id);
    expect(named.filter((id) => !(id in requirements.openPoints))).toEqual([]);
  });
});

it('the faults each name an existing requirement', () => {
  const known = new Set(requirements.requirements.map(({ id }) => id));
  expect(FAULTS.filter(({ requirement }) => !known.has(requirement))).toEqual([]);
});
