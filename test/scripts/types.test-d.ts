/** The guarantees of the generated types for users of the package. Only the compiler checks them: `npm run types`. */
import type {
  CreateChatRequest,
  components,
  ErrorCode,
  FailureWith,
  ListMessagesResponse,
  MessageCompleted,
  RespondElicitationRequest,
  SendMessageResponse,
  SendTurnRequest,
  Step,
  StreamEvent,
  StreamEventType,
  StreamMessageResponse,
  TurnMessage,
  TurnMessageResponse,
  Usage,
} from '../../generated/types.js';
import { accepts, matchesContract } from '../../generated/validators.js';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type RequiredKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T];

/** Compiles only if the claim is true. */
function holds<Claim extends true>(claim?: Claim): void {
  void claim;
}

holds<
  Equal<
    RequiredKeys<MessageCompleted>,
    | 'id'
    | 'chat_id'
    | 'role'
    | 'content'
    | 'usage'
    | 'steps'
    | 'sources'
    | 'anonymization'
    | 'metadata'
    | 'agent_runs'
  >
>();
holds<Equal<MessageCompleted['status'], 'completed' | 'cancelled' | 'error' | 'pending' | undefined>>();
holds<Equal<TurnMessage['usage'], Usage | null>>();
holds<Equal<TurnMessage['role'], 'assistant'>>();
holds<Equal<RequiredKeys<SendTurnRequest>, 'content'>>();
holds<Equal<RequiredKeys<CreateChatRequest>, never>>();
holds<Equal<CreateChatRequest['permission_mode'], 'manual' | 'auto' | undefined>>();
holds<Equal<Step['duration'], number | null | undefined>>();
holds<Equal<Step['detail'], unknown>>();
holds<Equal<SendMessageResponse, TurnMessageResponse>>();
holds<Equal<StreamMessageResponse, StreamEvent>>();
holds<Equal<ListMessagesResponse['data'][number]['prompt'], string>>();
holds<Equal<ListMessagesResponse['meta']['total'], number>>();
holds<Equal<StreamEventType, StreamEvent['type']>>();

// Editors suggest the known codes. Other codes are accepted too.
const codes: ErrorCode[] = ['api_v1_chat_busy', 'a_code_of_tomorrow'];
void codes;

/** Narrowing by type covers exactly all cases. */
export function readEvent(event: StreamEvent): string {
  switch (event.type) {
    case 'message.start':
      return event.data.chat_id;
    case 'message.delta':
      return event.data.replace ? '' : event.data.text;
    case 'message.step':
      return event.data.steps.map((step) => step.key).join();
    case 'message.action_required':
      return event.data.kind === 'plan_approval' ? event.data.payload.plan.title : event.data.action_id;
    case 'ping':
      return event.data.ts.toFixed();
    case 'message.completed':
    case 'message.cancelled':
      return event.data.content;
    case 'message.error':
      return event.data.code;
    default:
      return event satisfies never;
  }
}

export function readDelta(event: StreamEvent): string {
  // @ts-expect-error: the event is not narrowed yet
  return event.data.text;
}

export function readUnknown(value: unknown): string | null {
  if (accepts.Chat(value)) return value.name;
  if (!matchesContract.Usage(value)) return matchesContract.Usage.errors?.[0]?.keyword ?? null;
  holds<Equal<typeof value, Usage>>();
  return value.model;
}

export const answers: readonly RespondElicitationRequest[] = [
  { action_id: 'act_1', action: 'accept', content: { branch: 'Quayside' } },
  { action_id: 'act_1', action: 'decline' },
  // @ts-expect-error: an answer has content
  { action_id: 'act_1', action: 'accept' },
];

type Conflict = components['responses']['TurnConflict']['content']['application/json'];

export function readRunning(conflict: FailureWith<Conflict, 'api_v1_chat_busy'>): number {
  return conflict.data.message_id;
}
