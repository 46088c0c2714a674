import { createHash } from 'node:crypto';
import { bindTools } from '../../../rig/script/bind-tools.ts';
import { findScript } from '../../../rig/script/find-script.ts';
import { nextReply, type Reply, type ReplyAct } from '../../../rig/script/next-reply.ts';
import { eachPiece } from '../../../rig/script/split-text.ts';
import { REFERENCE_TOOLS } from '../../../rig/script/tool-names.ts';
import type { Clock } from '../../clock.ts';
import type { Lifetime } from '../../lifetime.ts';
import type { Model, ModelPart, ModelRequest } from '../model.ts';
import { answerWithoutScript } from './answer.ts';
import { failAs } from './failure.ts';
import { TokenMeter } from './meter.ts';
import { readTalk } from './talk.ts';

const SECOND = 1000;
/**
 * Parts in one group. A small group costs time, since waiting for a group takes longer than making a part. A large one costs memory, in
 * every running turn.
 */
const GROUP = 32;

/** An act that produces no output. */
type Silence = Extract<ReplyAct, { wait: unknown } | { hang: unknown } | { fail: unknown }>;
type Utterance = Exclude<ReplyAct, Silence>;
/** The provider with this index takes over. */
interface HandOver {
  readonly handOver: number;
}

/** A reply in progress. */
interface Scene {
  readonly request: ModelRequest;
  readonly meter: TokenMeter;
  readonly clock: Clock;
}

/**
 * Creates a model that performs the last script in the user's last message. Without a script it answers in a sentence or two.
 * It is deterministic: the same conversation gets the same reply, including the ids of calls and the usage.
 */
export function createScriptedModel(clock: Clock): Model {
  return { reply: (request) => perform(request, clock) };
}

async function* perform(request: ModelRequest, clock: Clock): AsyncGenerator<readonly ModelPart[]> {
  const { model, messages } = request;
  const meter = new TokenMeter(model.code, nameProvider(request, 0), messages);
  const scene: Scene = { request, meter, clock };
  for (const act of chooseActs(request)) {
    if (isSilence(act)) {
      // The reply may end during this act, so the usage so far is reported first.
      if (meter.hasBegun) yield [{ type: 'usage', usage: meter.usage }];
      await keepSilent(act, scene);
    } else if ('handOver' in act) yield [handOver(scene, nameProvider(request, act.handOver))];
    else {
      for (const group of groupParts(utter(act, scene), meter)) {
        request.lifetime.throwIfOver();
        yield group;
      }
    }
  }
  request.lifetime.throwIfOver();
  yield [{ type: 'usage', usage: meter.usage }];
}

/** Counts the parts and puts the usage before the first one of a provider. */
function* groupParts(parts: Iterable<ModelPart>, meter: TokenMeter): Generator<readonly ModelPart[], void> {
  let group: ModelPart[] = [];
  for (const part of parts) {
    if (meter.count(part)) group.push({ type: 'usage', usage: meter.usage });
    group.push(part);
    if (group.length < GROUP) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

function chooseReply({ messages, tools }: ModelRequest): Reply {
  const talk = readTalk(messages);
  const script = findScript(talk.question) ?? [{ say: answerWithoutScript(talk) }];
  // A tool that was called stays bound even if it is no longer offered. Otherwise the number of rounds would change.
  const offered = [...new Set([...tools.map(({ name }) => name), ...talk.called])];
  return nextReply(bindTools(script, REFERENCE_TOOLS, offered), talk.round);
}

/** The acts of all providers in one list, so that a reply that waits holds only one iterator. */
function chooseActs(request: ModelRequest): readonly (ReplyAct | HandOver)[] {
  const [first = [], ...others] = chooseReply(request).attempts;
  return [...first, ...others.flatMap((acts, index) => [{ handOver: index + 1 }, ...acts])];
}

function handOver({ request, meter }: Scene, to: string): ModelPart {
  const from = meter.provider;
  request.lifetime.throwIfOver();
  meter.begin(to);
  return { type: 'failover', from, to };
}

function isSilence(act: ReplyAct | HandOver): act is Silence {
  return 'wait' in act || 'hang' in act || 'fail' in act;
}

function keepSilent(act: Silence, { clock, request: { lifetime }, meter }: Scene): Promise<void> {
  if ('wait' in act) return lifetime.wait(clock, act.wait * SECOND);
  if ('hang' in act) return waitForEnd(lifetime);
  lifetime.throwIfOver();
  throw failAs(act.fail, meter.provider, meter.hasBegun);
}

/** @throws the reason of the lifetime */
function waitForEnd(lifetime: Lifetime): Promise<never> {
  return new Promise((_, reject) => {
    lifetime.own(() => reject(lifetime.reason));
  });
}

function utter(act: Utterance, { request }: Scene): Iterable<ModelPart> {
  if ('say' in act) return parts('text', eachPiece(act.say, act.pieces));
  if ('reason' in act) return parts('reasoning', eachPiece(act.reason));
  if ('echo' in act)
    return parts('text', eachPiece(readTalk(request.messages)[act.echo].join('\n\n'), act.pieces));
  const talkId = createHash('sha256').update(JSON.stringify(request.messages)).digest('hex').slice(0, 16);
  return act.uses.map(({ name, input }, index) => ({
    type: 'call',
    call: { id: `call_${talkId}_${index + 1}`, name, input },
  }));
}

function* parts(type: 'text' | 'reasoning', texts: Iterable<string>): Generator<ModelPart, void> {
  for (const text of texts) yield { type, text };
}

function nameProvider({ model }: ModelRequest, index: number): string {
  const ordinal = ['first', 'second', 'third'][index] ?? `${index + 1}th`;
  return model.providers[index]?.name ?? ordinal;
}
