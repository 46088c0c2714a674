import { randomUUID } from 'node:crypto';
import { refusal } from '../failures/api-failure.ts';
import { tooManyTurns, unlisted } from '../failures/unlisted.ts';
import type { HttpRequest, JsonAnswer } from '../http/exchange.ts';
import { failed } from '../operations/answers.ts';
import type { ServicePorts } from '../operations/context.ts';
import { bearerOf } from '../operations/stages.ts';
import { Usable } from '../resources/usable.ts';
import { freshChat } from '../store/fresh-chat.ts';
import { renderTurn } from '../turns/message.ts';
import type { TurnOrder } from '../turns/order.ts';

/** The body of a request. */
interface ApplicationTurn {
  readonly content: string;
  /** A chat of the token's user, created by any credential or by the application; absent for a new chat. */
  readonly chat_id?: string;
  /** Whether to respond after the turn has ended instead of after it has started. */
  readonly wait?: boolean;
}

type Request = Pick<HttpRequest, 'header' | 'body' | 'requestId'>;

/**
 * Handles `POST /_reference/application/turns`, which runs a turn of the application for the token's user. The service document describes
 * how such turns affect the chats of the API but has no endpoint that starts one.
 *
 * @param current returns the ports for a new request
 */
export function createApplicationTurn(current: () => ServicePorts) {
  return async (request: Request): Promise<JsonAnswer> => {
    const ports = current();
    try {
      return await run(request, ports);
    } catch (error) {
      return failed(error, request.requestId, ports.report);
    }
  };
}

const NO_SCOPE = 'The application needs the scope chat:write, which the credential lacks.';

async function run(request: Request, ports: ServicePorts): Promise<JsonAnswer> {
  const credential = bearerOf(request, ports.directory);
  if (!credential)
    throw unlisted('unauthenticated', 'Send a token of the user that the application acts for.');
  if (!credential.scopes.has('chat:write'))
    throw refusal('scope-not-allowed', { condition: NO_SCOPE, data: { required_scopes: ['chat:write'] } });
  const usable = new Usable(ports.directory, { ...credential, allowed: {} });
  const { content, chat_id, wait } = readBody(request.body);
  const chat = chat_id === undefined ? undefined : ports.store.chats.find(chat_id);
  if (chat_id !== undefined && (!chat || chat.isDeleted || chat.userId !== usable.user.id))
    throw refusal('not-found');
  const busy = chat && ports.store.turns.findOpen(chat.id);
  if (busy !== undefined) throw refusal('chat-busy', { data: { message_id: busy } });
  const owner = { credentialId: null, userId: usable.user.id };
  if (ports.engine.countLive(owner) >= ports.liveTurns) throw tooManyTurns('The user', ports.liveTurns);
  const turn = ports.engine.begin(orderOf(content, chat?.id, request.requestId, usable, ports));
  void ports.engine.run(turn);
  const started = { chat_id: turn.order.chatId, message_id: turn.id };
  if (!wait) return { status: 202, body: started };
  const { close, unsettled } = await turn.ended;
  const failure = unsettled ?? close.failure;
  if (failure) return { status: 502, body: { ...started, code: failure.code, message: failure.message } };
  return {
    status: 200,
    body: renderTurn(turn.facts, close),
  };
}

function orderOf(
  content: string,
  chatId: string | undefined,
  requestId: string,
  usable: Usable,
  ports: ServicePorts,
): TurnOrder {
  const company = ports.directory.companies.get(usable.user.companyId);
  const chosen = company && usable.model(company.defaultModelId);
  if (!company || !chosen)
    throw unlisted('invalid-request', 'The company has no default model that is enabled.');
  const owner = { credentialId: null, userId: usable.user.id };
  const id = chatId ?? randomUUID();
  return {
    channel: 'application',
    requestId,
    owner,
    company,
    chatId: id,
    ...(chatId === undefined && { newChat: freshChat(owner, id, ports.clock.now()) }),
    content,
    mode: 'auto',
    model: chosen,
    metadata: null,
    attached: { passages: { libraryIds: [], fileIds: [] }, skills: [], connectors: [], agents: [] },
  };
}

function readBody(body: Buffer | undefined): ApplicationTurn {
  const problem = unlisted(
    'invalid-request',
    'Send {"content": string, "chat_id"?: uuid, "wait"?: boolean}.',
  );
  let value: unknown;
  try {
    value = JSON.parse(body?.toString() ?? '');
  } catch {
    throw problem;
  }
  const { content, chat_id, wait } = (value ?? {}) as Record<string, unknown>;
  if (typeof content !== 'string' || content.length > 64_000) throw problem;
  if (chat_id !== undefined && typeof chat_id !== 'string') throw problem;
  return { content, ...(chat_id !== undefined && { chat_id }), wait: wait === true };
}
