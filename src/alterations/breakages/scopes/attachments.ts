import type { RequirementId } from '../../../../generated/ids.d.ts';
import { type Breakage, type BreakageId, breakage } from '../../alteration.ts';
import { retryWith } from '../../decorators/answer-instead.ts';
import { SENDS } from '../../decorators/operations.ts';
import type { Body } from '../../decorators/requests.ts';
import { rewriteFailures } from '../../decorators/rewrite-answers.ts';

const SCOPE_NOT_ALLOWED = 'api_token_scope_not_allowed';

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
  namingScopes(
    'errors.scope-not-allowed.required-scopes/none',
    'The failure names no missing scope.',
    () => [],
  ),
  namingScopes(
    'errors.scope-not-allowed.required-scopes/text',
    'The failure names the missing scope as a string instead of a list.',
    ([scope]) => scope,
  ),
  namingScopes(
    'errors.scope-not-allowed.required-scopes/held',
    'The failure also names a scope that the credential has.',
    (scopes) => [...scopes, 'chat:write'],
  ),
  namingScopes('credentials.scopes.names', 'The failure names the missing scope by another name.', (scopes) =>
    scopes.map((scope) => scope.replace(':', '.')),
  ),
  namingScopes('credentials.scopes.no-others', 'The failure names a scope that does not exist.', (scopes) => [
    ...scopes,
    'resources:read',
  ]),
];

function withoutAttachments(member: string) {
  return (body: Body) => ({ ...body, attachments: { ...body.attachments, [member]: undefined } });
}

function namingScopes<const Id extends string>(
  id: BreakageId<Id>,
  behaviour: string,
  change: (scopes: readonly string[]) => unknown,
): Breakage {
  return breakage<Id>(
    id,
    behaviour,
    rewriteFailures(SENDS, SCOPE_NOT_ALLOWED, (body) => ({
      ...body,
      data: { ...body.data, required_scopes: change(body.data.required_scopes) },
    })),
  );
}
