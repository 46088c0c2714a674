import { describe, expect, it } from 'vitest';
import { SENDS } from '../../../generated/operation-groups.js';
import { ALL_BREAKAGES } from '../../../src/alterations/breakages/index.ts';
import { answerInstead } from '../../../src/alterations/decorators/answer-instead.ts';
import { fail } from '../../../src/alterations/decorators/answers.ts';
import { bodyOf } from '../../../src/alterations/decorators/requests.ts';
import { VARIANTS } from '../../../src/alterations/variants/index.ts';
import { ACTIONS } from '../../../src/conformance/exploration/actions.ts';
import type { Step } from '../../../src/conformance/exploration/step.ts';
import type { Exchange } from '../../../src/reference/http/exchange.ts';
import { violatedBy } from './expect-found.ts';
import { FLOOR } from './floor/index.ts';
import { noteSuccess } from './floor/notes.ts';
import { sendStep } from './send-step.ts';

const chat: Step = { do: 'create-chat', chat: 'A', as: 'main', title: 'Tide tables', mode: 'manual' };
const chatB: Step = { ...chat, chat: 'B' };
const skill: Step = { do: 'create-skill', skill: 'S', visibility: 'private' };
const send = sendStep({ mode: 'auto' });
const second = sendStep({ mode: 'auto', turn: '2' });
const asks = sendStep({ does: ['approval'] });
const holds = sendStep({ end: 'holds' });
const inA = (name: string, members: Partial<Step> = {}): Step =>
  ({ do: name, chat: 'A', ...members }) as Step;
const ofTurn = (name: string, members: Partial<Step> = {}): Step =>
  ({ do: name, turn: '1', ...members }) as Step;
const ofSkill = (name: string, members: Partial<Step> = {}): Step =>
  ({ do: name, skill: 'S', ...members }) as Step;
const yes = { says: 'yes' };
const readCatalog = (without: string): Step => ({ do: 'read-catalog', without });

/** A chat stays busy after a turn that was cancelled by the id of its question. */
const BUSY_AFTER_ID = {
  id: 'turns.stream.exists/busy-after-id',
  exchange(exchange: Exchange): Exchange {
    const busy = new Set<unknown>();
    const noting = noteSuccess('cancelTurn', (request) => {
      if (bodyOf(request)?.action_id !== undefined) busy.add(request.path.chat_id);
    });
    return answerInstead(SENDS, (request) =>
      busy.has(request.path.chat_id) ? fail(request, 'chat-busy') : undefined,
    )(noting(exchange));
  },
};

/** The server with whole seconds, at which less than a second tells no order. */
const WHOLE_SECONDS = VARIANTS.filter(({ id }) => id === 'A-14=no-fraction');

/** What a mistake violates, if that is not what its id begins with. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'errors.chat-busy.answer/after-a-cancellation': 'turns.stream.exists',
  'idempotency.replay.same-result/second-chat-answers-in-the-first': 'idempotency.replay.stream-redelivers',
  'cancel.turn.live-turn': 'cancel.turn.ends-cancelled',
  'interactions.answer.own-credential-only/accepted': 'interactions.state.owner-only',
  'skills.update.only-sent-fields/activates-after-a-toggle': 'skills.toggle.flips',
  'chats.delete.exists/still-there': 'states.chat.deletion-removes',
  'cancel.chat.missing/deleted': 'states.chat.active-or-deleted',
};

/** For each kind of step, a mistake and a sequence that shows it. Without the steps of this kind, the sequence shows nothing. */
const MISTAKES: readonly (readonly [step: string, mistake: string, steps: readonly Step[]])[] = [
  ['create-chat', 'chats.create.name/createChat:name/not-heard', [chat]],
  [
    'mark-chat',
    'chats.list.favorite-filter/unfavourited-stays',
    [chat, inA('mark-chat', { favorite: true }), inA('mark-chat', { favorite: false }), inA('look-for-chat')],
  ],
  [
    'rename-chat',
    'chats.update.name/second-rename-is-forgotten',
    [
      chat,
      inA('rename-chat', { title: 'Ebb and flow' }),
      inA('rename-chat', { title: 'Night crossing' }),
      inA('look-for-chat'),
    ],
  ],
  ['look-for-chat', 'credentials.ownership.chats/listed', [chat, inA('look-for-chat')]],
  ['delete-chat', 'chats.delete.exists/still-there', [chat, inA('delete-chat'), inA('look-for-chat')]],
  [
    'reach-deleted-chat',
    'cancel.chat.missing/deleted',
    [chat, inA('delete-chat'), inA('reach-deleted-chat', { by: 'cancelTurn' })],
  ],
  [
    'reach-foreign-chat',
    'credentials.ownership.chats/updateChat',
    [chat, inA('reach-foreign-chat', { by: 'updateChat', as: 'other_user' })],
  ],
  ['send', 'errors.chat-busy.answer/after-a-cancellation', [chat, holds, inA('cancel'), second]],
  [
    'list-messages',
    'messages.status.cancelled-in-history/completed-after-the-next-turn',
    [chat, holds, inA('cancel'), second, inA('list-messages', { size: 'default' })],
  ],
  [
    'send-to-busy-chat',
    'errors.chat-busy.message-id/another',
    [chat, holds, inA('send-to-busy-chat', { over: 'blocking' })],
  ],
  [
    'repeat',
    'idempotency.replay.stream-redelivers',
    [chat, send, ofTurn('repeat', { over: 'its endpoint' })],
  ],
  ['repeat-as-others', 'credentials.ownership.chats/by-key', [chat, send, ofTurn('repeat-as-others')]],
  [
    'reuse-key',
    'errors.idempotency-conflict.answer/missed-after-a-replay',
    [chat, send, ofTurn('repeat', { over: 'its endpoint' }), ofTurn('reuse-key')],
  ],
  [
    'reuse-key-elsewhere',
    'idempotency.replay.same-result/second-chat-answers-in-the-first',
    [chat, send, ofTurn('reuse-key-elsewhere'), ofTurn('repeat', { over: 'its endpoint' })],
  ],
  [
    'send-to-deleted-chat',
    'states.chat.deletion-removes/send-brings-turns-back',
    [chat, send, inA('delete-chat'), inA('send-to-deleted-chat', { key: 'new' })],
  ],
  ['send-and-leave', 'turns.disconnect.finishes', [chat, inA('send-and-leave', { turn: '1', as: 'main' })]],
  [
    'leave',
    'idempotency.key.running-refused/disconnected',
    [chat, holds, ofTurn('leave'), ofTurn('repeat', { over: 'its endpoint' })],
  ],
  ['cancel', 'cancel.turn.live-turn', [chat, holds, inA('cancel')]],
  ['cancel-by-id', BUSY_AFTER_ID.id, [chat, asks, ofTurn('cancel-by-id'), second]],
  [
    'answer',
    'interactions.state.approve-tool-resolves/first-turn-of-chat',
    [chat, asks, ofTurn('answer', yes), { ...asks, turn: '2' }, ofTurn('answer', { ...yes, turn: '2' })],
  ],
  [
    'answer-again',
    'interactions.resolved.second-answer-refused',
    [chat, asks, ofTurn('answer', yes), ofTurn('answer-again', yes)],
  ],
  [
    'answer-elsewhere',
    'interactions.answer.own-turn-only',
    [chat, chatB, asks, ofTurn('answer-elsewhere', { chat: 'B' })],
  ],
  [
    'act-as-stranger',
    'interactions.answer.own-credential-only/accepted',
    [chat, asks, ofTurn('act-as-stranger', { does: 'answers', where: 'in its chat', as: 'second' })],
  ],
  ['pause', 'chats.list.newest-first', [chat, { do: 'pause' }, chatB, inA('look-for-chat')]],
  ['outwait', 'interactions.expiry.not-found', [chat, asks, { do: 'outwait' }, ofTurn('answer-again', yes)]],
  [
    'answer-under-fault',
    'errors.decision-not-sent.answer/code',
    [chat, asks, ofTurn('answer-under-fault', { ...yes, fault: 'action_not_sent' })],
  ],
  ['cancel-under-fault', 'cancel.undelivered.unavailable', [chat, holds, inA('cancel-under-fault')]],
  [
    'send-while-agents-are-out',
    'errors.agents-disabled.answer/code',
    [chat, inA('send-while-agents-are-out', { fault: 'agents_disabled', over: 'blocking' })],
  ],
  ['create-skill', 'skills.create.status-201', [skill]],
  [
    'update-skill',
    'skills.update.only-sent-fields/activates-after-a-toggle',
    [
      skill,
      ofSkill('toggle-skill'),
      ofSkill('update-skill', { sets: 'description' }),
      ofSkill('toggle-skill'),
    ],
  ],
  [
    'toggle-skill',
    'skills.toggle.flips/only-once',
    [skill, ofSkill('toggle-skill'), ofSkill('toggle-skill')],
  ],
  [
    'delete-skill',
    'skills.delete.no-longer-served/still-there',
    [skill, ofSkill('delete-skill'), ofSkill('look-for-skill')],
  ],
  ['look-for-skill', 'skills.visible.no-others/catalog', [skill, ofSkill('look-for-skill')]],
  [
    'change-deleted-skill',
    'skills.delete.no-longer-served/revived-by-a-change',
    [skill, ofSkill('delete-skill'), ofSkill('change-deleted-skill', { by: 'update' })],
  ],
  [
    'read-catalog',
    'catalog.blocks.absent-without-scope/last-reader',
    [readCatalog('skills'), readCatalog('nothing'), readCatalog('skills')],
  ],
  [
    'act-as-stranger',
    'cancel.action-id.own-only/accepted',
    [chat, asks, ofTurn('act-as-stranger', { does: 'cancels', where: 'in its chat', as: 'second' })],
  ],
];

/** Steps of which another file of this folder shows the mistakes. */
const ELSEWHERE = ['await-recovery', 'chat-at-once', 'skill-at-once'];

describe('a kind of step', () => {
  it.each(MISTAKES)('%s finds a mistake that shows only with it: %s', async (name, id, steps) => {
    const mistake = [...ALL_BREAKAGES, ...FLOOR, BUSY_AFTER_ID].find((each) => each.id === id);
    expect(mistake, id).toBeDefined();
    if (!mistake) return;
    const server = [mistake, ...(name === 'pause' ? WHOLE_SECONDS : [])];
    expect(await violatedBy(server, steps)).toContain(OTHERWISE[id] ?? id.split('/')[0]);
    const others = steps.filter((step) => step.do !== name);
    expect(await violatedBy(server, others)).toEqual([]);
  });

  it('has such a mistake', () => {
    const shown = new Set([...MISTAKES.map(([name]) => name), ...ELSEWHERE]);
    expect([...shown].sort()).toEqual(ACTIONS.map(({ name }) => name).sort());
  });
});
