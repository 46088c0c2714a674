import { describe } from '../../judge/excerpt.ts';
import { isObject, isSameJson, type JsonObject, objectsIn } from '../../judge/json.ts';
import type { Answers } from '../task.ts';
import { isSend } from './keys.ts';
import { rule } from './rule.ts';

/** Every request has the token that was given. The name of the scheme has no case. */
export const tokenAsGiven = rule(['credentials.token.required'], ({ seen, token }) =>
  seen.flatMap((request) => {
    if (request.operation === undefined) return [];
    const { authorization } = request.exchange.request.headers;
    return {
      row: 'credentials.token.required' as const,
      isMet: authorization?.replace(/^bearer +/i, 'Bearer ') === `Bearer ${token}`,
      at: request,
      expected: 'a header Authorization: Bearer, with the token that was given',
      actual: authorization === undefined ? 'no header Authorization' : 'a header with another value',
    };
  }),
);

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

const ATTACHED = {
  workspace_ids: 'turns.attachments.workspace-ids',
  mcp_server_ids: 'turns.attachments.connector-ids',
  agent_ids: 'turns.attachments.agent-ids',
} as const;

/** A turn is first sent in the mode and with the attachments that were given, in any order. What failed may be sent otherwise. */
export const turnAsGiven = rule(
  ['turns.stream.default-manual', ...Object.values(ATTACHED)],
  ({ seen, journey: { body } }) => {
    const first = seen.find(isSend);
    if (!body || !first || !isObject(first.sent)) return [];
    const { sent, operation } = first;
    const modeOf = ({ permission_mode: mode }: JsonObject) => mode ?? 'manual';
    const sorted = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value);
    const attachedTo = ({ attachments }: JsonObject) => (isObject(attachments) ? attachments : {});
    const parts = [
      // The blocking send has one mode only, and refuses the other one.
      ...(operation === 'streamMessage'
        ? [['turns.stream.default-manual', modeOf(body), modeOf(sent)] as const]
        : []),
      ...Object.entries(ATTACHED).flatMap(([name, row]) => {
        const given = attachedTo(body)[name];
        return given === undefined ? [] : [[row, given, attachedTo(sent)[name]] as const];
      }),
    ];
    return parts.map(([row, given, actual]) => ({
      row,
      isMet: isSameJson(sorted(given), sorted(actual)),
      at: first,
      expected: `${describe(given)}, as it was given`,
      actual: describe(actual),
    }));
  },
);

/** The value as JavaScript reads it, which has no integers above 2^53. Only what a driver tells shows whether its client has them. */
function rounded(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? Number(member) : member)) ??
      'null',
  );
}

/** What the requests that answer a question say, and what they should say. */
const SAID = [
  {
    operation: 'approveTool',
    row: 'interactions.approve-tool.approved',
    said: ({ decisions }) => [...new Set(objectsIn(decisions).map(({ approved }) => approved))],
    given: ({ tool_approval: answer }) => answer && [answer === 'approve'],
  },
  {
    operation: 'respondPlan',
    row: 'interactions.respond-plan.action',
    said: ({ action }) => action,
    given: ({ plan_approval: answer }) => answer,
  },
  {
    operation: 'respondElicitation',
    row: 'interactions.respond-elicitation.action',
    said: ({ action }) => action,
    given: ({ elicitation }) => elicitation?.action,
  },
  {
    operation: 'respondElicitation',
    row: 'interactions.respond-elicitation.content',
    said: ({ content }) => content,
    given: ({ elicitation }, { action }) => (action === 'accept' ? elicitation?.content : undefined),
  },
] as const satisfies readonly {
  operation: string;
  row: string;
  said: (sent: JsonObject) => unknown;
  /** Undefined if the driver got no answer for such a question. */
  given: (answers: Answers, sent: JsonObject) => unknown;
}[];

/** A question gets the answer that was given for its kind. */
export const answeredAsGiven = rule(
  SAID.map(({ row }) => row),
  ({ seen, journey: { answers } }) =>
    seen.flatMap((request) => {
      const { sent, operation } = request;
      if (!answers || !isObject(sent)) return [];
      return SAID.filter((each) => each.operation === operation).flatMap(({ row, said, given }) => {
        const expected = given(answers, sent);
        if (expected === undefined) return [];
        const actual = said(sent);
        return {
          row,
          isMet: isSameJson(expected, actual),
          at: request,
          expected: `${describe(expected)}, as the driver was asked to answer`,
          actual: describe(actual),
        };
      });
    }),
);
