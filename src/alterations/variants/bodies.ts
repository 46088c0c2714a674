import { SENDS } from '../../../generated/operation-groups.js';
import type { HttpRequest, JsonAnswer } from '../../reference/http/exchange.ts';
import type { OperationId } from '../../reference/http/operation.ts';
import { type Variant, variant, type Wrap } from '../alteration.ts';
import { answerAfter, answerInstead, refusing } from '../decorators/answer-instead.ts';
import { failure, isInvalid } from '../decorators/answers.ts';
import { LONGEST_CHAT_NAME, LONGEST_CONTENT, METADATA_BYTES } from '../decorators/facts.ts';
import { lenientAbout } from '../decorators/lenient-types.ts';
import { EVERY } from '../decorators/operations.ts';
import { type Body, bodyOf } from '../decorators/requests.ts';
import { changeFailures } from '../decorators/rewrite-answers.ts';
import { rewriteBodies } from '../decorators/rewrite-requests.ts';
import { requestMembers } from '../families/request-members.ts';

/** The members that the service document defines for the bodies of chats and turns, by operation. */
const MEMBERS = Map.groupBy(
  requestMembers().filter(({ operation, path }) => path.length === 1 && !operation.endsWith('Skill')),
  ({ operation }) => operation,
);
const NOT_EDITABLE = ['model_id', 'permission_mode'];
/** An id that no resource has. */
const UNUSED_ID = 999_999_999;

interface Limit {
  readonly member: string;
  readonly most: number;
  readonly refuse: (request: HttpRequest) => JsonAnswer;
}

const tooLong = (request: HttpRequest) => failure(request, 422, 'api_v1_content_too_long');
const invalid = (request: HttpRequest) => failure(request, 400, 'api_v1_invalid_request');
const SKILL_LIMITS: readonly Limit[] = [
  { member: 'name', most: 255, refuse: invalid },
  { member: 'description', most: 500, refuse: invalid },
];
const LIMITS: Readonly<Partial<Record<OperationId, readonly Limit[]>>> = {
  createChat: [{ member: 'name', most: LONGEST_CHAT_NAME, refuse: invalid }],
  sendMessage: [{ member: 'content', most: LONGEST_CONTENT, refuse: tooLong }],
  streamMessage: [{ member: 'content', most: LONGEST_CONTENT, refuse: tooLong }],
  createSkill: SKILL_LIMITS,
  updateSkill: SKILL_LIMITS,
};

/** Bodies that the service document neither allows nor forbids. */
export const bodyVariants: readonly Variant[] = [
  variant(
    'A-10=lenient',
    'A value of another type is converted, or ignored as if it were absent.',
    lenientAbout(EVERY),
  ),
  variant(
    'A-11=agent-ids',
    'An id below 1 is malformed for agents only; any other resource with such an id is not found.',
    rewriteBodies(SENDS, withUnusedIds),
  ),
  variant(
    'A-11=resources-first',
    'An agent with an id below 1 is attached like one that does not exist.',
    rewriteBodies(SENDS, withUnusedAgents),
  ),
  variant(
    'A-11=everywhere',
    'An id below 1 is malformed in paths and in the body of a chat too.',
    answerAfter(['getSkill', 'updateSkill', 'toggleSkill', 'deleteSkill', 'createChat'], (request, sound) => {
      const isMeant = request.path.skill_id === '0' || bodyOf(request)?.model_id === 0;
      return isMeant && (sound.status === 404 || sound.status === 400)
        ? failure(request, 422, 'api_v1_validation_error')
        : undefined;
    }),
  ),
  variant(
    'A-12=refuse',
    'A body with a member that the service document does not name is refused.',
    refusingMembers((name, known) => !known.includes(name)),
  ),
  variant(
    'A-12=refuse-non-editable',
    'A change of a member that cannot be changed is refused.',
    refusingMembers((name, known) => NOT_EDITABLE.includes(name) && !known.includes(name)),
  ),
  variant(
    'A-42=bytes',
    'The limits of texts count bytes in UTF-8.',
    counting((text) => Buffer.byteLength(text)),
  ),
  variant(
    'A-42=utf16-units',
    'The limits of texts count UTF-16 code units.',
    counting((text) => text.length),
  ),
  variant(
    'A-44=spaced-ascii',
    'The limit of metadata counts ASCII JSON with a space after each comma and colon.',
    refusing(
      SENDS,
      ({ metadata }) => spacedLength(metadata ?? null) > METADATA_BYTES,
      (request) => failure(request, 413, 'metadata_too_large'),
    ),
  ),
  variant(
    'A-43=refused',
    'A turn with blank content is refused.',
    refusing(
      SENDS,
      ({ content }) => content?.trim?.() === '',
      (request) => failure(request, 422, 'blank_content'),
    ),
  ),
  variant(
    'A-40=not-auto',
    'A blocking send with an unknown mode fails because it requires the mode auto.',
    refusing('sendMessage', hasUnknownMode, (request) => failure(request, 409, 'api_v1_sync_requires_auto')),
  ),
  variant(
    'A-40=validation',
    'An unknown mode is refused with the validation error.',
    changeFailures(SENDS, (body, request) => isInvalid(body) && hasUnknownMode(bodyOf(request)), {
      status: 422,
      code: 'api_v1_validation_error',
    }),
  ),
  variant(
    'A-40=lenient-stream',
    'A streaming send with an unknown mode runs in manual mode.',
    rewriteBodies('streamMessage', (body) =>
      hasUnknownMode(body) ? { ...body, permission_mode: 'manual' } : body,
    ),
  ),
];

function positive(id: Body): Body {
  return Number.isInteger(id) && id < 1 ? UNUSED_ID : id;
}

function withUnusedIds(body: Body): Body {
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

function withUnusedAgents(body: Body): Body {
  const { attachments } = body;
  if (!Array.isArray(attachments?.agent_ids)) return body;
  return { ...body, attachments: { ...attachments, agent_ids: attachments.agent_ids.map(positive) } };
}

function refusingMembers(isRefused: (name: string, known: readonly string[]) => boolean): Wrap {
  return answerInstead([...MEMBERS.keys()], (request) => {
    const known = (MEMBERS.get(request.operation.operationId) ?? []).flatMap(({ path }) => path);
    const wrong = Object.keys(bodyOf(request) ?? {}).find((name) => isRefused(name, known));
    return wrong === undefined ? undefined : failure(request, 422, 'unknown_member', { member: wrong });
  });
}

/** Applies the limits of texts to a different measure of length. */
function counting(measure: (text: string) => number): Wrap {
  return answerInstead(Object.keys(LIMITS) as OperationId[], (request) => {
    const body = bodyOf(request);
    const limit = LIMITS[request.operation.operationId]?.find(({ member, most }) => {
      const text = body?.[member];
      return typeof text === 'string' && measure(text) > most;
    });
    return limit?.refuse(request);
  });
}

/** The length of the output of Python's json.dumps, which escapes non-ASCII characters and puts spaces after separators. */
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
