import type {
  ActionResult,
  AuthRequired,
  ElicitationRequired,
  PlanApprovalRequired,
  StreamEvent,
  ToolApprovalRequired,
} from '../../generated/types.js';

/** An event whose name the contract does not know. `data` is what its JSON says, or its text where that is none. */
export interface UnknownEvent {
  readonly type: string;
  readonly data: unknown;
}

type ActionRequiredEvent<Data extends { kind: string }> = {
  readonly type: 'message.action_required';
  /** The `kind` of `data` once more, so that comparing it narrows the event and its helpers. */
  readonly kind: Data['kind'];
  readonly data: Data;
};

/** The turn wants to run tools, and waits for 110 seconds. */
export interface ToolApprovalEvent extends ActionRequiredEvent<ToolApprovalRequired> {
  /** Lets the calls with these `tool_use_id`s run and skips the others; without any, lets all run. */
  approve(...toolUseIds: string[]): Promise<ActionResult>;
  /** Skips them all. */
  decline(): Promise<ActionResult>;
}

/** The turn shows what it is about to do, and waits for 110 seconds. */
export interface PlanApprovalEvent extends ActionRequiredEvent<PlanApprovalRequired> {
  approve(): Promise<ActionResult>;
  reject(): Promise<ActionResult>;
}

/** A connector asks a question, and waits for 110 seconds. */
export interface ElicitationEvent extends ActionRequiredEvent<ElicitationRequired> {
  /** Answers with a flat object that `data.payload.requested_schema` describes. */
  accept(content: Record<string, unknown>): Promise<ActionResult>;
  /** Refuses to answer. */
  decline(): Promise<ActionResult>;
  /** Aborts the question, not the turn. */
  cancel(): Promise<ActionResult>;
}

/** A tool needs a connector that nobody connected. A person can do that in the application, while the turn waits. */
export interface AuthRequiredEvent extends ActionRequiredEvent<AuthRequired> {
  /** Goes on without that tool. */
  cancel(): Promise<ActionResult>;
}

export type ActionEvent = ToolApprovalEvent | PlanApprovalEvent | ElicitationEvent | AuthRequiredEvent;

/** New text. `synthetic` tells that the client made it, to bring what was told so far in line with the outcome. */
export type DeltaEvent = Extract<StreamEvent, { type: 'message.delta' }> & { readonly synthetic?: true };

/** An event of the contract, as the client yields it. */
export type TurnEvent =
  | Exclude<StreamEvent, { type: 'message.action_required' | 'message.delta' }>
  | DeltaEvent
  | ActionEvent;
