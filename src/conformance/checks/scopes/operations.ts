import { type Check, check } from '../../check-kit/check.ts';
import type { CheckContext, Raised } from '../../check-kit/context.ts';
import { OPERATIONS, type Operation } from '../../check-kit/operations.ts';
import { makeSkill, skillBody } from '../../check-kit/skills.ts';
import { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import { objectsIn } from '../../judge/json.ts';

/**
 * How an operation is asked for by a credential that lacks its scope. The chat or skill is its own where it can have one
 * without that scope; else it is `main`'s, and that it is not found is as good an answer (A-04).
 */
type Probe = { readonly requirement: string } & (
  | { readonly on: 'nothing' | 'own' | 'foreign'; readonly body?: () => unknown }
  | { readonly on: 'new chat' }
  | { readonly on: 'running turn'; readonly scenario: string }
  | { readonly on: 'interaction'; readonly scenario: string; readonly body: (asked: Raised) => object }
);

const PROBES: Readonly<Record<string, Probe>> = {
  listChats: { requirement: 'chats.list.scope', on: 'nothing' },
  createChat: { requirement: 'chats.create.scope', on: 'nothing', body: () => ({ name: 'Conformance' }) },
  getChat: { requirement: 'chats.get.scope', on: 'own' },
  updateChat: { requirement: 'chats.update.scope', on: 'foreign', body: () => ({ is_favorite: true }) },
  deleteChat: { requirement: 'chats.delete.scope', on: 'foreign' },
  listMessages: { requirement: 'turns.listing.scope', on: 'own' },
  sendMessage: { requirement: 'turns.send.scope', on: 'new chat' },
  streamMessage: { requirement: 'turns.stream.scope', on: 'new chat' },
  getCatalog: { requirement: 'catalog.get.scope', on: 'nothing' },
  approveTool: {
    requirement: 'interactions.answer.scope',
    on: 'interaction',
    scenario: 'tool_approval',
    body: ({ asked }) => ({ decisions: skipTools(asked.data.payload) }),
  },
  respondPlan: {
    requirement: 'interactions.answer.scope',
    on: 'interaction',
    scenario: 'plan',
    body: () => ({ action: 'reject' }),
  },
  respondElicitation: {
    requirement: 'interactions.answer.scope',
    on: 'interaction',
    scenario: 'elicitation',
    body: () => ({ action: 'decline' }),
  },
  cancelAuth: {
    requirement: 'interactions.answer.scope',
    on: 'interaction',
    scenario: 'auth_required',
    body: () => ({}),
  },
  cancelTurn: { requirement: 'cancel.turn.scope', on: 'running turn', scenario: 'long_turn' },
  listSkills: { requirement: 'skills.list.scope', on: 'nothing' },
  createSkill: { requirement: 'skills.create.scope', on: 'nothing', body: () => skillBody() },
  getSkill: { requirement: 'skills.get.scope', on: 'own' },
  updateSkill: { requirement: 'skills.update.scope', on: 'foreign', body: () => ({ icon: 'key' }) },
  toggleSkill: { requirement: 'skills.toggle.scope', on: 'foreign' },
  deleteSkill: { requirement: 'skills.delete.scope', on: 'foreign' },
};

const EVERYWHERE = 'credentials.scopes.needed-everywhere';
const CODE = 'credentials.scopes.missing-scope-code';

/** Each operation, asked for without its scope (section 4). */
export const scopeChecks: readonly Check[] = OPERATIONS.flatMap((operation) =>
  operation.requiredScopes.map((scope) => {
    const probe = PROBES[operation.operationId];
    if (!probe) throw new RangeError(`nothing says how to ask for ${operation.operationId} without ${scope}`);
    return checkScope(operation, scope, probe);
  }),
);

function checkScope(operation: Operation, scope: string, probe: Probe): Check {
  const { requirement } = probe;
  return check({
    id: `scopes.operations.${kebab(operation.operationId)}`,
    requirements: [requirement, EVERYWHERE, CODE],
    needs: [`credential:no_scope:${scope}`, ...('scenario' in probe ? [`scenario:${probe.scenario}`] : [])],
    async run(t) {
      const { answer, alsoRight = [] } = await ask(t, operation, scope, probe);
      if (!(answer instanceof Answer)) {
        const end = (await answer.rest())?.type;
        t.expect(requirement, EVERYWHERE).holds(answer, end === 'message.error', 'a refusal', end);
        return;
      }
      t.expect(requirement, EVERYWHERE).isRefused(answer);
      // Stated of attachments; that an endpoint's own scope is told alike is advice.
      t.expect(CODE).failsWith(answer, 'scope-not-allowed', ...alsoRight);
    },
  });
}

interface Asked {
  readonly answer: Answer | LiveStream;
  /** Failures that are as right as the missing scope. */
  readonly alsoRight?: readonly string[];
}

async function ask(t: CheckContext, operation: Operation, scope: string, probe: Probe): Promise<Asked> {
  const actor = t.as(`no_scope:${scope}`);
  const { method } = operation;
  switch (probe.on) {
    case 'nothing':
      return { answer: await actor.request(method, pathOf(operation), probe.body?.()) };
    case 'own': {
      const id = await makeFor(t, operation, actor);
      return { answer: await actor.request(method, pathOf(operation, id), probe.body?.()) };
    }
    case 'foreign': {
      const path = pathOf(operation, await makeFor(t, operation, t.main));
      return { answer: await actor.request(method, path, probe.body?.()), alsoRight: ['not-found'] };
    }
    case 'new chat': {
      const isStream = operation.path.endsWith('/stream');
      return { answer: isStream ? await actor.stream(t.plain()) : await actor.send(t.plain()) };
    }
    case 'running turn': {
      const { chatId } = await t.running(t.scenario(probe.scenario));
      const answer = await actor.request(method, pathOf(operation, chatId), {});
      return { answer, alsoRight: ['not-found'] };
    }
    case 'interaction': {
      const raised = await t.raise(t.scenario(probe.scenario));
      const body = { action_id: raised.actionId, ...probe.body(raised) };
      const answer = await actor.request(method, pathOf(operation, raised.stream.chatId), body);
      return { answer, alsoRight: ['not-found', 'action-not-found'] };
    }
  }
}

/** Makes what the operation is about. @returns its id */
async function makeFor(t: CheckContext, { path }: Operation, actor: CheckContext['main']) {
  if (path.includes('{skill_id}')) return (await makeSkill(t, {}, actor)).id;
  return String(t.given(await actor.post('/chats', { name: 'Conformance' })).data.id);
}

function pathOf({ path }: Operation, id: string | number = ''): string {
  return path.replace('/api/v1', '').replace(/\{\w+\}/, String(id));
}

function skipTools(payload: unknown) {
  const { tools } = payload as { readonly tools?: unknown };
  return objectsIn(tools).map(({ tool_use_id }) => ({ tool_use_id, approved: false }));
}

function kebab(operationId: string): string {
  return operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
