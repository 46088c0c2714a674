import { readGenerated } from '../../generated.ts';
import { scopesOfMembers } from '../../judge/bindings.ts';
import { isObject } from '../../judge/json.ts';
import { SENDS } from '../../judge/operations.ts';
import { requestMembers } from '../../judge/request-members.ts';
import { typedBody } from '../../judge/typed-body.ts';
import { both, code, is4xx, OTHER, type Question, status } from '../question.ts';
import { type RunFacts, withoutIds } from '../run-facts.ts';
import type { Seen } from '../seen.ts';

/** All ten members of the details of an outage. */
const DETAILS = [
  'schema_version',
  'service',
  'service_code',
  'dependency',
  'operation',
  'failure_kind',
  'operation_outcome',
  'retryable',
  'retry_action',
  'request_id',
];
const NOT_EDITABLE = ['model_id', 'permission_mode'];
/** A timestamp of the contract: its fraction of seconds and its offset. */
const TIMESTAMPS =
  /"(?:created_at|updated_at|timestamp)"\s*:\s*"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?((?:[^\d."][^"]*)?)"/;

/** Failures, and what all answers have in common. */
export const failureQuestions: readonly Question[] = [
  {
    point: 'A-01',
    when: both(lacksScope, (seen, run) => seen.status >= 400 && !run.isForeign(seen)),
    readings: {
      'scope-not-allowed': both(status(403), code('api_token_scope_not_allowed')),
      'unstated-refusal': ({ status }) => status < 500,
    },
  },
  {
    point: 'A-02',
    when: ({ actor, status }) => actor === 'none' && status >= 400,
    readings: {
      'envelope-401': (seen) => seen.status === 401 && seen.code !== undefined,
      'bare-401': status(401),
      forbidden: status(403),
      [OTHER]: ({ status }) => status < 500,
    },
  },
  {
    point: 'A-03',
    when: (seen) => seen.status >= 400 && seen.code !== undefined,
    readings: {
      'loose-data': ({ body, code }) => Array.isArray(body.data) && code !== 'prompt_refs_invalid',
      minimal: ({ body, meta }) => typeof body.status !== 'string' || meta.request_id === undefined,
      envelope: ({ body }) => body.data === undefined || body.data === null || isObject(body.data),
    },
    unless: ['envelope', 'minimal'],
  },
  {
    point: 'A-06',
    on: ['sendMessage'],
    readings: {
      'turn-code-family': code('outcome_unknown'),
      'per-row': ({ data, status }) => status >= 400 && data.code === 'outcome_unknown',
    },
  },
  {
    point: 'A-07',
    when: ({ operation, isSuccess }) =>
      isSuccess && operation !== undefined && operation !== 'createSkill' && operation !== 'cancelTurn',
    readings: {
      'all-200': both(isCreation, status(200)),
      'created-chat-201': both(isCreation, status(201)),
      'other-2xx': ({ status }) => status !== 200,
    },
    unless: ['all-200', 'created-chat-201'],
  },
  {
    point: 'A-08',
    on: ['getChat'],
    when: (seen, run) => seen.status === 404 && run.isForeign(seen) && run.missingChat !== undefined,
    readings: {
      'whole-body': (seen, run) => withoutIds(seen) === run.missingChat,
      'status-and-code': () => true,
    },
    unless: ['whole-body'],
  },
  {
    point: 'A-10',
    // An answer to an interaction can also be refused because of the state of the interaction.
    on: ['createChat', 'updateChat', 'createSkill', 'updateSkill', ...SENDS],
    // The library of a skill may be required beside its level.
    when: (seen) =>
      hasWrongType(seen) && !('workspace_id' in seen.sent) && ![401, 403, 404, 429].includes(seen.status),
    readings: {
      // A turn whose mode is ignored has the one that the blocking send refuses.
      lenient: (seen) => seen.isAccepted || seen.code === 'api_v1_sync_requires_auto',
      'validation-422': both(status(422), code('api_v1_validation_error')),
      'bad-request': status(400),
      mixed: is4xx,
    },
  },
  {
    point: 'A-12',
    when: ({ status }) => ![401, 403, 404, 409, 429].includes(status),
    readings: {
      refuse: (seen) => seen.isRefused && hasUnknownMember(seen),
      'refuse-non-editable': (seen) => seen.isRefused && changesNotEditable(seen),
      ignore: (seen) => seen.isAccepted && (hasUnknownMember(seen) || changesNotEditable(seen)),
    },
    unless: ['ignore', 'refuse-non-editable'],
  },
  {
    point: 'A-14',
    readings: {
      zulu: ({ text }) => TIMESTAMPS.exec(text)?.[2] === 'Z',
      'zero-offset': ({ text }) => TIMESTAMPS.exec(text)?.[2] === '+00:00',
      'hour-offset': ({ text }) => TIMESTAMPS.exec(text)?.[2] === '+00',
      'no-offset': ({ text }) => TIMESTAMPS.exec(text)?.[2] === '',
    },
  },
  {
    point: 'A-14',
    readings: { 'long-fraction': ({ text }) => (TIMESTAMPS.exec(text)?.[1] ?? '').length > '.123'.length },
  },
  {
    point: 'A-15',
    when: ({ details }) => details !== undefined,
    readings: {
      'absent-members': ({ details }) => DETAILS.some((name) => details?.[name] === undefined),
      'null-members': ({ details }) => details?.dependency === null || details?.operation === null,
      complete: () => true,
    },
    unless: ['complete'],
  },
  {
    point: 'A-16',
    when: ({ status, code = '' }) =>
      status === 503 && ['api_v1_agents_disabled', 'api_v1_action_result_unknown'].includes(code),
    readings: {
      'error-details': ({ details }) => details?.retry_action !== undefined,
      elsewhere: ({ text }) => text.includes('"retry_action"'),
    },
  },
  {
    point: 'A-17',
    readings: {
      independent: (seen, run) =>
        seen.details !== undefined &&
        run.firstSend(seen) === undefined &&
        ownRequestId(seen) !== seen.details.request_id,
      'original-kept': isSameRequestAsFirst,
      'one-per-request': (seen, run) => run.firstSend(seen) !== undefined || seen.details !== undefined,
    },
    unless: ['one-per-request', 'original-kept'],
  },
  {
    point: 'A-18',
    on: SENDS,
    when: (seen) =>
      seen.status === 403 && scopesMissing(seen) > 1 && Array.isArray(seen.data.required_scopes),
    readings: {
      'all-missing': (seen) => (seen.data.required_scopes as unknown[]).length >= scopesMissing(seen),
      'first-missing': ({ data }) => (data.required_scopes as unknown[]).length === 1,
    },
  },
  {
    point: 'A-19',
    readings: {
      'rate-limited': ({ exchange }) => (exchange.refusals ?? 0) > 0,
      'no-limit': ({ status }) => status > 0,
    },
    unless: ['no-limit'],
  },
  {
    point: 'A-20',
    when: (seen) =>
      seen.code !== undefined && (seen.actor === 'none' || (seen.isRefused && hasWrongType(seen))),
    readings: {
      open: ({ code = '' }) => !listedCodes().has(code),
      closed: () => true,
    },
    unless: ['closed'],
  },
];

let listed: ReadonlySet<string> | undefined;

function listedCodes(): ReadonlySet<string> {
  listed ??= new Set(
    readGenerated<readonly { readonly message_code: string }[]>('errors.json').map(
      ({ message_code }) => message_code,
    ),
  );
  return listed;
}

function isCreation({ operation }: Seen): boolean {
  return operation === 'createChat';
}

/** Whether the credential lacks a scope of the operation itself. */
function lacksScope({ actor, scopes }: Seen): boolean {
  const [, kind, scope] = /^(no|only)_scope:(.+)$/.exec(actor) ?? [];
  return kind !== undefined && scopes.some((needed) => (needed === scope) === (kind === 'no'));
}

/** How many scopes of its attachments the credential of a send lacks, which has one scope only. */
function scopesMissing({ actor, operation, sent }: Seen): number {
  if (actor !== 'only_scope:chat:write' || operation === undefined || !isObject(sent.attachments)) return 0;
  const attached = Object.entries(sent.attachments).filter(([, ids]) => Array.isArray(ids) && ids.length > 0);
  const scopes = scopesOfMembers(operation);
  return new Set(attached.flatMap(([name]) => scopes.get(`attachments.${name}`) ?? [])).size;
}

/** Whether the body has a value of another type than the contract names, or a word that it does not list. Modes of turns have a point of their own. */
function hasWrongType({ operation, sent }: Seen): boolean {
  if (operation === undefined) return false;
  const isTurn = operation === 'sendMessage' || operation === 'streamMessage';
  const body =
    isTurn && typeof sent.permission_mode === 'string' ? { ...sent, permission_mode: 'auto' } : sent;
  return typedBody(operation, body) !== body;
}

function hasUnknownMember({ operation, sent }: Seen): boolean {
  const known = requestMembers().flatMap((member) =>
    member.operation === operation ? member.path.slice(0, 1) : [],
  );
  const isKnown = (name: string) => known.includes(name) || NOT_EDITABLE.includes(name) || name === 'level';
  return known.length > 0 && !Object.keys(sent).every(isKnown);
}

function changesNotEditable({ operation, sent }: Seen): boolean {
  return operation === 'updateChat' && NOT_EDITABLE.some((name) => name in sent);
}

function ownRequestId({ isStream, start, meta }: Seen): unknown {
  return isStream ? start?.request_id : meta.request_id;
}

/** Whether a repeated send shows the id of the request that ran the turn. */
function isSameRequestAsFirst(seen: Seen, run: RunFacts): boolean {
  const first = run.firstSend(seen);
  const id = ownRequestId(seen);
  return first !== undefined && id !== undefined && id === ownRequestId(first);
}
