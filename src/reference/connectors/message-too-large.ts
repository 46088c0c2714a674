import { BOUNDS } from './bounds.ts';

/** A connector sent more at once than is read of it. */
export class MessageTooLarge extends Error {
  readonly code = 'message-too-large';

  constructor() {
    super(`The message has more than ${BOUNDS.messageSize} bytes.`);
  }
}
