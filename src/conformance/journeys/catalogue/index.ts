import type { Journey } from '../journey.ts';
import { QUESTION_JOURNEYS } from './questions.ts';
import { SEND_JOURNEYS } from './sends.ts';
import { STREAM_JOURNEYS } from './streams.ts';

/** Everything that clients are asked to do. */
export const JOURNEYS: readonly Journey[] = [
  ...SEND_JOURNEYS,
  ...STREAM_JOURNEYS,
  ...QUESTION_JOURNEYS,
  {
    name: 'chats.pages',
    task: 'chats',
    service: 'has 120 chats, of which the oldest is deleted after the first page has been read.',
    chats: 120,
    happenings: [{ to: 'listChats', nth: 2, deletesOldestChat: true }],
    rows: ['lists.page.selects-slice'],
  },
  {
    name: 'chats.full-pages',
    task: 'chats',
    service: 'has exactly as many chats as two pages hold.',
    chats: 100,
    rows: ['lists.page.selects-slice'],
    readings: ['A-22'],
    plain: 'chats.pages',
  },
];
