import type { JsonObject } from '../../../judge/json.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { answeredBy } from './models.ts';

/** What the principal agent of a turn changes, and what it does not change (section 4.2). */
export const principalChecks: readonly Check[] = [
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
      const ask = (members: JsonObject) => answeredBy(t, 'blocking', members);
      const alone: unknown[] = [];
      for (const model_id of models) alone.push((await ask({ model_id })).model);
      t.require(alone[0] !== alone[1], 'usage.model is the same for both models');

      const named: unknown[] = [];
      for (const [index, model_id] of models.entries()) {
        const { source, model } = await ask({ ...conducted, model_id });
        // A third name proves nothing by itself, since the contract does not specify the names of models in usage. The same name for
        // both models proves a violation.
        const isOther = alone.includes(model) && model !== alone[index];
        const expected = `usage of the model ${String(alone[index])}`;
        const isSame = !isOther && !named.includes(model);
        t.expect('turns.principal.keeps-model').isTrue(source, isSame, expected, model, '/data/usage/model');
        named.push(model);
      }
    },
  }),
];
