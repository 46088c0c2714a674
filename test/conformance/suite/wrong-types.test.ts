import { expect, it } from 'vitest';
import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import type { Body } from '../../../src/alterations/decorators/requests.ts';
import { rewriteEverywhere } from '../../../src/alterations/decorators/rewrite-everywhere.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

const asText = ({ id, ...others }: Body) => ({ ...others, id: String(id) });

/** Servers that send some ids as text, each with the only requirement that it violates, and with checks that compare these ids with right ones. */
const SERVERS = [
  {
    name: 'turns',
    change: (value: Body) => (value?.role === 'assistant' ? asText(value) : value),
    requirement: 'messages.id.integer',
    checks: ['errors.turn-failed', 'states.running.blocking-turn', 'stream.after-save.completed'],
  },
  {
    name: 'skills',
    change: (value: Body) => (value?.instructions === undefined ? value : asText(value)),
    requirement: 'envelope.ids.integer',
    checks: [
      'skills.visibility.company-skill',
      'skills.visibility.shared-skill',
      'skills.delete',
      'skills.list',
    ],
  },
];

it.each(SERVERS)(
  'a server that sends ids as text is not blamed for the right ids that are compared with those of $name',
  async (server) => {
    const checks = CHECKS.filter(({ id }) => server.checks.some((prefix) => id.startsWith(prefix)));
    const { report } = await judgeReference({
      checks,
      decorators: [{ exchange: rewriteEverywhere(server.change) }],
    });
    const violated = report.requirements.filter(({ violations }) => violations > 0);
    expect(violated.map(({ id }) => id)).toEqual([server.requirement]);
    expect(report.incomplete.join('\n')).toMatch(/integers are sent as text/);
  },
);
