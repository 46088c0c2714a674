export const TOKEN = 'harbor-main';

/** Ids of chats on the attacked server, by what the attacking credential can see of them. */
export const CHATS = {
  own: '11111111-1111-4111-8111-111111111111',
  unknown: '22222222-2222-4222-8222-222222222222',
  /** A chat whose turn waits for the answer to an interaction. */
  asking: '66666666-6666-4666-8666-666666666666',
  /** Chats of another credential of the same user and of another company, one created in the application, and a deleted one. */
  hidden: [
    '33333333-3333-4333-8333-333333333333',
    '44444444-4444-4444-8444-444444444444',
    '3c5d0f6e-8a41-4b7c-9e02-6f1d2a9b4c70',
    '55555555-5555-4555-8555-555555555555',
  ],
} as const;

export const SKILLS = {
  own: '42',
  unknown: '999999',
  /** Skills of another company and of another user, and a deleted one: a fresh server gives its first new skill the id 43. */
  hidden: ['31', '35', '43'],
} as const;

/** Placeholder for the id of a waiting interaction, of the same length. It is replaced before the request is sent. */
export const ACTION_ID = 'act_00000000-0000-4000-8000-000000000000';

export interface Preparation {
  readonly token: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
}

const hello = { content: 'Hello', permission_mode: 'auto' };
const talkIn = (token: string, chat: string): Preparation => ({
  token,
  method: 'POST',
  path: `/api/v1/chats/${chat}/messages`,
  body: hello,
  key: `prepared-${chat}`,
});

/** Requests that create and delete these chats and skills on a fresh server with the default seed. */
export const PREPARATIONS: readonly Preparation[] = [
  talkIn(TOKEN, CHATS.own),
  talkIn('harbor-second', CHATS.hidden[0]),
  talkIn('harbor-other-company', CHATS.hidden[1]),
  talkIn(TOKEN, CHATS.hidden[3]),
  { token: TOKEN, method: 'DELETE', path: `/api/v1/chats/${CHATS.hidden[3]}` },
  { token: TOKEN, method: 'POST', path: '/api/v1/skills', body: { name: 'Gone', instructions: 'None.' } },
  { token: TOKEN, method: 'DELETE', path: `/api/v1/skills/${SKILLS.hidden[2]}` },
];
