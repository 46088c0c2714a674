import type { ScriptedFailure } from '../../../rig/script/act.ts';
import { ModelFailure, type ModelFailureFacts } from '../model.ts';

interface Row extends Omit<ModelFailureFacts, 'provider'> {
  /** Completes the sentence that begins with the provider's name. */
  readonly what: string;
}

const FAILURES: Readonly<Record<ScriptedFailure, Row>> = {
  outage: {
    what: 'broke off in the middle of the answer',
    serviceCode: 'provider_stream_failed',
    failureKind: 'stream_interrupted',
    dispatched: true,
    isOutage: true,
  },
  refusal: {
    what: 'declined to answer',
    serviceCode: 'provider_refused',
    failureKind: 'refused',
    dispatched: true,
    isOutage: false,
  },
  unreachable: {
    what: 'could not be reached',
    serviceCode: 'provider_unreachable',
    failureKind: 'unreachable',
    dispatched: false,
    isOutage: true,
  },
};

/**
 * The failure that a script asks for.
 *
 * @param hasBegun whether the provider has already produced output, which means that the request was dispatched
 */
export function failAs(kind: ScriptedFailure, provider: string, hasBegun: boolean): ModelFailure {
  const { what, ...facts } = FAILURES[kind];
  return new ModelFailure(`The model provider ${provider} ${what}.`, {
    ...facts,
    provider,
    dispatched: facts.dispatched || hasBegun,
  });
}
