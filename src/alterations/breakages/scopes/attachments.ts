import { codeOf } from '../../decorators/refuse.ts';
import { answerInstead, rewriteAnswers, withBody } from '../../decorators/rewrite.ts';
import type { Breakage } from '../breakage.ts';
import { toldWrongly } from '../errors/told-wrongly.ts';

const SENDS = ['sendMessage', 'streamMessage'] as const;
const CODE = 'api_token_scope_not_allowed';

type Body = Parameters<Parameters<typeof withBody>[1]>[0];

/** What a turn carries without its scope, each left out as if nothing were wrong. */
const LEFT_OUT: readonly (readonly [requirement: string, what: string, (body: Body) => Body])[] = [
  ['turns.attachments.workspace-scope', 'libraries', leavingOut('workspace_ids')],
  ['turns.attachments.file-scope', 'files', leavingOut('file_ids')],
  ['turns.attachments.skill-scope', 'skills', leavingOut('skill_ids')],
  ['turns.attachments.connector-scope', 'connectors', leavingOut('mcp_server_ids')],
  ['turns.attachments.agent-scope', 'agents', leavingOut('agent_ids')],
  ['credentials.scopes.attachments', 'files', leavingOut('file_ids')],
  ['errors.scope-not-allowed.agents', 'attached agents', leavingOut('agent_ids')],
  [
    'errors.scope-not-allowed.agents',
    'cited agents',
    (body) => ({ ...body, content: body.content.replaceAll('{{agent:', '{ {agent:') }),
  ],
];

/** Turns that carry what their credential has no scope for: what the requirements forbid, each done. */
export const attachmentScopeBreakages: readonly Breakage[] = [
  ...LEFT_OUT.flatMap(([requirement, what, change]) =>
    SENDS.map(
      (operation): Breakage => ({
        id: `${requirement}/${operation}-${what.replace(' ', '-')}`,
        requirement,
        port: 'exchange',
        behaviour: `${operation} runs a turn without the ${what} that its credential has no scope for.`,
        exchange: answerInstead(operation, async (request, sound) => {
          const answer = await sound(request);
          return codeOf(answer) === CODE ? sound({ ...request, ...withBody(request, change) }) : answer;
        }),
      }),
    ),
  ),
  ...toldWrongly('scope-not-allowed'),
  namingScopes('errors.scope-not-allowed.required-scopes/none', 'No scope is named.', () => []),
  namingScopes(
    'errors.scope-not-allowed.required-scopes/text',
    'A scope is named as text.',
    ([scope]) => scope,
  ),
  namingScopes(
    'errors.scope-not-allowed.required-scopes/held',
    'A scope that is held is named too.',
    (scopes) => [...scopes, 'chat:write'],
  ),
  namingScopes('credentials.scopes.names', 'A scope is named that the service does not have.', (scopes) => [
    ...scopes,
    'resources:read',
  ]),
];

function leavingOut(member: string) {
  return (body: Body) => ({ ...body, attachments: { ...body.attachments, [member]: undefined } });
}

function namingScopes(
  id: string,
  behaviour: string,
  change: (scopes: readonly string[]) => unknown,
): Breakage {
  return {
    id,
    requirement: id.split('/')[0] as string,
    port: 'exchange',
    behaviour,
    exchange: rewriteAnswers(SENDS, (body) =>
      body.message_code === CODE
        ? { ...body, data: { ...body.data, required_scopes: change(body.data.required_scopes) } }
        : body,
    ),
  };
}
