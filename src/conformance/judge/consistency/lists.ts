import type { SentRequest } from './sent-request.ts';

/** The names of the lists that the judge keeps. */
export const chatsOf = (actor: string) => `the chats of ${actor}`;
export const skillsOf = (actor: string) => `the skills of ${actor}`;
/** Skills can be visible to several credentials, so each request for one may change all lists of skills. */
export const ALL_SKILLS = 'all skills';
export const turnsOf = (chatId: string) => `the turns of ${chatId.toLowerCase()}`;

/** The lists that a request may change. */
export function listsOf({ operation, parameter, actor }: SentRequest): readonly string[] {
  switch (operation) {
    case 'createChat':
    case 'updateChat':
    case 'deleteChat':
      return [chatsOf(actor)];
    case 'sendMessage':
    case 'streamMessage':
      return [chatsOf(actor), turnsOf(parameter)];
    case 'createSkill':
    case 'updateSkill':
    case 'toggleSkill':
    case 'deleteSkill':
      return [ALL_SKILLS];
    default:
      return [];
  }
}
