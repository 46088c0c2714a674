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

/** The provider breaks off where the next one takes over. */
const BREAK_OFF: ReplyAct = { fail: 'outage' };

/**
 * What the model does for a request: the acts of the last script in the last message of the person, up to the next call of
 * tools. Without a script it says a short text, always the same.
 *
 * @param attempt which of the model's providers is asked, counted from 0. All but the last of a script break off.
 * @throws TemplateError when the arguments of a tool cannot be filled in
 */
export function chooseReply(request: ChatRequest, names: ToolNames, attempt: number): readonly ReplyAct[] {
  const talk = readTalk(request.messages);
  const script = request.model === PLAIN_MODEL ? undefined : findScript(talk.question);
  if (!script) return [{ say: answerWithoutScript(request, talk) }];
  // A tool that was taken away after its use stays one here, or the rounds would be counted by another script.
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
  return 'echo' in act ? { say: talk[act.echo].join('\n\n') } : act;
}
