import type { OperationId } from '../../reference/http/operation.ts';

/** A place where the service shows a value: the same member of the same message in the same situation. */
export interface Place {
  readonly operation: OperationId;
  /** The situation: `replay`, `later-page+used` or, for a failure, `409,api_v1_chat_busy`. */
  readonly channel: string;
  /** The event that carries the value; absent for a JSON body. */
  readonly event?: string;
  /** The members that lead to the value, such as `data[].name`; `[]` stands for every item. Empty for the whole body or event. */
  readonly pointer: string;
}

/** Formats a place as the middle part of an alteration's id: `listChats@later-page:data[].name`. */
export function formatPlace({ operation, channel, event, pointer }: Place): string {
  return `${operation}@${channel}:${event === undefined ? '' : `${event}!`}${pointer}`;
}
