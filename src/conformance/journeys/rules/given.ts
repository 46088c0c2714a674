import { isObject, isSameJson } from '../../judge/json.ts';
import { isSend } from './keys.ts';
import { rule } from './rule.ts';

const ROWS = { content: 'messages.prompt.as-sent', metadata: 'messages.metadata.echoed' } as const;

/** What is sent is what was given: the content to the last character, and the metadata with the types of its values. */
export const sentAsGiven = rule(Object.values(ROWS), ({ seen, journey: { body } }) =>
  seen.filter(isSend).flatMap((send) => {
    const { sent } = send;
    if (!body || !isObject(sent)) return [];
    const row = (member: 'content' | 'metadata', isMet: boolean) => ({
      row: ROWS[member],
      isMet,
      at: send,
      expected: `the ${member} that was given`,
      actual: `another ${member}`,
    });
    return [
      row('content', body.content === sent.content),
      ...(body.metadata === undefined
        ? []
        : [row('metadata', isSameJson(rounded(body.metadata), rounded(sent.metadata)))]),
    ];
  }),
);

/** The value as JavaScript reads it, which has no integers above 2^53. Only what a driver tells shows whether its client has them. */
function rounded(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? Number(member) : member)) ??
      'null',
  );
}
