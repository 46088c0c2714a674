/**
 * What a reader expects of the union of events. The types of this package satisfy it, and the tests check the types
 * of each generator against it by replacing the module imported here.
 */
import type { StreamEvent } from '../../generated/types.d.ts';

type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

type EventName =
  | 'message.start'
  | 'message.delta'
  | 'message.step'
  | 'message.action_required'
  | 'ping'
  | 'message.completed'
  | 'message.cancelled'
  | 'message.error';

export const namesAreKnown: IsSame<StreamEvent['type'], EventName> = true;

export function describeEvent(event: StreamEvent): string {
  switch (event.type) {
    case 'message.start':
      return `${event.data.chat_id} ${event.data.message_id.toFixed()}`;
    case 'message.delta':
      return event.data.replace ? event.data.text : event.data.text.trimEnd();
    case 'message.step':
      return event.data.steps.map((step) => step.label).join();
    case 'message.action_required':
      return describeQuestion(event.data);
    case 'ping':
      return event.data.ts.toFixed(3);
    case 'message.completed':
    case 'message.cancelled':
      return event.data.content;
    case 'message.error':
      return `${event.data.code} ${event.data.details?.service ?? ''}`;
    default:
      return refuse(event);
  }
}

type Question = Extract<StreamEvent, { type: 'message.action_required' }>['data'];

function describeQuestion(question: Question): string {
  switch (question.kind) {
    case 'tool_approval':
      return question.payload.tools.map((tool) => tool.tool_use_id).join();
    case 'plan_approval':
      return question.payload.plan.title;
    case 'elicitation':
      return question.payload.message;
    case 'auth_required':
      return question.payload.resolution;
    default:
      return refuse(question);
  }
}

function refuse(left: never): never {
  throw new TypeError(`unknown: ${String(left)}`);
}

export function textOf(event: StreamEvent): string {
  // @ts-expect-error: until the event is known, its data has no text.
  return event.data.text;
}
