import { isObject } from '../../generate/spec.ts';
import { type Context, follow, type Location, type Rule } from '../rule.ts';

/**
 * Every request body and response has an example for each media type. The `default` response needs none, since it covers
 * failures that the contract does not describe.
 */
export const examplesPresent: Rule = () => ({
  Operation({ requestBody, responses }, context) {
    if (requestBody !== undefined) {
      checkContent(
        follow(requestBody, context),
        'The request',
        context,
        context.location.child(['requestBody']),
      );
    }
    for (const [status, response] of Object.entries(isObject(responses) ? responses : {})) {
      if (status === 'default') continue;
      const place = context.location.child(['responses', status]);
      checkContent(follow(response, context), `The response ${status}`, context, place);
    }
  },
  Message({ examples }, { report, location }) {
    if (!Array.isArray(examples) || examples.length === 0) {
      report({ message: 'The message has no example.', location: location.key() });
    }
  },
});

function checkContent(holder: unknown, name: string, { report }: Context, location: Location): void {
  const content = isObject(holder) && isObject(holder.content) ? holder.content : {};
  const mediaTypes = Object.entries(content);
  if (mediaTypes.length === 0) report({ message: `${name} has no content.`, location });
  for (const [mediaType, { examples }] of mediaTypes as [string, { examples?: unknown }][]) {
    if (isObject(examples) && Object.keys(examples).length > 0) continue;
    report({ message: `${name} has no example of ${mediaType}.`, location });
  }
}
