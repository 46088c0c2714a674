/**
 * Thrown when the target sends a value whose shape the contract does not allow, which the judge reports. A check can neither compare nor
 * send such a value, so a check that needs it is incomplete.
 */
export class UnusableValue extends Error {
  readonly code = 'unusable-value';

  /** @param what the value, as in "message_id of message.start" */
  constructor(what: string) {
    super(`the target did not send a usable ${what}`);
    this.name = 'UnusableValue';
  }
}
