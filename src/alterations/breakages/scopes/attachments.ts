import type { RequirementId } from '../../../../generated/ids.d.ts';
import { SENDS } from '../../../../generated/operation-groups.js';
import { type Breakage, breakage } from '../../alteration.ts';
import { retryWith } from '../../decorators/answer-instead.ts';
import type { Body } from '../../decorators/requests.ts';
import { also, asText, before } from '../../decorators/values.ts';
import { failed } from '../kinds/answered.ts';

const SCOPE_NOT_ALLOWED = 'api_token_scope_not_allowed';
const NAMED = 'data.required_scopes';

/** Parts of a turn that need a scope, and how to remove each from a body. */
const PARTS: readonly (readonly [requirement: RequirementId, what: string, remove: (body: Body) => Body])[] =
  [
    ['turns.attachments.workspace-scope', 'libraries', withoutAttachments('workspace_ids')],
    ['turns.attachments.file-scope', 'files', withoutAttachments('file_ids')],
    ['turns.attachments.skill-scope', 'skills', withoutAttachments('skill_ids')],
    ['turns.attachments.connector-scope', 'connectors', withoutAttachments('mcp_server_ids')],
    ['turns.attachments.agent-scope', 'agents', withoutAttachments('agent_ids')],
    ['credentials.scopes.attachments', 'files', withoutAttachments('file_ids')],
    ['errors.scope-not-allowed.agents', 'attached agents', withoutAttachments('agent_ids')],
    [
      'errors.scope-not-allowed.agents',
      'cited agents',
      (body) => ({ ...body, content: body.content.replaceAll('{{agent:', '{ {agent:') }),
    ],
  ];

/** The scopes that a turn needs for its attachments and citations. */
export const attachmentScopeBreakages: readonly Breakage[] = [
  ...PARTS.flatMap(([requirement, what, remove]) =>
    SENDS.map((operation) =>
      breakage(
        `${requirement}/${operation}-${what.replace(' ', '-')}`,
        `${operation} runs a turn without the ${what} for which its credential has no scope.`,
        retryWith(operation, SCOPE_NOT_ALLOWED, remove),
      ),
    ),
  ),
  failed('errors.scope-not-allowed.required-scopes/none', SENDS, SCOPE_NOT_ALLOWED, { [NAMED]: [] }),
  failed('errors.scope-not-allowed.required-scopes/text', SENDS, SCOPE_NOT_ALLOWED, { [NAMED]: asText }),
  failed('errors.scope-not-allowed.required-scopes/held', SENDS, SCOPE_NOT_ALLOWED, {
    [NAMED]: also('chat:write'),
  }),
  failed('credentials.scopes.names', SENDS, SCOPE_NOT_ALLOWED, { [`${NAMED}.[]`]: before('.all') }),
  failed('credentials.scopes.no-others', SENDS, SCOPE_NOT_ALLOWED, { [NAMED]: also('resources:read') }),
];

function withoutAttachments(member: string) {
  return (body: Body) => ({ ...body, attachments: { ...body.attachments, [member]: undefined } });
}
