import type { ActionRequired, Step } from './.build/api/types.gen.ts';
import { type Answers, ConversationClient, type Turn } from './client.ts';
import { parseJson, writeJson } from './json.ts';
import type { Outcome } from './outcome.ts';
import type { Watch } from './view.ts';

interface Input {
  readonly task: string;
  readonly chat_id?: string;
  readonly body?: Turn['body'];
  readonly answers?: Answers;
  readonly try_again?: boolean;
  readonly time_scale?: number;
}

const { CONVERSATION_API_URL: baseUrl = '', CONVERSATION_API_TOKEN: token = '' } = process.env;
const input = parseJson(process.env.CONVERSATION_API_INPUT ?? '{}') as Input;
const { task, chat_id: chatId = '', body = {}, answers = {}, try_again, time_scale: timeScale = 1 } = input;
const client = new ConversationClient({ baseUrl, token, timeScale });
const turn = { chatId, body };

let finishedTasks: number | undefined;
const finished = new Set<string>();
function onSteps(steps: readonly Step[]): void {
  for (const { key, agent } of steps) {
    const isFinished = typeof agent?.state === 'string' && agent.state !== 'working';
    if (key === 'agent' && agent?.task_id && isFinished) finished.add(agent.task_id);
    if (key === 'agents_delegated') finishedTasks ??= finished.size;
  }
}

function onQuestion(question: ActionRequired): void {
  if (answers[question.kind]) void client.answer(chatId, question, answers);
}

const watch: Watch = { onSteps, onQuestion };

async function send(): Promise<Outcome> {
  const outcome = await client.send(turn);
  if (outcome.failure !== 'interaction_in_auto_mode') return outcome;
  // Nobody can answer the questions of a blocking send: see what it did, and ask in a stream.
  await client.messages(chatId);
  return client.stream({ chatId, body: { ...body, permission_mode: 'manual' } }, watch);
}

function cancel(): Promise<Outcome> {
  let isCancelled = false;
  const onText = () => {
    if (!isCancelled) void client.cancel(chatId);
    isCancelled = true;
  };
  return client.stream(turn, { ...watch, onText });
}

const tasks: Readonly<Record<string, () => Promise<Outcome>>> = {
  send,
  cancel,
  stream: () => client.stream(turn, watch),
  leave: () => client.leave(turn),
};

async function run(): Promise<object> {
  const perform = tasks[task];
  if (!perform) return { ids: await client.chats(50) };
  let outcome = await perform();
  if (try_again && outcome.hasRun) {
    // The failed turn may have had effects, so look at the messages first.
    await client.messages(chatId);
    outcome = await perform();
  }
  const { status, text, messageId, failure, totalTokens, sources, metadata } = outcome;
  const message_id = messageId === undefined ? undefined : String(messageId);
  const counts = { total_tokens: totalTokens, sources, finished_tasks: finishedTasks };
  return { status, text, message_id, failure, metadata, ...counts };
}

const result = await run().catch((error: unknown) => {
  console.error(error);
  return { status: 'failed' };
});
process.stdout.write(`${writeJson(result)}\n`, () => process.exit(0));
