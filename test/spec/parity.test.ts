import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as parity from '../../scripts/parity/index.ts';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { CHECKS } from '../../src/conformance/suite/index.ts';

const files = parity.readFiles(repositoryRoot);
const checked = CHECKS.flatMap(({ requirements }) => requirements);
const sources = new parity.Sources(files, checked);

const rules: Readonly<Record<string, parity.Parity>> = {
  'failures of operations and errors.yaml': parity.operationFailures,
  'rows of errors.yaml and the ids in them': parity.errorRows,
  'codes in prose and errors.yaml': parity.knownCodes,
  'messages of the AsyncAPI document and StreamEvent': parity.events,
  'schemas of both documents': ({ openapi, asyncapi }) => parity.sharedSchemas(openapi, asyncapi),
  'required scopes and the security scheme': parity.scopes,
  'marked decisions and open points': parity.decisions,
  'examples and the operations that show them': parity.trueExamples,
  'open points and the places that they bear on': parity.openPointPlaces,
  'mentioned ids and the registry': parity.mentionedIds,
  'ids in the judge and the registry': parity.judgedRowsExist,
  'rows of the registry and their verification': parity.verifiedRows,
  'names of components, files and types': parity.names,
  'texts of the registry and one sentence': parity.oneSentence,
  'facts that rows decide and their texts': parity.decidedFacts,
  'facts of the documents and the rows that decide them': parity.undecidedFacts,
};

describe('these agree:', () => {
  it.each(Object.entries(rules))('%s', (_, rule) => {
    expect(rule(sources)).toEqual([]);
  });

  it.each(['openapi', 'asyncapi'])('generated/%s in JSON and in YAML', (name) => {
    const read = (extension: string) =>
      readFileSync(`${repositoryRoot}/generated/${name}.${extension}`, 'utf8');
    expect(parse(read('yaml'))).toEqual(JSON.parse(read('json')));
  });
});

/** By file, what each rule says of a defect: [rule, text to replace, replacement, expected message]. Without a text to replace, the file is added. */
const defects: Readonly<
  Record<string, readonly (readonly [rule: parity.Parity, from: string, to: string, said: string])[]>
> = {
  'spec/openapi/paths/skills.yaml': [
    [
      parity.operationFailures,
      '    "422":\n      $ref: ../responses/SkillInstructionsInvalid.yaml\n',
      '',
      'createSkill lacks the status 422 of errors.yaml references-invalid',
    ],
  ],
  'spec/openapi/paths/catalog.yaml': [
    [
      parity.trueExamples,
      'ChatReadNeeded',
      'ChatWriteNeeded',
      'getCatalog 403 shows scope-not-allowed-chat-write, which lacks chat:write, a scope it does not need',
    ],
    [
      parity.operationFailures,
      '    "403":',
      '    "404":\n      $ref: ../responses/NotFound.yaml\n    "403":',
      'getCatalog documents 404, for which errors.yaml has no row',
    ],
    [
      parity.knownCodes,
      '  description: ',
      '  description: api_v1_catalog_gone. ',
      'spec/openapi/paths/catalog.yaml names api_v1_catalog_gone, which errors.yaml does not have',
    ],
    [
      parity.scopes,
      'x-required-scopes: [chat:read]',
      'x-required-scopes: [catalog:read]',
      'getCatalog requires catalog:read, which the security scheme does not describe',
    ],
  ],
  'spec/openapi/paths/chat.yaml': [
    [
      parity.trueExamples,
      'ChatResponse/holiday-hours-read.json',
      'ChatResponse/holiday-hours.json',
      'getChat shows holiday-hours-read, a success of createChat',
    ],
  ],
  'spec/requirements/open-points.yaml': [
    [
      parity.openPointPlaces,
      'bearsOn: [listChats]',
      'bearsOn: [listPets]',
      'A-24 bears on listPets, which is no operation and no event',
    ],
  ],
  'spec/schemas/Chat.yaml': [
    [parity.names, 'title: Chat', 'title: Conversation', 'spec/schemas/Chat.yaml has another title'],
  ],
  'spec/openapi/paths/messages-stream.yaml': [
    [
      parity.operationFailures,
      'responses/TurnConflict.yaml',
      'responses/InteractionConflict.yaml',
      'streamMessage answers 409 with InteractionConflict; errors.yaml idempotency-conflict names',
    ],
  ],
  'spec/openapi/responses/TurnConflict.yaml': [
    [
      parity.operationFailures,
      '    chat-busy:',
      '    chat-occupied:',
      'streamMessage 409 lacks the example chat-busy of errors.yaml chat-busy',
    ],
    [
      parity.operationFailures,
      '    chat-busy:',
      '    chat-occupied:',
      'streamMessage 409 shows chat-occupied, which errors.yaml does not have for it',
    ],
  ],
  'spec/errors.yaml': [
    [
      parity.operationFailures,
      'message_code: api_v1_chat_busy',
      'message_code: api_v1_chat_occupied',
      'sendMessage 409 shows chat-busy with other codes than errors.yaml chat-busy: api_v1_chat_busy',
    ],
    [
      parity.operationFailures,
      '  operations: [createSkill, updateSkill]\n  condition: The instructions have',
      '  operations: [createSkill]\n  condition: The instructions have',
      'updateSkill 422 shows instructions-too-long, which errors.yaml does not have for it',
    ],
    [
      parity.errorRows,
      'requirement: errors.chat-busy.answer',
      'requirement: errors.chat-occupied.answer',
      'errors.yaml chat-busy: there is no requirement errors.chat-occupied.answer',
    ],
    [
      parity.errorRows,
      '  operations: [createSkill]\n',
      '  operations: [createSkill, makeSkill]\n',
      'errors.yaml creation-denied: there is no operation makeSkill',
    ],
    [
      parity.errorRows,
      'openPoints: [A-49, A-129]',
      'openPoints: [A-49, A-929]',
      'errors.yaml creation-denied: there is no open point A-929',
    ],
    [
      parity.errorRows,
      '  example: creation-denied',
      '  example: creation-refused',
      'errors.yaml creation-denied: FailureResponse/creation-refused.json has another message_code',
    ],
  ],
  'spec/examples/FailureResponse/chat-busy.json': [
    [
      parity.errorRows,
      'api_v1_chat_busy',
      'api_v1_not_found',
      'errors.yaml chat-busy: FailureResponse/chat-busy.json has another message_code',
    ],
    [
      parity.errorRows,
      'message_id',
      'id',
      'errors.yaml chat-busy: FailureResponse/chat-busy.json has no data.message_id',
    ],
  ],
  'spec/examples/MessageError/outcome-unknown.json': [
    [
      parity.errorRows,
      '"outcome_unknown"',
      '"unknown"',
      'errors.yaml event-outcome-unknown: MessageError/outcome-unknown.json has another code',
    ],
  ],
  'spec/schemas/MessageError.yaml': [
    [
      parity.knownCodes,
      '`outcome_unknown`',
      '`something_else`',
      'spec/schemas/MessageError.yaml does not name outcome_unknown',
    ],
  ],
  'spec/asyncapi/asyncapi.yaml': [
    [
      parity.knownCodes,
      '    | `outcome_unknown`',
      '    | `unknown`',
      'spec/asyncapi/asyncapi.yaml does not name outcome_unknown',
    ],
    [
      parity.events,
      '      - $ref: "#/channels/turnStream/messages/ping"\n',
      '',
      'operation sendTurnEvents of the AsyncAPI document lacks ping',
    ],
    [
      parity.scopes,
      'x-required-scopes: [chat:write]',
      'x-required-scopes: [chat:read]',
      'sendTurnEvents of the AsyncAPI document requires other scopes than streamMessage',
    ],
  ],
  'spec/schemas/StreamEvent.yaml': [
    [parity.events, './Ping.yaml', './Usage.yaml', 'StreamEvent lacks ping with Ping'],
  ],
  'spec/schemas/Step.yaml': [
    [
      parity.decisions,
      'x-decision: A-92',
      'x-decision: A-992',
      'spec/schemas/Step.yaml#/properties/key/x-decision names A-992, which is no open point',
    ],
  ],
  'spec/openapi/paths/chats.yaml': [
    [
      parity.decisions,
      'x-decision: A-27',
      'x-decision: A-927',
      'spec/openapi/paths/chats.yaml#/post/requestBody/x-decision names A-927, which is no open point',
    ],
  ],
  'spec/requirements/stream.yaml': [
    [
      parity.mentionedIds,
      'S6-03',
      'S6-993',
      'spec/requirements/stream.yaml mentions S6-993, which is no statement',
    ],
    [
      parity.oneSentence,
      '  text: Every stream that was opened carries message.start.\n',
      '  text: Every stream that was opened carries message.start.\n    Each stream has a start.\n',
      'the text of stream.start.always is not one sentence: Every stream that was opened carries message.start. Each stream has a start.',
    ],
    [
      parity.oneSentence,
      '  text: Every stream that was opened carries message.start.\n',
      '  text: Every stream that was opened carries message.start\n',
      'the text of stream.start.always is not one sentence: Every stream that was opened carries message.start',
    ],
  ],
  'docs/open-points.md': [
    [parity.mentionedIds, 'A-14', 'A-914', 'docs/open-points.md mentions A-914, which is no open point'],
  ],
  'src/conformance/judge/rules/start.ts': [
    [
      parity.judgedRowsExist,
      "'stream.start.first'",
      "'stream.start.early'",
      'src/conformance/judge/rules/start.ts reports on stream.start.early, which is no row of the registry',
    ],
    [
      parity.verifiedRows,
      "'stream.start.first'",
      "''",
      'nothing verifies stream.start.first, and test/spec/awaiting-checks.txt does not list it',
    ],
  ],
  'test/spec/awaiting-checks.txt': [
    [
      parity.verifiedRows,
      '\n',
      '\nstream.start.first\n',
      'stream.start.first is verified now; take it out of test/spec/awaiting-checks.txt',
    ],
    [
      parity.verifiedRows,
      '\n',
      '\nstream.start.early\n',
      'test/spec/awaiting-checks.txt names stream.start.early, which is no row',
    ],
  ],
  'spec/openapi/openapi.yaml': [
    [
      parity.names,
      'Ping:\n      $ref: ../schemas/Ping.yaml',
      'Pong:\n      $ref: ../schemas/Ping.yaml',
      'openapi.yaml lists Pong with a file of another name',
    ],
    [
      parity.names,
      '    Ping:\n      $ref: ../schemas/Ping.yaml\n',
      '',
      'openapi.yaml does not list Ping of spec/schemas',
    ],
  ],
  'spec/examples/Pong/silence.json': [
    [parity.names, '', '{}', 'spec/examples/Pong/silence.json is in a folder that is not named after a type'],
  ],
  'spec/schemas/pong.yaml': [
    [parity.names, '', 'title: Pong', 'spec/schemas/pong.yaml is not in PascalCase'],
  ],
  'spec/requirements/skills.yaml': [
    [
      parity.decidedFacts,
      'heard: [updateSkill.icon]',
      'heard: [updateSkill.description]',
      'skills.update.icon decides heard of updateSkill.description, but names neither',
    ],
  ],
  'spec/requirements/turns.yaml': [
    [
      parity.decidedFacts,
      'needs: ["credential:no_scope:libraries:read", "resource:file"]',
      'needs: ["credential:no_scope:agents:use", "resource:file"]',
      'turns.attachments.file-scope decides scope of *.attachments.file_ids, but names neither',
    ],
    [
      parity.undecidedFacts,
      '  decides: { scope: ["*.attachments.file_ids"] }\n',
      '',
      'no row decides scope of sendMessage.attachments.file_ids',
    ],
  ],
  'spec/requirements/chats.yaml': [
    [
      parity.decidedFacts,
      'scope: [getChat]',
      'scope: [updateChat]',
      'chats.get.scope decides scope of updateChat, but names neither',
    ],
    [
      parity.undecidedFacts,
      '  decides: { scope: [getChat] }\n',
      '  unverifiable: Nothing.\n',
      'no row decides scope of getChat',
    ],
    [
      parity.undecidedFacts,
      'decides: { limit: [createChat.name] }',
      'decides: { taken: [createChat.name] }',
      'no row decides most of createChat.name',
    ],
  ],
};

describe('parity', () => {
  it.each(
    Object.entries(defects).flatMap(([file, rows]) =>
      rows.map(([rule, from, to, said]) => ({ name: rule.name, said, file, rule, from, to })),
    ),
  )('$name says: $said', ({ said, file, rule, from, to }) => {
    const text = files.get(file) ?? '';
    expect(text).toContain(from);
    const broken = new Map([...files, [file, from === '' ? to : text.replaceAll(from, to)]]);

    const faults = rule(new parity.Sources(broken, [], sources));

    expect(faults.find((fault) => fault.startsWith(said))).toBeDefined();
  });

  it('sharedSchemas names a schema that differs between the bundles', () => {
    const other = structuredClone(sources.asyncapi) as {
      components: { schemas: { Ping: { title: string } } };
    };
    other.components.schemas.Ping.title = 'Pong';
    expect(parity.sharedSchemas(sources.openapi, other)).toEqual(['Ping differs between the bundles']);
  });

  it('sharedSchemas names a schema that only one bundle contains', () => {
    const other = structuredClone(sources.asyncapi) as { components: { schemas: Record<string, object> } };
    other.components.schemas.Pong = {};
    expect(parity.sharedSchemas(sources.openapi, other)).toEqual(['Pong is in the AsyncAPI bundle alone']);
  });
});
