import type { RequirementId } from '../../../../generated/ids.d.ts';
import { contrastValues, describe, excerpt } from '../excerpt.ts';
import { isSameJson } from '../json.ts';
import { mayRefuse, showsTurn } from './refusal.ts';
import type { JudgedEvent, StreamRuleFactory } from './rule.ts';

/** A stream repeats the chat and the metadata of its request, and has `agents` if the request carried agents. It has no prompt. */
export const request: StreamRuleFactory = (context) => {
  let hasShown = false;

  const opensChatOfPath = (event: JudgedEvent) => {
    const { chat_id: chatId } = event.data;
    if (!context.request || typeof chatId !== 'string') return;
    context.exercise('events.start.chat-id-of-path');
    if (chatId.toLowerCase() === context.request.chatId.toLowerCase()) return;
    context.report('events.start.chat-id-of-path', event, {
      pointer: '/chat_id',
      expected: `"${context.request.chatId}", the chat that the turn was sent to`,
      actual: describe(chatId),
    });
  };

  const echoesMetadata = (event: JudgedEvent) => {
    const sent = context.request?.metadata;
    const { metadata } = event.data;
    if (!sent || metadata === undefined) return;
    context.exercise('messages.metadata.echoed');
    const isEmptyAsNull = metadata === null && Object.keys(sent).length === 0;
    if (isEmptyAsNull || isSameJson(sent, metadata)) return;
    const { expected, actual } = contrastValues(sent, metadata);
    context.report('messages.metadata.echoed', event, {
      pointer: '/metadata',
      expected: `${expected}, as it was sent`,
      actual,
    });
  };

  const namesAgents = (whenCarried: RequirementId, whenNot: RequirementId) => (event: JudgedEvent) => {
    const carriesAgents = context.request?.carriesAgents;
    if (carriesAgents === undefined) return;
    const { agents } = event.data;
    const requirement = carriesAgents ? whenCarried : whenNot;
    context.exercise(requirement);
    if (carriesAgents === (agents !== undefined)) return;
    context.report(requirement, event, {
      pointer: '/agents',
      expected: carriesAgents
        ? 'agents, since the turn carried some'
        : 'no agents, since the turn carried none',
      actual: describe(agents),
    });
  };

  const hasNoPrompt = (event: JudgedEvent) => {
    context.exercise('messages.prompt.listing-only');
    if (event.data.prompt === undefined) return;
    context.report('messages.prompt.listing-only', event, {
      pointer: '/prompt',
      expected: `no prompt in ${event.type}`,
      actual: excerpt(event.data.prompt),
    });
  };

  const inMessage = namesAgents('messages.agents.present-when-carried', 'messages.agents.only-when-carried');
  const inError = namesAgents('events.error.agents-if-carried', 'messages.agents.only-when-carried');
  const judge = (event: JudgedEvent) => {
    echoesMetadata(event);
    inMessage(event);
    hasNoPrompt(event);
  };
  return {
    seen({ type }) {
      hasShown ||= showsTurn(type);
    },
    on: {
      'message.start': opensChatOfPath,
      'message.completed': judge,
      'message.cancelled': judge,
      'message.error': (event) => {
        if (!mayRefuse(event.data, hasShown)) inError(event);
      },
    },
  };
};
