/**
 * The number of an event for people, who count from 1. Findings, timelines and JSON have its index, which counts from 0. Everything that
 * people read takes the number from here, so that two pages never disagree about which event is meant.
 */
export function numberOf(index: number): number {
  return index + 1;
}

/** Names an event for people: `event 11 (message.completed)`, or `event 11` if its type is unknown. */
export function nameEvent({ index, type = '' }: { readonly index: number; readonly type?: string }): string {
  return type === '' ? `event ${numberOf(index)}` : `event ${numberOf(index)} (${type})`;
}
