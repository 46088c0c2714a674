import { RequestError } from '../http/request-error.ts';

/** How a provider declines that has not said anything yet. */
export function refusal(): RequestError {
  return new RequestError('the script lets the provider decline', {
    status: 400,
    openAiCode: 'content_filter',
  });
}

/** How a provider fails that has nothing to break off. */
export function outage(): RequestError {
  return new RequestError('the script lets the provider fail', { status: 500, type: 'server_error' });
}
