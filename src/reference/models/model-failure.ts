/** How a provider failed, in the words of ErrorDetails. */
export interface ModelFailureFacts {
  /** The provider that failed last. */
  readonly provider: string;
  /** For example `provider_stream_failed`. */
  readonly serviceCode: string;
  /** For example `stream_interrupted`, `timeout`, `refused`, `unreachable`. */
  readonly failureKind: string;
  /** False when the request surely never reached a provider, so that nothing can have happened. */
  readonly dispatched: boolean;
  /** False when the provider works and declined, which is no outage and has no details. */
  readonly isOutage: boolean;
}

/** No provider gave a whole reply. */
export class ModelFailure extends Error {
  readonly code = 'model-failure';
  readonly facts: ModelFailureFacts;

  constructor(message: string, facts: ModelFailureFacts, options?: ErrorOptions) {
    super(message, options);
    this.facts = facts;
  }
}
