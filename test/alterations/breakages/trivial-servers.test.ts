import { describe, expect, it } from 'vitest';
import { judgeInRounds, roundsOf } from '../../../scripts/ledger/judge-in-rounds.ts';
import { sampled } from '../../../scripts/test/tiers.ts';
import { TRIVIAL_SERVERS } from '../../../src/alterations/breakages/trivial-servers.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

/** Few checks need to run, since most of them must refuse such a server. The seed chooses them. */
const checks = sampled(
  CHECKS.filter(({ waits }) => waits === undefined),
  10,
);

describe('a server that does nothing', () => {
  it.each(Object.entries(TRIVIAL_SERVERS))('is nonconformant: %s', async (_, decorator) => {
    const verdict = await judgeInRounds({ decorators: [decorator] }, roundsOf(checks), ({ report }) =>
      report.verdict === 'nonconformant' ? report.verdict : undefined,
    );
    expect(verdict).toBe('nonconformant');
  });
});
