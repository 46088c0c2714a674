import { type Check, check, R } from '../../check-kit/check.ts';
import { selecting } from '../../check-kit/turns.ts';
import { answeringModel, modelOf } from './body.ts';

const MAX_AGENTS = 15;

/** The agents of a turn and its principal agent (section 4.2). */
export const turnAgentChecks: readonly Check[] = [
  check({
    id: 'turns.agents.limit',
    requirements: [R['turns.agents.limit']],
    arranges: ['too-many-agents'],
    needs: ['resource:16_agents'],
    async run(t) {
      const agents = t.resources('16_agents').slice(0, MAX_AGENTS + 1);
      const claim = t.expect('turns.agents.limit');

      claim.failsWith(await t.main.send(selecting(t, agents)), 'too-many-agents');
      claim.accepts(await t.main.send(selecting(t, agents.slice(1))));
    },
  }),

  check({
    id: 'turns.agents.merged-with-citations',
    requirements: [R['turns.agents.merged-with-citations']],
    arranges: ['too-many-agents'],
    needs: ['resource:16_agents'],
    async run(t) {
      const agents = t.resources('16_agents').slice(0, MAX_AGENTS + 1);
      const [attached, cited] = [agents.slice(0, 8), agents.slice(8)];
      const claim = t.expect('turns.agents.merged-with-citations');

      claim.failsWith(await t.main.send(selecting(t, attached, cited)), 'too-many-agents');
      claim.accepts(await t.main.send(selecting(t, attached, cited.slice(1))));
    },
  }),

  check({
    id: 'turns.principal.optional',
    requirements: [R['turns.principal.optional']],
    needs: ['resource:agent'],
    async run(t) {
      const agent = t.resource('agent');
      const turn = { ...selecting(t, [agent]), principal_agent_id: agent };

      t.expect('turns.principal.optional').accepts(await t.main.send(turn));
    },
  }),

  check({
    id: 'turns.principal.must-be-selected',
    requirements: [R['turns.principal.must-be-selected']],
    arranges: ['unselected-principal'],
    needs: ['resource:agent'],
    async run(t) {
      const answer = await t.main.send(t.plain({ principal_agent_id: t.resource('agent') }));

      t.expect('turns.principal.must-be-selected').failsWith(answer, 'invalid-agents');
    },
  }),

  check({
    id: 'turns.principal.selected-by-citation',
    requirements: [R['turns.principal.selected-by-citation']],
    needs: ['resource:agent'],
    async run(t) {
      const agent = t.resource('agent');
      const turn = { ...selecting(t, [], [agent]), principal_agent_id: agent };

      t.expect('turns.principal.selected-by-citation').accepts(await t.main.send(turn));
    },
  }),

  check({
    id: 'turns.principal.creates-no-task',
    requirements: [R['turns.principal.creates-no-task']],
    needs: ['scenario:principal_only'],
    async run(t) {
      const answer = t.requireSuccess(
        await t.main.send(t.scenario('principal_only', { permission_mode: 'auto' })),
      );

      t.expect('turns.principal.creates-no-task').equals(
        answer,
        // A service may omit an empty list.
        answer.data.agent_runs ?? [],
        [],
        '/data/agent_runs',
      );
    },
  }),

  check({
    id: 'turns.principal.keeps-model',
    requirements: [R['turns.principal.keeps-model']],
    needs: ['resource:agent', 'resource:two_models'],
    async run(t) {
      const agent = t.resource('agent');
      const conducted = { attachments: { agent_ids: [agent] }, principal_agent_id: agent };
      const models = t.resources('two_models').slice(0, 2);
      const alone: unknown[] = [];
      for (const model_id of models) alone.push(await answeringModel(t, { model_id }));
      t.require(alone[0] !== alone[1], 'usage.model is the same for both models');

      const named: unknown[] = [];
      for (const [index, model_id] of models.entries()) {
        const answer = t.requireSuccess(await t.main.send(t.plain({ ...conducted, model_id })));
        const name = modelOf(answer.data);
        t.require(name !== undefined, 'a turn with a principal shows no usage');
        // A third name proves nothing by itself, since the contract does not specify the names of models in usage. The same name for
        // both models proves a violation.
        const isOther = alone.includes(name) && name !== alone[index];
        t.expect('turns.principal.keeps-model').isTrue(
          answer,
          !isOther && !named.includes(name),
          `usage of the model ${String(alone[index])}`,
          answer.data.usage,
          '/data/usage/model',
        );
        named.push(name);
      }
    },
  }),
];
