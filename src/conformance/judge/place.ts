/** A place at which a requirement holds, as reports name it: an operation, an event, or a check. */
export type Place = string;

/** The place of an answer: its operation, and whether it is a failure or the replay of an earlier send. */
export function placeOfAnswer(
  operationId: string,
  { isFailure = false, isReplay = false }: { readonly isFailure?: boolean; readonly isReplay?: boolean } = {},
): Place {
  return `${operationId}${isFailure ? ' (failure)' : isReplay ? ' (replay)' : ''}`;
}

/** The place of an event: its name, and whether its stream is the replay of an earlier send. */
export function placeOfEvent(name: string, isReplay = false): Place {
  return isReplay ? `${name} (replay)` : name;
}
