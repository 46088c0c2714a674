// A driver for `npx --no conversation-api check-client -- node driver.ts` (docs/testing-your-client.md).
// It is started once for each journey. Fill in the tasks that your client can do, with calls of your client.

const { CONVERSATION_API_URL: url, CONVERSATION_API_TOKEN: token } = process.env;
const input = JSON.parse(process.env.CONVERSATION_API_INPUT ?? '{}');

const tasks: Record<string, (url?: string, token?: string) => Promise<object>> = {
  // Blocking send of input.body to input.chat_id.
  async send() {
    return { unsupported: 'send is not filled in' };
  },
  // Streaming send; answers each question as input.answers says.
  async stream() {
    // const turn = await myClient(url, token).stream(input.chat_id, input.body);
    // return { text: turn.text, status: 'completed', message_id: turn.id };
    return { unsupported: 'stream is not filled in' };
  },
  // Streaming send, cancelled at its first text, and read to its end.
  async cancel() {
    return { unsupported: 'cancel is not filled in' };
  },
  // Streaming send, left at its first text; the answer comes from the listing of the chat.
  async leave() {
    return { unsupported: 'leave is not filled in' };
  },
  // All chats, 50 on each page.
  async chats() {
    return { unsupported: 'chats is not filled in' };
  },
};

void tasks[input.task]?.(url, token).then((told) => console.log(JSON.stringify(told)));
