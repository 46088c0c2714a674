import { type Client, createClientIn } from '../../../src/client/client.ts';
import { ConversationApiError } from '../../../src/client/index.ts';
import type { Decorator } from '../../../src/reference/ports.ts';
import type { Store } from '../../../src/reference/store/store.ts';
import { runtimeOf, settle } from '../harness/settle.ts';
import { startInProcess } from './in-process.ts';
import { JOURNEYS, type Told } from './journeys.ts';
import { Outages } from './outages.ts';

/** What came of one journey. */
export interface Arrival {
  readonly journey: string;
  /** The failure that the client told, if it told one. */
  readonly failure: ConversationApiError | undefined;
  /** Whatever else was thrown: a crash. */
  readonly crash: unknown;
  /** Outcomes that were given out and are not what the server has saved. */
  readonly wrong: readonly string[];
}

/** All journeys at once, each in its own chat, on one server with these behaviours. @throws when one never comes to an end */
export async function travel(decorators: readonly Decorator[]): Promise<readonly Arrival[]> {
  const server = await startInProcess(decorators);
  try {
    const outages = new Outages(server.fetch);
    const client = createClientIn(runtimeOf(server.clock), {
      baseUrl: 'http://service.test',
      token: 'harbor-main',
      fetch: outages.fetch,
    });
    const arrivals = Object.entries(JOURNEYS).map(async ([journey, go]): Promise<Arrival> => {
      const told: Told[] = [];
      const error: unknown = await go({ client, outages, tell: (each) => void told.push(each) }).catch(
        (reason: unknown) => reason,
      );
      const failure = error instanceof ConversationApiError ? error : undefined;
      const crash = failure ? undefined : error;
      const mistakes = await Promise.all(told.map((each) => findMistake(each, server.store, client)));
      return { journey, failure, crash, wrong: mistakes.filter((mistake) => mistake !== undefined) };
    });
    return await settle(server.clock, Promise.all(arrivals));
  } finally {
    await server.close();
  }
}

/** In what the outcome is another one than that of the turn which the prompt began; nothing when it is the right one. */
async function findMistake(
  { chatId, prompt, message }: Told,
  { turns }: Store,
  client: Client,
): Promise<string | undefined> {
  const saved = turns.list(chatId, { offset: 0, limit: 100 }).turns.find((turn) => turn.prompt === prompt);
  if (saved === undefined) return 'a turn that the chat does not have';
  if (saved.close === undefined) return 'the outcome of a turn that still runs';
  if (saved.close.content !== message.content) return 'another content than was saved';
  if (saved.id === message.id) return undefined;
  // A server may give its messages other ids than it saves, as long as it does so everywhere.
  const history = await client.turns.list(chatId).catch(() => undefined);
  const listed = history?.data.find(({ id }) => id === message.id);
  return listed?.content === message.content ? undefined : 'the outcome of another turn';
}
