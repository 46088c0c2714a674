import type { ScriptedFailure } from '../../../rig/script/act.ts';
import { ModelFailure, type ModelFailureFacts } from '../model-failure.ts';

interface Row extends Omit<ModelFailureFacts, 'provider'> {
  readonly said: string;
}

const FAILURES: Readonly<Record<ScriptedFailure, Row>> = {
  outage: {
    said: 'broke off in the middle of the answer',
    serviceCode: 'provider_stream_failed',
    failureKind: 'stream_interrupted',
    dispatched: true,
    isOutage: true,
  },
  refusal: {
    said: 'declined to answer',
    serviceCode: 'provider_refused',
    failureKind: 'refused',
    dispatched: true,
    isOutage: false,
  },
  unreachable: {
    said: 'could not be reached',
    serviceCode: 'provider_unreachable',
    failureKind: 'unreachable',
    dispatched: false,
    isOutage: true,
  },
};

/** The failure that a script asks for. @param hasBegun whether the provider had said something, and so was reached */
export function failAs(kind: ScriptedFailure, provider: string, hasBegun: boolean): ModelFailure {
  const { said, ...facts } = FAILURES[kind];
  return new ModelFailure(`The model provider ${provider} ${said}.`, {
    ...facts,
    provider,
    dispatched: facts.dispatched || hasBegun,
  });
}
