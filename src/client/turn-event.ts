import type {
  ActionResult,
  AuthRequired,
  ElicitationRequired,
  MessageCancelledEvent,
  MessageCompletedEvent,
  MessageDeltaEvent,
  MessageErrorEvent,
  MessageStartEvent,
  MessageStepEvent,
  PingEvent,
  PlanApprovalRequired,
  ToolApprovalRequired,
} from '../../generated/types.js';

/** An event whose name is not in the contract. */
export interface UnknownEvent {
  /** The name of the event. */
  readonly type: string;
  /** The parsed JSON, or the text when it is not JSON. */
  readonly data: unknown;
}

/** The members that all interactions have. */
interface InteractionEvent<Data extends { kind: string }> {
  /** The event's name. */
  readonly type: 'message.action_required';
  /** Equal to `data.kind`. Comparing it narrows the event to the methods that answer it. */
  readonly kind: Data['kind'];
  /** What the turn asks for. The methods of this event answer it. */
  readonly data: Data;
}

/** The turn asks for approval to run tools. It waits 110 seconds for an answer. */
export interface ToolApprovalEvent extends InteractionEvent<ToolApprovalRequired> {
  /**
   * Approves the tool calls with these `tool_use_id`s and declines all others. Without arguments it approves all.
   * @throws TypeError for an id that is not in the payload.
   */
  approve(...toolUseIds: string[]): Promise<ActionResult>;
  /** Declines all tool calls. */
  decline(): Promise<ActionResult>;
}

/** The turn asks for approval of its plan. It waits 110 seconds for an answer. */
export interface PlanApprovalEvent extends InteractionEvent<PlanApprovalRequired> {
  /** Approves the plan. */
  approve(): Promise<ActionResult>;
  /** Rejects the plan. */
  reject(): Promise<ActionResult>;
}

/** A connector asks the user a question. The turn waits 110 seconds for an answer. */
export interface ElicitationEvent extends InteractionEvent<ElicitationRequired> {
  /** Answers the question with a flat object that matches `data.payload.requested_schema`. */
  accept(content: Record<string, unknown>): Promise<ActionResult>;
  /** Declines to answer. */
  decline(): Promise<ActionResult>;
  /** Cancels the question. The contract does not say how the turn goes on. */
  cancel(): Promise<ActionResult>;
}

/** A tool needs a connector that the user has not connected. The user can connect it in the application while the turn waits. */
export interface AuthRequiredEvent extends InteractionEvent<AuthRequired> {
  /** Lets the turn go on without the tool. */
  cancel(): Promise<ActionResult>;
}

/** An interaction that the turn waits for. Compare `kind` to narrow it. */
export type ActionEvent = ToolApprovalEvent | PlanApprovalEvent | ElicitationEvent | AuthRequiredEvent;

/** New text of the answer; with `data.replace`, its whole text so far. */
export interface DeltaEvent extends MessageDeltaEvent {
  /**
   * Marks a delta that the client made itself because the deltas did not add up to the text of the outcome, for example after a lost
   * connection.
   */
  readonly synthetic?: true;
}

/** An event of a turn, as the client yields it. Compare `type` to narrow it. */
export type TurnEvent =
  | MessageStartEvent
  | DeltaEvent
  | MessageStepEvent
  | ActionEvent
  | PingEvent
  | MessageCompletedEvent
  | MessageCancelledEvent
  | MessageErrorEvent;
