import { AbstractChat, type ChatInit, type ChatState } from 'ai';
import { afterAll, beforeAll } from 'vitest';
import { VirtualClock } from '../../../scripts/simulation/virtual-clock.ts';
import {
  type ConversationMessage,
  ConversationTransport,
  type KeyStore,
  type TransportOptions,
} from '../../../src/adapters/ai-sdk.ts';
import { type Client, createClient } from '../../../src/client/index.ts';
import type { ReferenceServer } from '../../../src/reference/options.ts';
import { assemble } from '../../../src/reference/start.ts';
import type { Script } from '../../../src/rig/script/act.ts';
import { carryScript } from '../../../src/rig/script/render-script.ts';

export const script = (...acts: Script) => carryScript('Hello', acts);

/** A message of the user with this text. */
export function saying(text: string): ConversationMessage {
  return { id: '1', role: 'user', parts: [{ type: 'text', text }] };
}

/** The state that `useChat` holds, without React. */
export class Chat extends AbstractChat<ConversationMessage> {
  constructor(init: Omit<ChatInit<ConversationMessage>, 'messages'>) {
    const state: ChatState<ConversationMessage> = {
      status: 'ready',
      error: undefined,
      messages: [],
      pushMessage: (message) => void state.messages.push(structuredClone(message)),
      popMessage: () => void state.messages.pop(),
      replaceMessage: (index, message) => {
        state.messages[index] = structuredClone(message);
      },
      snapshot: structuredClone,
    };
    super({ ...init, state });
  }

  get answer() {
    const { role, parts, ...rest } = this.messages.at(-1) ?? { role: 'user', parts: [] };
    if (role !== 'assistant') return undefined;
    const texts = parts.flatMap((part) => (part.type === 'text' ? part.text : []));
    return { ...rest, texts, turn: parts.find(({ type }) => type === 'data-turn') };
  }

  /** The parts of the answer. */
  get parts() {
    return this.messages.at(-1)?.parts ?? [];
  }

  /** The calls of tools in the answer. */
  get tools() {
    return this.parts.flatMap((part) => (part.type === 'dynamic-tool' ? part : []));
  }

  get turn() {
    const part = this.parts.find((each) => each.type === 'data-turn');
    return part?.data;
  }
}

export function keysOf(kept: Map<string, string>): KeyStore {
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}

interface Setup {
  readonly server: ReferenceServer;
  readonly client: Client;
  /** The server's time passes only when a test says so. */
  readonly clock: VirtualClock;
  /** The ids of the connectors. */
  readonly desks: readonly number[];
  open(
    options?: Partial<TransportOptions>,
    id?: string,
  ): { readonly id: string; readonly transport: ConversationTransport; readonly chat: Chat };
}

/** Starts a server for the tests of a file. Its members are there once the tests run. */
export function setUp(): Setup {
  const setup = { clock: new VirtualClock() } as { -readonly [Name in keyof Setup]: Setup[Name] };
  beforeAll(async () => {
    setup.server = await assemble({ clock: setup.clock, faults: true });
    setup.client = createClient({ baseUrl: setup.server.url, token: 'harbor-main' });
    const { connectors = [] } = await setup.client.catalog.get();
    setup.desks = connectors.map(({ id }) => id);
  });
  afterAll(() => setup.server?.close());
  setup.open = (options = {}, id = crypto.randomUUID()) => {
    const transport = new ConversationTransport({ stream: setup.client.turns.stream, ...options });
    return { id, transport, chat: new Chat({ id, transport }) };
  };
  return setup;
}
