/** A further requirement that a wrong value violates, and the reason why the judge is right to report it. */
export interface Companion {
  /** The id of the shape breakage that makes the value wrong. */
  readonly breakage: string;
  readonly also: string;
  readonly reason: string;
}

/** All companions. The judge must report no other additional requirement. */
export const COMPANIONS: readonly Companion[] = [
  {
    breakage: 'events.start.chat-id/format',
    also: 'events.start.chat-id-of-path',
    reason: 'A value that is not a UUID is not the chat of the path either.',
  },
  {
    breakage: 'messages.chat-id.uuid/format',
    also: 'messages.chat-id.equals-start',
    reason: 'A value that is not a UUID is not the chat of message.start either.',
  },
  {
    breakage: 'messages.id.integer/type',
    also: 'messages.id.equals-start',
    reason: 'A fraction is not the id of message.start either.',
  },
  {
    breakage: 'messages.status.enum/value',
    also: 'stream.terminal.status-fits',
    reason: 'An unknown status does not fit the event either.',
  },
  {
    breakage: 'usage.total-tokens.integer/type',
    also: 'usage.total.covers-conductor',
    reason: 'A small fraction is less than the parts of the total.',
  },
];
