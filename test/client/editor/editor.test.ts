import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Editor, openEditor } from './editor.ts';
import { type InstalledTypes, installTypes } from './installed-types.ts';

const entries = [
  'conversation-api',
  'conversation-api/relay',
  'conversation-api/relay/fetch',
  'conversation-api/relay/express',
  'conversation-api/relay/fastify',
  'conversation-api/follow',
  'conversation-api/log',
  'conversation-api/events',
  'conversation-api/types',
];

const program = `import { ConversationApiError, createClient } from 'conversation-api';
import { WAITING, follow } from 'conversation-api/follow';

const ‹client› = createClient({ baseUrl: 'http://localhost:4010', token: 'token' });
const ‹turns› = client.turns;
const ‹chat› = await client.chats.‹get›('id');
const ‹page› = await client.chats.list({ is_favorite: true });
for await (const ‹listed› of client.turns.list('id')) listed.prompt;
const ‹pending› = client.turns.send('id', { content: 'Hello' });
const ‹turn› = await pending;
const ‹answer› = await client.chats.get('id').withResponse();
const ‹catalog› = await client.catalog.get();
const stream = client.turns.‹stream›('id', { content: 'Hello', permission_mode: 'manual' });
let state = WAITING;
for await (const ‹event› of stream) {
  const ‹next› = follow(state, event);
  state = next;
  if (event.type === 'message.completed') {
    const ‹completed› = event;
    const ‹message› = event.data;
  }
  if (event.type === 'message.delta') { const ‹delta› = event; }
  if (event.type === 'message.error') event.data.‹code›;
  if (event.type === 'message.step') for (const ‹step› of event.data.steps) step.‹key›;
  if (event.type === 'message.action_required' && event.kind === 'tool_approval') { const ‹approval› = event; }
}
const ‹outcome› = await stream.final();
try {
} catch (error) {
  if (error instanceof ConversationApiError) {
    const ‹failure› = error;
    if (error.kind === 'chat-busy') {
      const ‹busy› = error.data;
      error.‹messageCode›;
    }
  }
}
`;

describe('an editor with the types of the package', () => {
  let types: InstalledTypes;
  let editor: Editor;
  /** Members of the types that each entry exports. */
  let members: ReadonlyMap<string, readonly Member[]>;

  beforeAll(() => {
    types = installTypes();
    editor = openEditor(types.folder, program);
    const imports = entries.map((entry, index) => `import type * as entry${index} from '${entry}';`);
    const { checker, exportsOf } = openEditor(types.folder, imports.join('\n'));
    members = new Map(
      entries.map((entry) => [entry, exportsOf(entry).flatMap((type) => ownMembersOf(type, checker))]),
    );
  });

  afterAll(() => types?.remove());

  it('finds no problem in a program that uses all entries', () => {
    expect(editor.problems).toEqual([]);
  });

  it.each([
    ['client', 'const client: Client'],
    ['turns', 'const turns: Turns'],
    ['chat', 'const chat: Chat'],
    [
      'get',
      '(method) ChatsMethods<CallOptions>.get(chatId: string, options?: CallOptions | undefined): ApiCall<Chat>',
    ],
    ['page', 'const page: ReadyPage<ChatListResponse>'],
    ['listed', 'const listed: ListedMessage'],
    ['pending', 'const pending: TurnPromise'],
    ['turn', 'const turn: TurnMessage'],
    ['answer', 'const answer: WithResponse<Chat>'],
    ['catalog', 'const catalog: Catalog'],
    [
      'stream',
      '(method) Turns.stream(chatId: string, body: SendTurnRequest, options?: StreamOptions): TurnStream',
    ],
    ['event', 'const event: TurnEvent'],
    ['next', 'const next: TurnState'],
    ['completed', 'const completed: MessageCompletedEvent'],
    ['message', 'const message: MessageCompleted'],
    ['delta', 'const delta: DeltaEvent'],
    ['code', '(property) MessageError.code: ErrorCode'],
    ['step', 'const step: Step'],
    ['key', '(property) Step.key: StepKey'],
    ['approval', 'const approval: ToolApprovalEvent'],
    ['outcome', 'const outcome: TurnOutcome'],
    ['failure', 'const failure: ConversationApiError'],
    ['busy', 'const busy: ChatBusyFailureData'],
  ])('shows the name of the type of `%s`', (name, shown) => {
    expect(editor.hover(name)).toBe(shown);
  });

  it.each(entries)('shows a text for every member of every type of %s', (entry) => {
    const all = members.get(entry) ?? [];
    expect(all.length).toBeGreaterThan(5);
    expect(all.filter(({ text }) => text === '').map(({ name }) => name)).toEqual([]);
  });

  it.each(entries)('shows no type of %s expanded or as an intersection', (entry) => {
    const shown = (members.get(entry) ?? []).map(({ name, type }) => `${name}: ${type}`);
    expect(shown.filter((text) => /\{(?! \[(?:key|x): string\]: unknown)|&/.test(text))).toEqual([]);
  });

  it.each([
    [
      'the codes of message.error',
      "event.type === 'message.error' && event.data.code === '¦'",
      'upstream_error',
    ],
    [
      'the keys of steps',
      "event.type === 'message.step' && event.data.steps[0]?.key === '¦'",
      'agents_delegated',
    ],
    ['the types of events', "event.type === '¦'", 'message.delta'],
    ['the kinds of failures', "error.kind === '¦'", 'chat-busy'],
    ['the kinds that the client adds', "error.kind === '¦'", 'idle-timeout'],
    ['what an outage asks for', "error.retryAction === '¦'", 'check_status'],
    ['the modes', "client.turns.stream('id', { content: '', permission_mode: '¦' })", 'manual'],
    [
      'what a stream can be listened to for',
      "client.turns.stream('id', { content: '' }).on('¦', () => {})",
      'text',
    ],
  ])('suggests %s', (_, expression, suggestion) => {
    const code = `import type { Client, ConversationApiError, TurnEvent } from 'conversation-api';
declare const client: Client; declare const error: ConversationApiError; declare const event: TurnEvent;
void (${expression});`;
    expect(openEditor(types.folder, code).completions).toEqual([expect.arrayContaining([suggestion])]);
  });
});

/** The document as openapi-typescript translates it. Its members have no names of their own. */
const raw = ['paths', 'webhooks', 'components', '$defs', 'operations'];

interface Member {
  readonly name: string;
  /** What an editor shows beside its type. */
  readonly text: string;
  readonly type: string;
}

/** The members that the package itself declares, from the interfaces and classes among its exports. */
function ownMembersOf(symbol: ts.Symbol, checker: ts.TypeChecker): readonly Member[] {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const isType = target.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class);
  if (raw.includes(target.name) || !isType) return [];
  return checker
    .getDeclaredTypeOfSymbol(target)
    .getProperties()
    .filter((member) => !/^#|^__/.test(member.name) && member.declarations?.some(isOurs))
    .map((member) => ({
      name: `${target.name}.${member.name}`,
      text: ts.displayPartsToString(member.getDocumentationComment(checker)),
      type: typeOf(member, checker),
    }));
}

function isOurs(declaration: ts.Declaration): boolean {
  return /\/(?:generated|conversation-api)\//.test(declaration.getSourceFile().fileName);
}

function typeOf(member: ts.Symbol, checker: ts.TypeChecker): string {
  return checker.typeToString(checker.getTypeOfSymbol(member), undefined, ts.TypeFormatFlags.NoTruncation);
}
