import type { FaultName, RequirementId } from '../../../../generated/ids.d.ts';
import type { JsonInteger } from '../../../exact-json/exact-number.ts';
import { findScript } from '../../../rig/script/find-script.ts';
import type { Actor, SendOptions, Turn } from '../../drive/actor.ts';
import { Answer } from '../../drive/answer.ts';
import type { LiveEvent, LiveStream } from '../../drive/live-stream.ts';
import type { JsonObject } from '../../judge/json.ts';
import { isTerminal } from '../../judge/rules/event-names.ts';
import type { Channel, CheckContext } from './context.ts';
import { type Choice, replyTo } from './interaction-replies.ts';
import { CannotGoOn } from './interruption.ts';

/** A model may ask several times, but a turn with more interactions than this is probably in a loop. */
const MAX_INTERACTIONS = 20;

/** A turn that triggers a fault, with its send options. The check declares the fault among its needs. */
export function withFault(
  t: CheckContext,
  name: FaultName,
  turn: Turn = t.plain(),
  options: SendOptions = {},
): [Turn, SendOptions] {
  const { headers, body } = t.fault(name);
  return [
    { ...turn, ...body },
    { ...options, headers: { ...options.headers, ...headers } },
  ];
}

/**
 * Reads the next event of a turn, skipping pings.
 *
 * @param patience in milliseconds of the service's time; by default that of `inTime`
 * @returns undefined when the stream has ended, or when nothing else arrives in time
 */
export function nextMove(
  t: CheckContext,
  stream: LiveStream,
  patience?: number,
): Promise<LiveEvent | undefined> {
  return t.inTime(readMove(stream), patience);
}

async function readMove(stream: LiveStream): Promise<LiveEvent | undefined> {
  let event = await stream.next();
  while (event?.type === 'ping') event = await stream.next();
  return event;
}

/**
 * Reads a turn to its terminal event, unless that was read before, and answers every interaction on the way.
 *
 * @returns undefined when the turn stalls, or when the stream ends without a terminal event
 */
export async function finish(
  t: CheckContext,
  stream: LiveStream,
  choice: Choice = {},
): Promise<LiveEvent | undefined> {
  if (stream.terminal) return stream.terminal;
  let questions = 0;
  for (let event = await nextMove(t, stream); event; event = await nextMove(t, stream)) {
    if (isTerminal(event.type)) return event;
    const reply = event.type === 'message.action_required' ? replyTo(event, choice) : undefined;
    if (!reply) continue;
    questions += 1;
    t.require(questions <= MAX_INTERACTIONS, `the turn raised more than ${MAX_INTERACTIONS} interactions`);
    await t.main.act(stream.chatId, reply.action, reply.body);
  }
  return undefined;
}

/** Lets a turn say something before it is cut short. It may also hold all of its text back until its end, so the wait has a limit. */
export async function untilText(t: CheckContext, stream: LiveStream): Promise<void> {
  await t.inTime(stream.until('message.delta'));
}

type Terminal = 'message.completed' | 'message.cancelled' | 'message.error';

/** Like `finish`, but requires a certain terminal event. @throws CannotGoOn when the turn ends in another way */
export async function endOf(t: CheckContext, stream: LiveStream, type: Terminal): Promise<LiveEvent> {
  const end = await finish(t, stream);
  if (end?.type === type) return end;
  throw new CannotGoOn(`the turn ended with ${end?.type ?? 'no terminal event'} instead of ${type}`);
}

/** How a turn ended, for people: the code with which it failed, or its last event. */
export function nameEnd(end: LiveEvent | undefined): string {
  const { code } = end?.data ?? {};
  return typeof code === 'string' ? code : (end?.type ?? 'no terminal event');
}

/** The completed turn in an answer or at the end of a stream. @throws CannotGoOn when the turn did not complete */
export async function completedTurn(t: CheckContext, sent: Answer | LiveStream): Promise<JsonObject> {
  return sent instanceof Answer
    ? t.requireSuccess(sent).data
    : (await endOf(t, sent, 'message.completed')).data;
}

/** Expects that the service accepts a turn, and reads the listing for the judge. */
export async function expectTaken(
  t: CheckContext,
  channel: Channel,
  turn: Turn,
  requirement: RequirementId,
): Promise<void> {
  const chatId = t.freshId();
  const sent = await t.attempt(channel, turn, { chatId });
  t.expect(requirement).accepts(sent);
  if (!(sent instanceof Answer)) await finish(t, sent);
  // The judge compares the listed turn with the send and with its answer.
  t.requireSuccess(await t.main.history(chatId));
}

/** Creates a chat with one completed turn. @returns the id of the chat */
export async function chatOf(t: CheckContext, actor: Actor = t.main): Promise<string> {
  const chatId = t.freshId();
  t.requireSuccess(await actor.send(t.plain(), { chatId }));
  return chatId;
}

/**
 * Cancels a chat's turn.
 *
 * @throws CannotGoOn when the cancellation was not delivered (502), which is not the turn's fault
 */
export async function cancel(
  t: CheckContext,
  chatId: string,
  body: object = {},
  actor: Actor = t.main,
): Promise<Answer> {
  const answered = await actor.act(chatId, 'cancel', body);
  t.require(answered.status !== 502, 'the cancellation was not delivered');
  return answered;
}

/** A turn that any model can answer, with agents cited before its question. */
function citing(t: CheckContext, agents: readonly JsonInteger[]): Turn {
  const turn = t.plain();
  return { ...turn, content: `${agents.map((id) => `{{agent:${id}}}`).join(' ')}\n\n${turn.content}` };
}

/** A turn that any model can answer, with some agents attached and others cited. */
export function selecting(
  t: CheckContext,
  attached: readonly JsonInteger[],
  cited: readonly JsonInteger[] = [],
): Turn {
  const turn = cited.length > 0 ? citing(t, cited) : t.plain();
  return attached.length > 0 ? { ...turn, attachments: { agent_ids: attached } } : turn;
}

/** Whether the turn carries a script, so that the model always does the same. */
export function isScripted({ content }: Turn): boolean {
  return findScript(content) !== undefined;
}

/** Whether the turn's answer certainly repeats the results of its tools. Only a script guarantees that. */
export function repeatsResults(turn: Turn): boolean {
  return echoes(turn, 'results');
}

/** Whether the turn's answer certainly repeats the model's input. Only a script guarantees that. */
export function repeatsGiven(turn: Turn): boolean {
  return echoes(turn, 'given');
}

function echoes({ content }: Turn, what: 'results' | 'given'): boolean {
  return findScript(content)?.some((act) => 'echo' in act && act.echo === what) ?? false;
}

/** The text that a client has at the end, if it discards its text at each delta with `replace` true. */
export function keptText(stream: LiveStream): string {
  return textsOf(stream).reduce((kept, { text, replace }) => (replace ? text : kept + text), '');
}

/** The texts of a stream's deltas, and whether each replaces those before it. */
export function textsOf({ events }: LiveStream): readonly { text: string; replace: boolean }[] {
  return events
    .filter(({ type }) => type === 'message.delta')
    .map(({ data }) => ({
      text: typeof data.text === 'string' ? data.text : '',
      replace: data.replace === true,
    }));
}
