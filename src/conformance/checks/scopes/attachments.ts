import { type Check, check } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { makeSkill } from '../../check-kit/skills.ts';
import type { Actor } from '../../drive/actor.ts';
import { Answer } from '../../drive/answer.ts';
import { SCOPES } from '../../profile/names.ts';

/** Something that a turn can carry, and the scope that it needs (section 4.2). */
interface Attachment {
  readonly name: string;
  readonly scope: string;
  readonly requirements: readonly string[];
  readonly needs?: readonly string[];
  /** Members of a turn that carries it, sent by a credential that lacks its scope alone. */
  members(t: CheckContext, actor: Actor): Promise<object> | object;
}

function attaching(list: string, resource: string) {
  return (t: CheckContext) => ({ attachments: { [list]: [t.resource(resource)] } });
}

const AGENTS = ['turns.attachments.agent-scope', 'errors.scope-not-allowed.agents'];

const ATTACHMENTS: readonly Attachment[] = [
  {
    name: 'library',
    scope: 'libraries:read',
    requirements: ['turns.attachments.workspace-scope'],
    needs: ['resource:library'],
    members: attaching('workspace_ids', 'library'),
  },
  {
    name: 'file',
    scope: 'libraries:read',
    requirements: ['turns.attachments.file-scope'],
    needs: ['resource:file'],
    members: attaching('file_ids', 'file'),
  },
  {
    name: 'skill',
    scope: 'skills:read',
    requirements: ['turns.attachments.skill-scope'],
    members: async (t, actor) => ({ attachments: { skill_ids: [(await makeSkill(t, {}, actor)).id] } }),
  },
  {
    name: 'connector',
    scope: 'connectors:use',
    requirements: ['turns.attachments.connector-scope'],
    needs: ['resource:connector'],
    members: attaching('mcp_server_ids', 'connector'),
  },
  {
    name: 'agent',
    scope: 'agents:use',
    requirements: AGENTS,
    needs: ['resource:agent'],
    members: attaching('agent_ids', 'agent'),
  },
  {
    name: 'cited-agent',
    scope: 'agents:use',
    requirements: AGENTS,
    needs: ['resource:agent'],
    members: (t) => ({ content: `${t.plain().content} {{agent:${t.resource('agent')}}}` }),
  },
];

const EACH_TYPE = 'credentials.scopes.attachments';
const ANSWER = 'errors.scope-not-allowed.answer';
const NAMES = 'credentials.scopes.names';
const REQUIRED_SCOPES = 'errors.scope-not-allowed.required-scopes';

/** Each type of attachment, carried without its scope, by both sends. */
export const attachmentScopeChecks: readonly Check[] = ATTACHMENTS.flatMap((attachment) => [
  checkAttachment(attachment, 'send'),
  checkAttachment(attachment, 'stream'),
]);

function checkAttachment(attachment: Attachment, channel: 'send' | 'stream'): Check {
  const { name, scope, requirements, needs = [], members } = attachment;
  return check({
    id: `scopes.attachments.${name}-${channel}`,
    requirements: [...requirements, EACH_TYPE, ANSWER, NAMES, REQUIRED_SCOPES],
    needs: [`credential:no_scope:${scope}`, ...needs],
    async run(t) {
      const actor = t.as(`no_scope:${scope}`);
      const sent = await actor[channel](t.plain({ ...(await members(t, actor)) }));
      if (sent instanceof Answer) {
        t.expect(...requirements, EACH_TYPE, ANSWER).isRefused(sent);
        t.expect(...requirements, ANSWER).failsWith(sent, 'scope-not-allowed');
        expectScopes(t, sent, scope);
        return;
      }
      // The failures before a stream may be a closed list, and then this one comes inside.
      const end = (await sent.rest())?.type;
      t.expect(...requirements, EACH_TYPE, ANSWER).holds(sent, end === 'message.error', 'a refusal', end);
    },
  });
}

/** @param missing the only scope that the credential lacks */
function expectScopes(t: CheckContext, answer: Answer, missing: string): void {
  const { required_scopes } = answer.data;
  const pointer = '/data/required_scopes';
  const named: readonly unknown[] = Array.isArray(required_scopes) ? required_scopes : [];
  const held = SCOPES.filter((scope) => scope !== missing && named.includes(scope));
  const row = t.expect(REQUIRED_SCOPES);
  row.holds(answer, named.includes(missing), `an array with ${missing}`, required_scopes, pointer);
  row.holds(answer, held.length === 0, 'no scope that the credential holds', held, pointer);

  const unknown = named.filter((scope) => !SCOPES.includes(String(scope)));
  t.expect(NAMES).equals(answer, unknown, [], pointer);
}
