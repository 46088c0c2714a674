export type * from '../../generated/types.js';
export { type Client, createClient, type TurnPromise } from './client.ts';
export {
  ConversationApiError,
  type ConversationApiErrorKind,
  type ConversationApiErrorOf,
  type ErrorKind,
} from './error.ts';
export type { CallOptions, ClientOptions, SendOptions, StreamOptions } from './options.ts';
export type {
  ActionEvent,
  AuthRequiredEvent,
  DeltaEvent,
  ElicitationEvent,
  PlanApprovalEvent,
  ToolApprovalEvent,
  TurnEvent,
  UnknownEvent,
} from './turn-event.ts';
export { type TurnOutcome, TurnStream } from './turn-stream.ts';
