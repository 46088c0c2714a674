import { expect } from 'vitest';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';

const log = watchLog();
const server = useServer({ log: 'json', logTo: log });

const SCRIPT = [{ say: 'One moment. ' }, { wait: 20 }, { say: 'Done.' }];

states('S4.2-63 S4.2-64', 'a turn whose client has disconnected is finished and kept', async () => {
  const main = server.as('main');
  const stream = await main.stream({ script: SCRIPT });
  await stream.until('message.delta');
  stream.disconnect();
  await log.saw('client-gone');
  await server.clock.advance(20_000);
  const turns = await main.history(stream.chatId);
  expect(turns).toHaveLength(1);
  expect(turns[0]).toMatchObject({ status: 'completed', content: 'One moment. Done.' });
});

states('S4.2-65', 'the outcome of a turn whose client has disconnected is stored under the key', async () => {
  const main = server.as('main');
  const gone = await main.stream({ script: SCRIPT });
  const { message_id } = await gone.until('message.start');
  await gone.until('message.delta');
  gone.disconnect();
  await log.saw('client-gone');
  await server.clock.advance(20_000);
  const replay = await main.stream({ script: SCRIPT }, gone.sent);
  const { type, data } = await replay.rest();
  expect([type, data.id, data.content]).toEqual(['message.completed', message_id, 'One moment. Done.']);
  expect(await main.history(gone.chatId)).toHaveLength(1);
});

/** A log in which a test can wait for the next line that contains a word. */
function watchLog() {
  let heard = '';
  let tell = () => {};
  return {
    write(line: string) {
      heard += line;
      tell();
    },
    async saw(word: string): Promise<void> {
      while (!heard.includes(word)) {
        await new Promise<void>((resolve) => {
          tell = resolve;
        });
      }
      heard = heard.slice(heard.indexOf(word) + word.length);
    },
  };
}
