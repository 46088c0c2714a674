import type { Need, ResourceName, Scope } from '../../../../../generated/ids.d.ts';
import { scopes } from '../../../../../generated/scopes.js';
import type { Actor } from '../../../drive/actor.ts';
import { Answer } from '../../../drive/answer.ts';
import { rowsDeciding, scopesOfMembers } from '../../../judge/bindings.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { expectNoTurn } from '../../check-kit/refused-turn.ts';
import { makeSkill, skillsBeside } from '../../check-kit/skills.ts';
import { addMembers, withUnrelatedMembers } from '../../check-kit/unrelated-members.ts';

/** A kind of resource that a turn can attach or cite. Its rows say which scope it requires (section 4.2). */
interface Attachment {
  readonly name: string;
  /** The member of `attachments` for resources of this kind. */
  readonly list: string;
  readonly needs?: readonly Need[];
  /** The members of a turn that attaches or cites such a resource, for a credential that lacks only this scope. */
  members(t: CheckContext, actor: Actor): Promise<object> | object;
}

function attaching(name: ResourceName, list: string): Attachment {
  return {
    name,
    list,
    needs: [`resource:${name}`],
    members: (t) => ({ attachments: { [list]: [t.resource(name)] } }),
  };
}

const ATTACHMENTS: readonly Attachment[] = [
  attaching('library', 'workspace_ids'),
  attaching('file', 'file_ids'),
  {
    name: 'skill',
    list: 'skill_ids',
    members: async (t, actor) => ({ attachments: { skill_ids: [(await makeSkill(t, {}, actor)).id] } }),
  },
  attaching('connector', 'mcp_server_ids'),
  attaching('agent', 'agent_ids'),
  {
    name: 'cited-agent',
    list: 'agent_ids',
    needs: ['resource:agent'],
    // The citation comes at the end of a long text.
    members: (t) => ({
      content: `${t.plain().content}\n\n${'And so on. '.repeat(1500)}{{agent:${t.resource('agent')}}}`,
    }),
  },
];

/** The scope that an attachment requires. */
function scopeOf(list: string): Scope {
  return scopesOfMembers('sendMessage').get(`attachments.${list}`) as Scope;
}

const EACH_TYPE = R['credentials.scopes.attachments'];
const ANSWER = R['errors.scope-not-allowed.answer'];
const NAMES = R['credentials.scopes.names'];
const NO_OTHERS = R['credentials.scopes.no-others'];
const REQUIRED_SCOPES = R['errors.scope-not-allowed.required-scopes'];

const HELD = 'chat:write';

/** Two types of attachments together, sent by a credential that lacks both scopes. */
const twoTypes: readonly Check[] = (['send', 'stream'] as const).map((channel) =>
  check({
    id: `credentials.attachments.two-types-${channel}`,
    requirements: [ANSWER, REQUIRED_SCOPES],
    arranges: ['missing-attachment-scope'],
    needs: [`credential:only_scope:${HELD}`, 'resource:library', 'resource:agent'],
    async run(t) {
      const actor = t.as(`only_scope:${HELD}`);
      const attachments = { workspace_ids: [t.resource('library')], agent_ids: [t.resource('agent')] };
      const sent = await actor[channel](t.plain({ attachments }));
      if (!(sent instanceof Answer)) {
        t.expect(ANSWER).equals(sent, (await sent.rest())?.type, 'message.error');
        return;
      }
      t.expect(ANSWER).failsWith(sent, 'scope-not-allowed');
      const { required_scopes: named } = sent.data;
      const missing: readonly string[] = Object.keys(attachments).map(scopeOf);
      // The contract does not say whether the service names both scopes or only the first one it found.
      const isFitting =
        Array.isArray(named) && missing.some((scope) => named.includes(scope)) && !named.includes(HELD);
      const pointer = '/data/required_scopes';
      t.expect(REQUIRED_SCOPES).isTrue(sent, isFitting, missing.join(' and '), named, pointer);
    },
  }),
);

/** Each type of attachment, sent without its scope over both channels. */
export const attachmentScopeChecks: readonly Check[] = ATTACHMENTS.flatMap((attachment) => [
  checkAttachment(attachment, 'send'),
  checkAttachment(attachment, 'stream'),
]);

export const twoTypesScopeChecks = twoTypes;

function checkAttachment(attachment: Attachment, channel: 'send' | 'stream'): Check {
  const { name, list, needs = [], members } = attachment;
  const scope = scopeOf(list);
  const requirements = rowsDeciding('scope', 'sendMessage', `attachments.${list}`);
  return check({
    id: `credentials.attachments.${name}-${channel}`,
    requirements: [...requirements, EACH_TYPE, ANSWER, NAMES, NO_OTHERS, REQUIRED_SCOPES],
    arranges: ['missing-attachment-scope'],
    needs: [`credential:no_scope:${scope}`, ...needs],
    async run(t) {
      const actor = t.as(`no_scope:${scope}`);
      const chatId = t.freshId();
      const attached: { readonly attachments?: object } = await members(t, actor);
      // Another type for which the credential has the scope does not hide that this scope is missing.
      const held = list === 'skill_ids' ? {} : { skill_ids: await skillsBeside(t, 1, actor) };
      const beside = { ...attached, attachments: { ...held, ...attached.attachments } };
      const further = (await withUnrelatedMembers(t, actor)).map((dressing) => ({
        chatId: dressing.chatId,
        turn: addMembers(t.plain({ ...attached }), dressing),
      }));
      const plain = [attached, beside].map((turn) => ({ chatId, turn: t.plain({ ...turn }) }));
      for (const { turn, ...options } of [...plain, ...further]) {
        const sent = await actor[channel](turn, options);
        if (sent instanceof Answer) {
          t.expect(...requirements, EACH_TYPE, ANSWER).isRefused(sent);
          t.expect(...requirements, ANSWER).failsWith(sent, 'scope-not-allowed');
          expectScopes(t, sent, scope);
          if (options.chatId === chatId) await expectNoTurn(t, [EACH_TYPE], chatId, actor);
          continue;
        }
        // The list of failures before a stream may be complete, so this failure may come on the stream.
        const end = (await sent.rest())?.type;
        t.expect(...requirements, EACH_TYPE, ANSWER).isTrue(sent, end === 'message.error', 'a refusal', end);
      }
    },
  });
}

/** Expects that `required_scopes` names the missing scope and no scope that the credential has. */
function expectScopes(t: CheckContext, answer: Answer, missing: string): void {
  const { required_scopes } = answer.data;
  const pointer = '/data/required_scopes';
  const named: readonly unknown[] = Array.isArray(required_scopes) ? required_scopes : [];
  const held = scopes.filter((scope) => scope !== missing && named.includes(scope));
  const expected = `an array with ${missing}`;
  t.expect(REQUIRED_SCOPES, NAMES).isTrue(
    answer,
    named.includes(missing),
    expected,
    required_scopes,
    pointer,
  );
  t.expect(REQUIRED_SCOPES).isTrue(
    answer,
    held.length === 0,
    'no scope that the credential has',
    held,
    pointer,
  );

  const unknown = named.filter((scope) => !scopes.some((known) => known === scope));
  t.expect(NO_OTHERS).equals(answer, unknown, [], pointer);
}
