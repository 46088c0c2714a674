import { RequestError } from '../http/request-error.ts';

/** How a reply ends. `whole`: it is complete. The others are the ways in which a script makes a provider fail. */
export type Ending = 'whole' | 'outage' | 'refusal' | 'unreachable';

/** The provider is unreachable, so the connection closes without a response. */
export class Unreached extends Error {
  readonly code = 'unreached';
}

/** The finish reason of a complete reply. @param calls the number of tool calls in the reply */
export function finishOf(calls: number): 'stop' | 'tool_calls' {
  return calls > 0 ? 'tool_calls' : 'stop';
}

/** The response of a provider that declines before it has produced output. */
export function refusal(): RequestError {
  return new RequestError('the script makes the provider decline', {
    status: 400,
    openAiCode: 'content_filter',
  });
}

/** The response of a provider that fails before it has produced output. */
export function outage(): RequestError {
  return new RequestError('the script makes the provider fail', { status: 500, type: 'server_error' });
}
