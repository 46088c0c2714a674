import type { Question } from '../question.ts';
import { chatQuestions } from './chats.ts';
import { failureQuestions } from './failures.ts';
import { interactionQuestions } from './interactions.ts';
import { listQuestions } from './lists.ts';
import { messageQuestions } from './messages.ts';
import { skillQuestions } from './skills.ts';
import { streamQuestions } from './streams.ts';
import { turnQuestions } from './turns.ts';

/** Every question that the exchanges of a run can answer, in the order of the open points. */
export const QUESTIONS: readonly Question[] = [
  ...failureQuestions,
  ...listQuestions,
  ...chatQuestions,
  ...turnQuestions,
  ...streamQuestions,
  ...messageQuestions,
  ...interactionQuestions,
  ...skillQuestions,
];
