import { ExchangeJudge } from '../judge/exchange-judge.ts';
import { ExchangeTrace } from '../judge/exchange-trace.ts';
import { isEventStream } from '../judge/headers.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { StreamEnd } from '../judge/rules/rule.ts';
import { StreamJudge } from '../judge/stream-judge.ts';
import type { FormatJudge, JudgeOptions } from './format-judge.ts';
import { HeadReader, readSavedHead } from './saved-head.ts';
import { ToolDamage } from './tool-damage.ts';
import { watchForId } from './watch-for-id.ts';

/** A raw stream is the answer to a streaming send, about which nothing else is known. */
const STREAMING_SEND = { method: 'POST', path: '/api/v1/chats/unknown/messages/stream' };

interface BodyJudge {
  push(bytes: Uint8Array): void;
  end(how: StreamEnd): void;
}

/** Judges the bytes of one event stream, and the head of the response if a tool saved it before them. */
export function judgeRawStream(judgement: Judgement, options: JudgeOptions): FormatJudge {
  const damage = new ToolDamage();
  const beginning = new HeadReader();
  let judge: BodyJudge | undefined;
  const begin = (bytes: Uint8Array): BodyJudge => {
    const begun = openJudge(judgement, options, bytes);
    judge = begun;
    return begun;
  };
  return {
    push: (bytes) => {
      damage.push(bytes);
      if (judge) judge.push(bytes);
      else {
        const known = beginning.push(bytes);
        if (known) begin(known);
      }
    },
    end: () => {
      (judge ?? begin(beginning.end())).end(options.isPartial ? 'client' : damage.isCut ? 'error' : 'server');
      const isSound = [...judgement.rows.values()].every(({ violations }) => violations === 0);
      // Of a stream without blank lines no event is seen.
      if (!isSound || damage.isCut || judgement.events === 0)
        judgement.damage.push(...damage.find(judgement));
    },
    stop: () => (judge ?? begin(beginning.end())).end('client'),
  };
}

/** @param beginning the first bytes, which the judge gets too */
function openJudge(
  judgement: Judgement,
  { permissionMode, eventBytes, onGarbage }: JudgeOptions,
  beginning: Uint8Array,
): BodyJudge {
  const trace = new ExchangeTrace();
  judgement.trace = trace;
  const facts = { permissionMode, eventBytes, onGarbage, watcher: watchForId(trace) };
  const head = readSavedHead(beginning);
  if (!head) {
    const judge = new StreamJudge(judgement, facts);
    judge.push(beginning);
    return judge;
  }
  const judge = new ExchangeJudge(judgement, STREAMING_SEND, facts);
  judge.respond(head);
  // A stream begins with its head, whose lines are no fields of events, so that the offsets of its events are those in the file.
  judge.push(isEventStream(head.headers) ? beginning : beginning.subarray(head.bodyStart));
  return judge;
}
