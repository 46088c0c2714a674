/** Common words of questions, which say nothing about what the reader searches for. */
const EMPTY = new Set(
  'a an and are as at be by can do does for from get have how i if in is it its me my no not of on or our so that the their them then there they this to want was we what when where which who why will with you your'.split(
    ' ',
  ),
);

/** The words of the contract for things that readers may call something else. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  abort: ['cancel'],
  allow: ['approve', 'scope'],
  answer: ['respond', 'message'],
  auth: ['credential', 'token', 'scope'],
  authentication: ['credential', 'token', 'scope'],
  authorization: ['credential', 'token', 'scope'],
  assistant: ['agent', 'model'],
  attachment: ['file', 'library'],
  bearer: ['credential', 'token'],
  confirm: ['approve'],
  conversation: ['chat'],
  cursor: ['page'],
  disconnect: ['connection', 'stream'],
  edit: ['update'],
  error: ['failure'],
  exception: ['failure', 'error'],
  heartbeat: ['ping'],
  keepalive: ['ping'],
  limit: ['size', 'maximum'],
  login: ['credential', 'token'],
  offset: ['page'],
  paging: ['page', 'list'],
  pagination: ['page', 'list'],
  permission: ['scope', 'mode'],
  prompt: ['content', 'turn'],
  question: ['elicitation', 'interaction'],
  remove: ['delete'],
  resume: ['replay', 'idempotency'],
  retry: ['again', 'repeat'],
  sse: ['stream', 'event'],
  stop: ['cancel'],
  streaming: ['stream'],
  thread: ['chat'],
  timeout: ['deadline', 'ping'],
  websocket: ['stream'],
};

/** The words of a text or a name: `streamMessage` and `api_v1_chat_busy` contain several. */
export function wordsOf(text: string): readonly string[] {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(singular);
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** The words of a text that say what it is about. */
export function tellingWordsOf(text: string): readonly string[] {
  return wordsOf(text).filter((word) => !EMPTY.has(word));
}

/** The words to search for, each with its synonyms. */
export function questionOf(text: string): readonly (readonly string[])[] {
  return tellingWordsOf(text).map((word) => [
    word,
    ...(Object.hasOwn(SYNONYMS, word) ? (SYNONYMS[word] ?? []) : []),
  ]);
}

/** A name as people type it: without punctuation and capitals. */
export function plainName(name: string): string {
  return wordsOf(name).join(' ');
}
