import type { ScenarioName } from '../../../../../generated/ids.d.ts';
import type { JsonObject } from '../../../judge/json.ts';
import { check, R } from '../../check-kit/check.ts';
import { answer, raise } from '../../check-kit/interaction-replies.ts';

/** Decisions that do not match the tools that need approval. The contract does not say whether the service refuses them. */
const UNFITTING: readonly {
  /** Last part of the ids of checks. */
  readonly name: string;
  readonly scenario: ScenarioName;
  change(decisions: readonly JsonObject[]): readonly JsonObject[];
}[] = [
  {
    name: 'unknown-tool',
    scenario: 'tool_approval',
    change: (decisions) => decisions.map((decision) => ({ ...decision, tool_use_id: 'call_of_nobody' })),
  },
  { name: 'tool-twice', scenario: 'tool_approval', change: (decisions) => [...decisions, ...decisions] },
  {
    name: 'further-tool',
    scenario: 'tool_approval',
    change: (decisions) => [...decisions, { tool_use_id: 'call_of_nobody', approved: true }],
  },
  {
    name: 'one-of-two-tools',
    scenario: 'tool_approval_two_tools',
    change: (decisions) => decisions.slice(0, 1),
  },
];

const stillPending = UNFITTING.map(({ name, scenario, change }) =>
  check({
    id: `interactions.malformed.unfitting.${name}`,
    requirements: [R['interactions.state.approve-tool-resolves']],
    needs: [`scenario:${scenario}`],
    async run(t) {
      const asked = await raise(t, scenario, 'tool_approval');
      const { stream, reply } = asked;
      const decisions = change(reply.body.decisions as readonly JsonObject[]);
      const sent = await t.main.act(stream.chatId, reply.action, { ...reply.body, decisions });
      t.skipIf(sent.isSuccess || sent.status >= 500, 'the service does not refuse the answer');
      // Only an accepted answer resolves the interaction, so this succeeds only if it is still pending.
      t.expect('interactions.state.approve-tool-resolves').succeeds(await answer(t, asked));
    },
  }),
);

/** Answers that section 4.4 forbids for a reason that no schema expresses. The service may refuse them with any code. */
export const malformedChecks = [
  ...stillPending,

  check({
    id: 'interactions.malformed.accept-without-content',
    requirements: [
      R['interactions.respond-elicitation.accept-needs-content'],
      R['interactions.state.respond-elicitation-resolves'],
    ],
    arranges: ['missing-member'],
    needs: ['scenario:elicitation'],
    async run(t) {
      const asked = await raise(t, 'elicitation', 'elicitation');
      const { stream, reply } = asked;
      const { content: _, ...body } = reply.body;
      const sent = await t.main.act(stream.chatId, reply.action, body);
      t.expect('interactions.respond-elicitation.accept-needs-content').isRefused(sent);
      t.expect('interactions.state.respond-elicitation-resolves').succeeds(await answer(t, asked));
    },
  }),
];
