/** The entry `conversation-api/ai-sdk`. */
export type { GivenOptions, TurnFor } from './ai-sdk/given-turn.ts';
export { toUIMessages } from './ai-sdk/history.ts';
export type { KeyStore } from './ai-sdk/kept-turns.ts';
export type { AnswerMetadata, ConversationMessage } from './ai-sdk/message.ts';
export {
  type OpenTurnOptions,
  openTurn,
  toUIMessageStream,
  type UIMessageStreamOptions,
} from './ai-sdk/server.ts';
export { ConversationTransport, type TransportOptions } from './ai-sdk/transport.ts';
