/** A row of spec/errors.yaml, which generated/errors.json repeats; the head of that file explains the members. */
export interface ErrorRow {
  readonly id: string;
  readonly requirement: string;
  readonly channel: 'http' | 'event';
  readonly status?: number;
  readonly message_code: string;
  readonly data_code?: string;
  readonly operations: readonly string[];
  readonly decided?: Readonly<Record<string, readonly string[]>>;
  readonly condition: string;
  /** What only a reader of the contract has to know. */
  readonly note?: string;
  readonly retry: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly retryAction?: string;
  readonly resend?: string;
  readonly responses?: readonly string[];
  readonly example: string;
  readonly openPoints: readonly string[];
}
