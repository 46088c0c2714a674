import type { HttpRequest } from '../../reference/http/exchange.ts';
import type { OperationId } from '../../reference/http/operation.ts';
import { SENDS } from '../decorators/in-exchange.ts';
import { answerInstead, bodyOf, rewriteRequests, withBody } from '../decorators/rewrite.ts';
import { type Body, failure, isInvalid, retell } from '../decorators/told.ts';
import { inExchange, type Variant } from './variant.ts';

/** The members that the service document names, by operation. */
const MEMBERS: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  createChat: ['name', 'model_id', 'permission_mode'],
  updateChat: ['name', 'is_favorite'],
  ...Object.fromEntries(
    SENDS.map((send) => [
      send,
      ['content', 'model_id', 'permission_mode', 'attachments', 'principal_agent_id', 'metadata'],
    ]),
  ),
  approveTool: ['action_id', 'decisions'],
  respondPlan: ['action_id', 'action'],
  respondElicitation: ['action_id', 'action', 'content'],
  cancelAuth: ['action_id'],
  cancelTurn: ['action_id'],
};
const NOT_EDITABLE = ['model_id', 'permission_mode'];
const METADATA_BYTES = 2048;
/** An id that nothing has. */
const NOBODYS_ID = 999_999_999;

interface Limit {
  readonly member: string;
  readonly most: number;
  readonly refuse: (request: HttpRequest) => ReturnType<typeof failure>;
}

const tooLong = (request: HttpRequest) => failure(request, 422, 'api_v1_content_too_long');
const invalid = (request: HttpRequest) => failure(request, 400, 'api_v1_invalid_request');
const SKILL_LIMITS: readonly Limit[] = [
  { member: 'name', most: 255, refuse: invalid },
  { member: 'description', most: 500, refuse: invalid },
];
const LIMITS: Readonly<Partial<Record<OperationId, readonly Limit[]>>> = {
  createChat: [{ member: 'name', most: 200, refuse: invalid }],
  sendMessage: [{ member: 'content', most: 64_000, refuse: tooLong }],
  streamMessage: [{ member: 'content', most: 64_000, refuse: tooLong }],
  createSkill: SKILL_LIMITS,
  updateSkill: SKILL_LIMITS,
};

/** Which bodies are taken, where the service document draws no line. */
export const bodyVariants: readonly Variant[] = [
  inExchange(
    'A-11=agent-ids',
    'An id that is not positive is a wrong one for agents alone; any other is one that is not there.',
    rewriteRequests(SENDS, (request) => withBody(request, withNobodys)),
  ),
  inExchange(
    'A-11=everywhere',
    'An id that is not positive is a wrong one in paths and in the body of a chat too.',
    answerInstead(
      ['getSkill', 'updateSkill', 'toggleSkill', 'deleteSkill', 'createChat'],
      async (request, sound) => {
        const answer = await sound(request);
        const isMeant = request.path.skill_id === '0' || bodyOf(request)?.model_id === 0;
        return isMeant && (answer.status === 404 || answer.status === 400)
          ? failure(request, 422, 'api_v1_validation_error')
          : answer;
      },
    ),
  ),
  inExchange(
    'A-12=refuse',
    'A body with a member that has no name in the service document is refused.',
    refusingMembers((name, known) => !known.includes(name)),
  ),
  inExchange(
    'A-12=refuse-non-editable',
    'A body that would change what cannot be changed is refused.',
    refusingMembers((name, known) => NOT_EDITABLE.includes(name) && !known.includes(name)),
  ),
  inExchange(
    'A-42=bytes',
    'Characters are counted as bytes in UTF-8.',
    counting((text) => Buffer.byteLength(text)),
  ),
  inExchange(
    'A-42=utf16-units',
    'Characters are counted as they are in JavaScript.',
    counting((text) => text.length),
  ),
  inExchange(
    'A-44=spaced-ascii',
    'Metadata is measured as JSON in ASCII with spaces after its commas and colons.',
    answerInstead(SENDS, (request) =>
      spacedLength(bodyOf(request)?.metadata ?? null) > METADATA_BYTES
        ? failure(request, 413, 'metadata_too_large')
        : undefined,
    ),
  ),
  inExchange(
    'A-43=refused',
    'A turn needs a content that is not blank.',
    answerInstead(SENDS, (request) =>
      bodyOf(request)?.content?.trim?.() === '' ? failure(request, 422, 'blank_content') : undefined,
    ),
  ),
  inExchange(
    'A-40=not-auto',
    'A blocking send with a mode that there is not is told that it needs auto.',
    answerInstead('sendMessage', (request) =>
      hasUnknownMode(bodyOf(request)) ? failure(request, 409, 'api_v1_sync_requires_auto') : undefined,
    ),
  ),
  inExchange(
    'A-40=validation',
    'A mode that there is not is a validation error.',
    retell(SENDS, (body, request) => isInvalid(body) && hasUnknownMode(bodyOf(request)), {
      status: 422,
      code: 'api_v1_validation_error',
    }),
  ),
  inExchange(
    'A-40=lenient-stream',
    'A streamed turn with a mode that there is not is a manual one.',
    rewriteRequests('streamMessage', (request) =>
      hasUnknownMode(bodyOf(request))
        ? withBody(request, (body) => ({ ...body, permission_mode: 'manual' }))
        : {},
    ),
  ),
];

function withNobodys(body: Body): Body {
  const positive = (id: Body) => (Number.isInteger(id) && id < 1 ? NOBODYS_ID : id);
  const { model_id, attachments } = body;
  const others = ['workspace_ids', 'file_ids', 'skill_ids', 'mcp_server_ids'].filter((name) =>
    Array.isArray(attachments?.[name]),
  );
  return {
    ...body,
    ...(model_id !== undefined && { model_id: positive(model_id) }),
    ...(others.length > 0 && {
      attachments: {
        ...attachments,
        ...Object.fromEntries(others.map((name) => [name, attachments[name].map(positive)])),
      },
    }),
  };
}

function refusingMembers(isRefused: (name: string, known: readonly string[]) => boolean) {
  return answerInstead(Object.keys(MEMBERS) as OperationId[], (request) => {
    const known = MEMBERS[request.operation.operationId] ?? [];
    const wrong = Object.keys(bodyOf(request) ?? {}).find((name) => isRefused(name, known));
    return wrong === undefined ? undefined : failure(request, 422, 'unknown_member', { member: wrong });
  });
}

function counting(measure: (text: string) => number) {
  return answerInstead(Object.keys(LIMITS) as OperationId[], (request) => {
    const body = bodyOf(request);
    const limit = LIMITS[request.operation.operationId]?.find(({ member, most }) => {
      const text = body?.[member];
      return typeof text === 'string' && measure(text) > most;
    });
    return limit?.refuse(request);
  });
}

/** What Python's json.dumps would write, which escapes whatever is not ASCII and puts spaces between members. */
function spacedLength(value: Body): number {
  if (Array.isArray(value)) return listLength(value.map(spacedLength));
  if (typeof value === 'object' && value !== null)
    return listLength(
      Object.entries(value).map(([name, member]) => spacedLength(name) + ': '.length + spacedLength(member)),
    );
  return JSON.stringify(value).replaceAll(/[^ -~]/g, '\\u0000').length;
}

function listLength(lengths: readonly number[]): number {
  const separators = ', '.length * Math.max(0, lengths.length - 1);
  return lengths.reduce((sum, length) => sum + length, separators + '[]'.length);
}

function hasUnknownMode(body: Body): boolean {
  return typeof body?.permission_mode === 'string' && !['auto', 'manual'].includes(body.permission_mode);
}
