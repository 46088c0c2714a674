import { type Client, createClientIn } from '../../../src/client/client.ts';
import { ConversationApiError } from '../../../src/client/index.ts';
import type { Decorator } from '../../../src/reference/ports.ts';
import type { Store } from '../../../src/reference/store/store.ts';
import { runtimeOf, settle } from '../harness/settle.ts';
import { startInProcess } from './in-process.ts';
import { type Delivered, JOURNEYS } from './journeys.ts';
import { Outages } from './outages.ts';

/** The result of one journey. */
export interface Arrival {
  readonly journey: string;
  /** The ConversationApiError that the journey threw, if any. */
  readonly failure: ConversationApiError | undefined;
  /** Any other error that the journey threw. */
  readonly crash: unknown;
  /** Differences between the delivered outcomes and the store of the server. */
  readonly wrong: readonly string[];
}

/**
 * Runs journeys at the same time, each in its own chat, against one server with these decorators.
 * @param journeys the names of the journeys; all by default
 * @throws when a journey never ends
 */
export async function travel(
  decorators: readonly Decorator[],
  journeys: readonly string[] = Object.keys(JOURNEYS),
): Promise<readonly Arrival[]> {
  const server = await startInProcess(decorators);
  try {
    const outages = new Outages(server.fetch);
    const client = createClientIn(runtimeOf(server.clock), {
      baseUrl: 'http://service.test',
      token: 'harbor-main',
      fetch: (url, init) => outages.fetch(new Request(url, init)),
    });
    const chosen = Object.entries(JOURNEYS).filter(([journey]) => journeys.includes(journey));
    const arrivals = chosen.map(async ([journey, go]): Promise<Arrival> => {
      const delivered: Delivered[] = [];
      const error: unknown = await go({ client, outages, note: (each) => void delivered.push(each) }).catch(
        (reason: unknown) => reason,
      );
      const failure = error instanceof ConversationApiError ? error : undefined;
      const crash = failure ? undefined : error;
      const mistakes = await Promise.all(delivered.map((each) => findMistake(each, server.store, client)));
      return { journey, failure, crash, wrong: mistakes.filter((mistake) => mistake !== undefined) };
    });
    return await settle(server.clock, Promise.all(arrivals));
  } finally {
    await server.close();
  }
}

/** Describes how the outcome differs from the turn that the prompt began. Returns undefined if it is right. */
async function findMistake(
  { chatId, prompt, message }: Delivered,
  { turns }: Store,
  client: Client,
): Promise<string | undefined> {
  const saved = turns.list(chatId, { offset: 0, limit: 100 }).turns.find((turn) => turn.prompt === prompt);
  if (saved === undefined) return 'the outcome of a turn that the chat does not have';
  if (saved.close === undefined) return 'the outcome of a turn that is still running';
  if (saved.close.content !== message.content) return 'content that differs from the saved one';
  if (saved.id === message.id) return undefined;
  // A server may show other ids than it stores, if it shows the same ids everywhere.
  const history = await client.turns.list(chatId).catch(() => undefined);
  const listed = history?.data.find(({ id }) => id === message.id);
  return listed?.content === message.content ? undefined : 'the outcome of another turn';
}
