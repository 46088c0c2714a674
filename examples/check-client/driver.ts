/** A driver for `conversation-api check-client`, which judges the client of this package: `check-client -- node driver.ts`. */
import { createClient } from 'conversation-api';
import { doTask, type Input } from './tasks.ts';

const {
  CONVERSATION_API_URL: baseUrl = '',
  CONVERSATION_API_TOKEN: token = '',
  CONVERSATION_API_INPUT = '{}',
} = process.env;

const client = createClient({ baseUrl, token });
const input: Input = JSON.parse(CONVERSATION_API_INPUT);
const told = await doTask(client, input, (wait) => new Promise((done) => void setTimeout(done, wait)));
console.log(JSON.stringify(told));
