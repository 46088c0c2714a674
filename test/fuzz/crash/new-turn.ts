import { randomUUID } from 'node:crypto';
import type { Random } from '../../../scripts/test/random.ts';
import type { Act } from '../../../src/rig/script/act.ts';
import { renderScript } from '../../../src/rig/script/render-script.ts';
import type { KnownChat, SentTurn } from './ledger.ts';
import type { Manners } from './send-turn.ts';

/** A turn, and how its client behaves while it runs. */
export interface PlannedTurn {
  readonly turn: SentTurn;
  readonly manners: Manners;
}

interface Plan {
  readonly script: readonly Act[];
  readonly isManual?: boolean;
  readonly manners?: Manners;
}

/** The time scale of the server makes every wait ten times shorter. */
const PLANS: readonly ((random: Random) => Plan)[] = [
  talk,
  talk,
  (random) => ({ script: [{ say: text(random, 3000), pieces: 1 + random.below(200) }] }),
  (random) => ({
    script: [
      { reason: 'Let me look.' },
      ...talk(random).script,
      { call: { tool: 'find_tickets', input: { label: 'order' } } },
      ...talk(random).script,
    ],
  }),
  approval,
  (random) => ({ ...approval(random), manners: { ignoresQuestions: random.below(4) === 0 } }),
  (random) => ({
    script: [{ say: text(random, 20) }, { wait: 3 }, { say: 'Late.' }],
    manners: { cancels: true },
  }),
  (random) => ({ script: [...talk(random).script, { fail: 'outage' }] }),
];

/** Plans a random turn with a new key, and adds it to its chat in the ledger. */
export function planTurn(chat: KnownChat, random: Random): PlannedTurn {
  const { script, isManual = false, manners = {} } = random.pick(PLANS)(random);
  const key = randomUUID();
  const body = JSON.stringify({
    content: renderScript(script),
    permission_mode: isManual ? 'manual' : 'auto',
    attachments: { mcp_server_ids: [7] },
    metadata: { key },
  });
  const says = script.map((act) => ('say' in act ? act.say : '')).join('');
  const turn = { chat, key, body, says, isManual, messageIds: new Set<number>(), received: '' };
  chat.turns.push(turn);
  return { turn, manners };
}

/** Makes a plain turn, which every chat must accept unless it is busy, and adds it to the chat. */
export function plainTurn(chat: KnownChat): SentTurn {
  const key = randomUUID();
  const body = JSON.stringify({
    content: renderScript([{ say: 'Still here.' }]),
    permission_mode: 'auto',
    metadata: { key },
  });
  const turn = {
    chat,
    key,
    body,
    says: 'Still here.',
    isManual: false,
    messageIds: new Set<number>(),
    received: '',
  };
  chat.turns.push(turn);
  return turn;
}

function talk(random: Random): Plan {
  const script = Array.from({ length: 1 + random.below(8) }, (): Act[] => [
    { say: text(random, 60), pieces: 1 + random.below(6) },
    { wait: random.below(5) / 10 },
  ]);
  return { script: script.flat() };
}

function approval(random: Random): Plan {
  return {
    script: [
      { say: text(random, 30) },
      { call: { tool: 'close_ticket', input: { ticket: 4410 } } },
      { say: text(random, 30) },
    ],
    isManual: true,
  };
}

const WORDS = [
  'open',
  'Easter ',
  'ï',
  '🗼',
  '\u0000',
  '"',
  '\\',
  '\n',
  "'; --",
  '\ud83d',
  '10:00 ',
  '\u2028',
];

function text(random: Random, longest: number): string {
  return Array.from({ length: 1 + random.below(longest) }, () => random.pick(WORDS)).join('');
}
