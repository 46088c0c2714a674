import { randomUUID } from 'node:crypto';
import type { ErrorRowId, Need, OperationId, ScenarioName, Scope } from '../../../../../generated/ids.d.ts';
import type { Operation } from '../../../../../generated/operations.d.ts';
import type { JsonInteger } from '../../../../exact-json/exact-number.ts';
import { Answer } from '../../../drive/answer.ts';
import type { LiveEvent, LiveStream } from '../../../drive/live-stream.ts';
import { rowsDeciding } from '../../../judge/bindings.ts';
import { isSameJson } from '../../../judge/json.ts';
import { listNewest } from '../../check-kit/chats.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext, Raised } from '../../check-kit/context.ts';
import { toolsOf } from '../../check-kit/interaction-replies.ts';
import { keptMembers } from '../../check-kit/kept-members.ts';
import { OPERATIONS } from '../../check-kit/operations.ts';
import { makeSkill, searchSkills, skillBody } from '../../check-kit/skills.ts';

/**
 * How a check requests an operation with a credential that lacks the scope. If that credential can create the chat or skill without the
 * scope, it is the owner. Otherwise `main` is the owner, and `not-found` is equally valid.
 */
type Attempt =
  | { readonly on: 'nothing' | 'own' | 'foreign'; readonly body?: () => unknown }
  | { readonly on: 'new chat' }
  | { readonly on: 'running turn'; readonly scenario: ScenarioName }
  | { readonly on: 'interaction'; readonly scenario: ScenarioName; readonly body: (asked: Raised) => object };

const PROBES: Readonly<Record<OperationId, Attempt>> = {
  listChats: { on: 'nothing' },
  createChat: {
    on: 'nothing',
    body: () => ({ name: `Conformance ${randomUUID()}` }),
  },
  getChat: { on: 'own' },
  updateChat: { on: 'foreign', body: () => ({ is_favorite: true }) },
  deleteChat: { on: 'foreign' },
  listMessages: { on: 'own' },
  sendMessage: { on: 'new chat' },
  streamMessage: { on: 'new chat' },
  getCatalog: { on: 'nothing' },
  approveTool: {
    on: 'interaction',
    scenario: 'tool_approval',
    body: ({ asked }) => ({ decisions: skipTools(asked) }),
  },
  respondPlan: {
    on: 'interaction',
    scenario: 'plan',
    body: () => ({ action: 'reject' }),
  },
  respondElicitation: {
    on: 'interaction',
    scenario: 'elicitation',
    body: () => ({ action: 'decline' }),
  },
  cancelAuth: {
    on: 'interaction',
    scenario: 'auth_required',
    body: () => ({}),
  },
  cancelTurn: { on: 'running turn', scenario: 'long_turn' },
  listSkills: { on: 'nothing' },
  createSkill: { on: 'nothing', body: () => skillBody() },
  getSkill: { on: 'own' },
  updateSkill: { on: 'foreign', body: () => ({ icon: 'key' }) },
  toggleSkill: { on: 'foreign' },
  deleteSkill: { on: 'foreign' },
};

const EVERYWHERE = R['credentials.scopes.needed-everywhere'];
const REQUIRED_SCOPES = R['errors.scope-not-allowed.required-scopes'];
const CODE = R['credentials.scopes.missing-scope-code'];

/** Each operation, requested without its scope (section 4). */
export const scopeChecks: readonly Check[] = OPERATIONS.flatMap((operation) =>
  operation.requiredScopes.map((scope) => checkScope(operation, scope, PROBES[operation.operationId])),
);

function checkScope(operation: Operation, scope: Scope, probe: Attempt): Check {
  const requirements = rowsDeciding('scope', operation.operationId);
  return check({
    id: `credentials.operations.${kebab(operation.operationId)}`,
    situations: [{ probe: 'missing scope', operation: operation.operationId }],
    requirements: [...requirements, EVERYWHERE, CODE, REQUIRED_SCOPES],
    arranges: ['missing-scope'],
    needs: [
      `credential:no_scope:${scope}`,
      ...('scenario' in probe ? [`scenario:${probe.scenario}` satisfies Need] : []),
    ],
    async run(t) {
      const { answer, alsoValid = [], unchanged } = await request(t, operation, scope, probe);
      if (!(answer instanceof Answer)) {
        const end = (await answer.rest())?.type;
        t.expect(...requirements, EVERYWHERE).isTrue(answer, end === 'message.error', 'a refusal', end);
        return;
      }
      t.expect(...requirements, EVERYWHERE).isRefused(answer);
      // The contract states this code for attachments only. For an operation's scope it is a should.
      t.expect(CODE).failsWith(answer, 'scope-not-allowed', ...alsoValid);
      expectNoHeldScope(t, answer, scope);
      const changed = await unchanged?.();
      if (changed)
        t.expect(...requirements, EVERYWHERE).isTrue(changed.source, !changed.isSo, 'no effect', 'an effect');
    },
  });
}

/**
 * If the service names scopes, it must name only missing ones. The contract does not say whether it has to name any for an operation's
 * scope.
 */
function expectNoHeldScope(t: CheckContext, answer: Answer, missing: Scope): void {
  const { required_scopes: named } = answer.data;
  if (answer.messageCode !== 'api_token_scope_not_allowed' || !Array.isArray(named)) return;
  t.expect(REQUIRED_SCOPES).equals(answer, named, [missing], '/data/required_scopes');
}

/** Whether a refused request had an effect, according to an answer. */
interface Effect {
  readonly source: Answer;
  readonly isSo: boolean;
}

interface Probed {
  readonly answer: Answer | LiveStream;
  /** Looks for the effect that the request would have had with the scope. */
  readonly unchanged?: () => Promise<Effect>;
  /** Rows of spec/errors.yaml that are equally valid. */
  readonly alsoValid?: readonly ErrorRowId[];
}

async function request(t: CheckContext, operation: Operation, scope: Scope, probe: Attempt): Promise<Probed> {
  const actor = t.as(`no_scope:${scope}`);
  const { method } = operation;
  switch (probe.on) {
    case 'nothing': {
      const body = probe.body?.();
      const answer = await actor.request(method, pathOf(operation), body);
      return body === undefined ? { answer } : { answer, unchanged: () => findCreated(t, operation, body) };
    }
    case 'own': {
      const id = await makeFor(t, operation, actor);
      return { answer: await actor.request(method, pathOf(operation, id), probe.body?.()) };
    }
    case 'foreign': {
      const path = pathOf(operation, await makeFor(t, operation, t.main));
      const plain = path.replace(/\/toggle$/, '');
      const before = t.requireSuccess(await t.main.get(plain));
      return {
        answer: await actor.request(method, path, probe.body?.()),
        alsoValid: ['not-found'],
        async unchanged() {
          const source = await t.main.get(plain);
          return { source, isSo: !isSameJson(keptMembers(source), keptMembers(before)) };
        },
      };
    }
    case 'new chat': {
      const isStream = operation.path.endsWith('/stream');
      const chatId = t.freshId();
      return {
        answer: isStream
          ? await actor.stream(t.plain(), { chatId })
          : await actor.send(t.plain(), { chatId }),
        async unchanged() {
          const source = await actor.history(chatId);
          return { source, isSo: source.items.length > 0 };
        },
      };
    }
    case 'running turn': {
      const stream = await t.running(t.scenario(probe.scenario));
      const answer = await actor.request(method, pathOf(operation, stream.chatId), {});
      return { answer, alsoValid: ['not-found'] };
    }
    case 'interaction': {
      const raised = await t.raise(t.scenario(probe.scenario));
      const body = { action_id: raised.actionId, ...probe.body(raised) };
      const answer = await actor.request(method, pathOf(operation, raised.stream.chatId), body);
      return { answer, alsoValid: ['not-found', 'action-not-found'] };
    }
  }
}

/**
 * Looks for a chat or skill that a refused request created, by its name. Main sees the same user's skills, but not this credential's chats.
 */
async function findCreated(t: CheckContext, { path }: Operation, body: unknown): Promise<Effect> {
  const { name } = body as { readonly name?: unknown };
  if (path.endsWith('/skills')) {
    const { page, found } = await searchSkills(t, (skill) => skill.name === name);
    return { source: page, isSo: found !== undefined };
  }
  const source = await listNewest(t, {}, t.as('no_scope:chat:write'));
  return { source, isSo: source.items.some((chat) => chat.name === name) };
}

/** Creates the chat or skill for an operation. @returns its id */
async function makeFor(t: CheckContext, { path }: Operation, actor: CheckContext['main']) {
  if (path.includes('{skill_id}')) return (await makeSkill(t, {}, actor)).id;
  return String(t.requireSuccess(await actor.post('/chats', { name: 'Conformance' })).data.id);
}

function pathOf({ path }: Operation, id: string | JsonInteger = ''): string {
  return path.replace('/api/v1', '').replace(/\{\w+\}/, String(id));
}

function skipTools(asked: LiveEvent) {
  return toolsOf(asked).map(({ tool_use_id }) => ({ tool_use_id, approved: false }));
}

function kebab(operationId: string): string {
  return operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
