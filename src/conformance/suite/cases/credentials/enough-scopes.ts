import type { Scope } from '../../../../../generated/ids.d.ts';
import type { Actor } from '../../../drive/actor.ts';
import { Answer } from '../../../drive/answer.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { makeChat } from '../../check-kit/chats.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { isOneOf } from '../../check-kit/claim.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { makeSkill, skillBody } from '../../check-kit/skills.ts';

const EVERYWHERE = R['credentials.scopes.needed-everywhere'];

/** Refusals of a credential for another reason than a scope. */
const OTHER_CAUSES = ['creation-denied', 'resource-not-allowed', 'attachment-not-allowed'] as const;

/** Whether an answer refuses the credential. What fails in another way says nothing about scopes. */
function isRefused(sent: Answer | LiveStream): boolean {
  return sent instanceof Answer && [401, 403].includes(sent.status) && !isOneOf(sent, OTHER_CAUSES);
}

/** Requests that need one scope. */
interface Use {
  /** A scope for other requests to the same things, which the credential lacks. */
  readonly without: Scope;
  /** Sends the requests, and yields what the service answers. */
  requests(t: CheckContext, actor: Actor): AsyncGenerator<Answer | LiveStream>;
}

const USES: Readonly<Partial<Record<Scope, Use>>> = {
  'chat:read': {
    without: 'chat:write',
    async *requests(t, actor) {
      yield await actor.get('/chats');
      yield await actor.get(`/chats/${t.freshId()}`);
      yield await actor.get(`/chats/${t.freshId()}/messages`);
      yield await actor.get('/chat/catalog');
    },
  },
  'chat:write': {
    without: 'chat:read',
    async *requests(t, actor) {
      yield await actor.post('/chats', { name: 'Conformance' });
      const { id: chatId, path } = await makeChat(t, {}, actor);
      yield await actor.patch(path, { is_favorite: true });
      yield await actor.send(t.plain(), { chatId });
      const stream = await actor.stream(t.plain(), { chatId });
      yield stream;
      if ('rest' in stream) await stream.rest();
      yield await actor.act(chatId, 'cancel', {});
      yield await actor.delete(path);
    },
  },
  'skills:read': {
    without: 'skills:write',
    async *requests(t, actor) {
      const { path } = await makeSkill(t);
      yield await actor.get('/skills');
      yield await actor.get(path);
    },
  },
  'skills:write': {
    without: 'skills:read',
    async *requests(t, actor) {
      yield await actor.post('/skills', skillBody());
      const { path } = await makeSkill(t, {}, actor);
      yield await actor.patch(path, { icon: 'key' });
      yield await actor.patch(`${path}/toggle`);
      yield await actor.delete(path);
    },
  },
};

/** The scope of an operation is enough for it: a credential that lacks the scope for reading can write, and the reverse (section 5). */
export const enoughScopeChecks: readonly Check[] = Object.entries(USES).map(
  ([scope, { without, requests }]) =>
    check({
      id: `credentials.operations.enough.${scope.replace(':', '-')}`,
      requirements: [EVERYWHERE],
      needs: [`credential:no_scope:${without}`],
      async run(t) {
        for await (const sent of requests(t, t.as(`no_scope:${without}`))) {
          const status = sent instanceof Answer ? sent.status : undefined;
          t.expect(EVERYWHERE).isTrue(sent, !isRefused(sent), 'no refusal of the credential', status);
        }
      },
    }),
);
