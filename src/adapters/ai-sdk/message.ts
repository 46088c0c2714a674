import type { UIMessage, UIMessageChunk } from 'ai';
import type { Usage } from '../../../generated/types.js';
import type { TurnState } from '../../client/follow.ts';

/** What the AI SDK keeps beside the parts of an answer. */
export interface AnswerMetadata {
  /** What the turn cost. Absent before its end. */
  readonly usage?: Usage | null | undefined;
  /** The key of the turn, with which `openTurn` reads it again. Only an answer from a server route has it. */
  readonly idempotencyKey?: string;
}

/** A message of `useChat`. The part `data-turn` of an answer is the turn as `conversation-api/follow` shows it. */
export type ConversationMessage = UIMessage<AnswerMetadata, { turn: TurnState }>;

/** A part of such a message. */
export type Part = ConversationMessage['parts'][number];

/** A piece of an answer on its way to the AI SDK. */
export type Chunk = UIMessageChunk<AnswerMetadata, { turn: TurnState }>;
