export type {
  AllOptions,
  ApiCall,
  ListCall,
  NextPage,
  Page,
  ReadyPage,
  WithResponse,
} from '../../generated/methods.js';
export type * from '../../generated/types.js';
export {
  type BlockingTurnRequest,
  type Client,
  createClient,
  type TurnPromise,
  type Turns,
  type UnknownRequest,
} from './client.ts';
export {
  ConversationApiError,
  type ConversationApiErrorKind,
  type ConversationApiErrorOf,
  type ErrorKind,
} from './error.ts';
export type {
  CallFailure,
  CallOptions,
  ClientOptions,
  Fetch,
  FetchHeaders,
  FetchInit,
  FetchOptions,
  FetchResponse,
  HeadersOption,
  ObservedRequest,
  ObservedResponse,
  ObservedTurn,
  RequestOptions,
  Retry,
  SendOptions,
  StreamOptions,
} from './options.ts';
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
export type { TurnOutcome } from './turn-progress.ts';
export { type TurnListeners, TurnStream } from './turn-stream.ts';
