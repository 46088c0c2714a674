import { expect, it } from 'vitest';
import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { BREAKAGES, WIRE_BREAKAGES } from '../../../src/alterations/breakages/index.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

/** Judges a server with a breakage by one check. @returns what the turn of the first finding does before it ends */
async function actionsBehind(id: string, check: string, retries?: number): Promise<unknown> {
  const breakage = [...BREAKAGES, ...WIRE_BREAKAGES].find((each) => each.id === id);
  if (!breakage) throw new RangeError(`there is no breakage ${id}`);
  const checks = CHECKS.filter((each) => each.id === check);
  const { report, exchanges } = await judgeReference({ checks, decorators: [breakage], retries });
  const row = report.requirements.find((each) => each.id === breakage.requirement);
  const { body } = exchanges[row?.findings[0]?.exchange ?? -1]?.request ?? {};
  return JSON.parse(Buffer.from(body ?? []).toString()).metadata.actions;
}

it.each([
  ['one action', 'events.error.details-on-outage/after-step', 'turns.pairs.words.agents-approval', 1],
  ['the actions that it needs', 'stream.delta.replace-full/after-step', 'turns.pairs.all', 3],
])('a violation in a composed turn is reported from a turn with %s', async (_, breakage, check, most) => {
  const actions = await actionsBehind(breakage, check);
  expect(actions).toHaveLength(most);
  expect(await actionsBehind(breakage, check, 0)).not.toEqual(actions);
});

it('looking for violations again hides no other violation', async () => {
  // An answer of the wrong kind closes an interaction, which only the next answer shows. A should is violated in every answer.
  const ids = ['interactions.answer.wrong-kind/closes', 'envelope.timestamps.offset'];
  const decorators = [...BREAKAGES, ...WIRE_BREAKAGES].filter(({ id }) => ids.includes(id));
  expect(decorators).toHaveLength(ids.length);
  const checks = CHECKS.filter(({ id }) => id.startsWith('interactions.'));
  const failed = async (retries?: number) =>
    (await judgeReference({ checks, decorators, retries })).report.requirements.flatMap(({ id, status }) =>
      status === 'failed' ? [id] : [],
    );
  const found = await failed(0);
  expect(found).toContain('interactions.approve-tool.kind');
  expect(await failed()).toEqual(expect.arrayContaining(found));
});
