import type { ListedMessage, TurnMessage } from '../../../generated/types.d.ts';
import type { TurnClose, TurnRecord } from '../store/store.ts';
import { BARE_CLOSE } from './close.ts';

type Closed = Pick<TurnRecord, 'id' | 'chatId' | 'metadata' | 'createdAt'>;

/** Renders a turn for the blocking send, the terminal events and replays (section 2.3). */
export function renderTurn(turn: Closed, close: TurnClose): TurnMessage {
  return { ...renderBase(turn, close), ...(close.agents && { agents: close.agents }) };
}

/** Renders a turn for the history: with its prompt, and without `agents`. */
export function renderListed(turn: TurnRecord): ListedMessage {
  return { ...renderBase(turn, turn.close ?? open(turn)), prompt: turn.prompt };
}

function renderBase(turn: Closed, close: Omit<TurnClose, 'status'> & { status: TurnMessage['status'] }) {
  return {
    id: turn.id,
    chat_id: turn.chatId,
    role: 'assistant' as const,
    content: close.content,
    status: close.status,
    usage: close.usage,
    steps: [...close.steps],
    sources: [...close.sources],
    anonymization: close.anonymization,
    metadata: turn.metadata,
    agent_runs: [...close.agentRuns],
    created_at: new Date(turn.createdAt).toISOString(),
  };
}

/** A running turn is listed with its text so far. */
function open(turn: TurnRecord) {
  return { status: 'pending' as const, content: turn.content, ...BARE_CLOSE };
}
