/** A requirement that a wrong value violates besides the one that it was made for, and why that is no false blame. */
export interface Companion {
  /** The requirement and the way, as a shape breakage has them in its id. */
  readonly breakage: string;
  readonly also: string;
  readonly reason: string;
}

/** All there are. Everything else that the judge would find besides is a false blame. */
export const COMPANIONS: readonly Companion[] = [
  {
    breakage: 'events.start.chat-id/format',
    also: 'events.start.chat-id-of-path',
    reason: 'What is no UUID is not the chat of the path either.',
  },
  {
    breakage: 'messages.chat-id.uuid/format',
    also: 'messages.chat-id.equals-start',
    reason: 'What is no UUID is not the chat of message.start either.',
  },
  {
    breakage: 'messages.id.integer/type',
    also: 'messages.id.equals-start',
    reason: 'A fraction is not the id of message.start either.',
  },
  {
    breakage: 'messages.status.enum/value',
    also: 'stream.terminal.status-fits',
    reason: 'A status that nobody knows is not the one of the event either.',
  },
  {
    breakage: 'usage.total-tokens.integer/type',
    also: 'usage.total.covers-conductor',
    reason: 'A small fraction is less than the parts of the total.',
  },
];
