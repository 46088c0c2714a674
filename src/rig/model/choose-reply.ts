import { bindTools } from '../script/bind-tools.ts';
import { findScript } from '../script/find-script.ts';
import { nextReply, type ReplyAct } from '../script/next-reply.ts';
import type { ToolNames } from '../script/tool-names.ts';
import type { ChatRequest } from './chat-request.ts';
import { PLAIN_MODEL } from './model-names.ts';
import { readTalk, type Talk } from './talk.ts';

const WITHOUT_SCRIPT = 'A short answer, since there is no script.';
const UNREADABLE =
  'I cannot read the script in this message: it has to be a JSON array of acts that I know, and nothing else.';

/** Ends the reply of a provider where the next one takes over. */
const BREAK_OFF: ReplyAct = { fail: 'outage' };

/**
 * Chooses the acts with which the model answers a request: those of the last script in the user's last message, up to the
 * next tool call. Without a script the model says a short fixed text.
 *
 * @param attempt the position of the provider in the order of failover, from 0. All providers but the last one of a script break off.
 * @throws TemplateError when an argument template cannot be filled
 */
export function chooseReply(request: ChatRequest, names: ToolNames, attempt: number): readonly ReplyAct[] {
  const talk = readTalk(request.messages);
  const script = request.model === PLAIN_MODEL ? undefined : findScript(talk.question);
  if (!script) return [{ say: answerWithoutScript(request, talk) }];
  // A tool that was called stays bound even if it is no longer offered. Otherwise the number of rounds would change.
  const offered = [...new Set([...request.tools.map(({ name }) => name), ...talk.called])];
  const { attempts } = nextReply(bindTools(script, names, offered), talk.round);
  const last = attempts.length - 1;
  const acts = (attempts[Math.min(attempt, last)] ?? []).flatMap((act) => fillEcho(act, talk));
  return attempt < last ? [...acts, BREAK_OFF] : acts;
}

function answerWithoutScript({ model }: ChatRequest, { question }: Talk): string {
  return model !== PLAIN_MODEL && question.includes('```script') ? UNREADABLE : WITHOUT_SCRIPT;
}

function fillEcho(act: ReplyAct, talk: Talk): ReplyAct {
  if (!('echo' in act)) return act;
  const { echo, ...pieces } = act;
  return { say: talk[echo].join('\n\n'), ...pieces };
}
