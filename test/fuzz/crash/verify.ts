import { isDeepStrictEqual } from 'node:util';
import type { Chat, ListedMessage, Skill } from '../../../generated/types.d.ts';
import type { Random } from '../../../scripts/test/random.ts';
import type { Caller } from './caller.ts';
import type { ChatState, KnownChat, KnownSkill, Ledger, SentTurn, SkillState } from './ledger.ts';
import { plainTurn } from './new-turn.ts';
import type { Register } from './register.ts';
import { type Channel, sendTurn } from './send-turn.ts';

const LONGEST_PAGE = 200;
const CHANNELS: readonly Channel[] = ['blocking', 'streaming'];
/** How many times a turn is requested until it is recovered. Each request takes at least a millisecond. */
const MOST_ASKS = 20_000;

/** How many other chats and skills are compared besides those that may have changed. */
const SAMPLE = 10;
const AT_ONCE = 8;

/**
 * Compares a restarted server with everything that it acknowledged before. Each difference becomes a problem of the ledger.
 *
 * @param tokens when given, compares every chat and skill, and the lists of these credentials; otherwise only the chats and skills
 * that may have changed, and a sample of the others
 */
export async function verify(
  caller: Caller,
  ledger: Ledger,
  random: Random,
  tokens?: readonly string[],
): Promise<void> {
  const verifier = new Verifier(caller, ledger, random);
  await verifier.settleCutTurns();
  await verifier.checkAnswered();
  const choose = <Known>(all: readonly Known[], touched: Set<Known>) => {
    const sample = all.length === 0 ? [] : Array.from({ length: SAMPLE }, () => random.pick(all));
    return tokens ? all : [...new Set([...touched, ...sample])];
  };
  await forEach(choose(ledger.chats, ledger.touchedChats), (chat) => verifier.checkChat(chat));
  await forEach(choose(ledger.skills, ledger.touchedSkills), (skill) => verifier.checkSkill(skill));
  ledger.touchedChats.clear();
  ledger.touchedSkills.clear();
  for (const token of tokens ?? []) await verifier.checkList(token);
}

/** Runs a function over the items with limited concurrency. */
async function forEach<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  const take = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}

class Verifier {
  readonly #caller: Caller;
  readonly #ledger: Ledger;
  readonly #random: Random;

  constructor(caller: Caller, ledger: Ledger, random: Random) {
    this.#caller = caller;
    this.#ledger = ledger;
    this.#random = random;
  }

  /** Repeats the turns that the crash cut: at once, then until their outcome is known. Then sends another turn to each chat. */
  async settleCutTurns(): Promise<void> {
    const cut = this.#ledger.turns.filter(({ outcome }) => !outcome);
    await Promise.all(cut.map((turn) => this.#send(turn)));
    // All turns are recovered at about the same time, so waiting for one after another is enough.
    for (const turn of cut) {
      for (let asks = 0; !turn.outcome && asks < MOST_ASKS; asks += 1) await this.#send(turn);
      if (turn.outcome) this.#checkCut(turn);
      else this.#ledger.problem('wrong', `key ${turn.key} is not recovered`);
    }
    await forEach(new Set(cut.map((turn) => turn.chat)), (chat) => this.#goOn(chat));
  }

  async checkChat(chat: KnownChat): Promise<void> {
    const { status, body } = await this.#get(chat.token, `/chats/${chat.id}`);
    const { id, name, is_favorite } = (body.data ?? {}) as Chat;
    const state: ChatState = status === 404 ? null : { name, is_favorite };
    this.#compare(`chat ${chat.id}`, chat.state, state);
    if (state && id !== chat.id) this.#ledger.problem('wrong', `chat ${chat.id} calls itself ${id}`);
    for (const turn of chat.turns) await this.#send(turn);
    if (state) await this.#checkListing(chat);
  }

  async checkSkill(skill: KnownSkill): Promise<void> {
    const { status, body } = await this.#get(skill.token, `/skills/${skill.id}`);
    const { name, description = '', instructions, is_active } = (body.data ?? {}) as Skill;
    const state: SkillState =
      status === 404 ? null : { name, description: description ?? '', instructions, is_active };
    this.#compare(`skill ${skill.id}`, skill.state, state);
  }

  /** Checks that an interaction whose answer was accepted refuses a second answer. */
  async checkAnswered(): Promise<void> {
    for (const { chat, actionId } of this.#ledger.answered.splice(0)) {
      const { status } = await this.#caller.ask({
        token: chat.token,
        method: 'POST',
        path: `/chats/${chat.id}/actions/approve-tool`,
        body: JSON.stringify({ action_id: actionId, decisions: [{ tool_use_id: 'x', approved: true }] }),
      });
      if (status !== 404 && status !== 409)
        this.#ledger.problem('lost', `${actionId} was resolved, and is answered ${status}`);
    }
  }

  /** Checks that every acknowledged chat is listed, and no deleted one. */
  async checkList(token: string): Promise<void> {
    const listed = new Set<string>();
    for (let page = 1, total = 1; (page - 1) * LONGEST_PAGE < total; page += 1) {
      const { body } = await this.#get(token, `/chats?page=${page}&size=${LONGEST_PAGE}`);
      for (const { id } of body.data as Chat[]) listed.add(id);
      total = body.meta?.total ?? 0;
    }
    for (const { id, state } of this.#ledger.chats.filter((chat) => chat.token === token)) {
      const isListed = listed.has(id);
      if (isListed !== (state.known !== null))
        this.#ledger.problem('lost', `chat ${id} is ${isListed ? '' : 'not '}listed`);
    }
  }

  #compare<State>(name: string, register: Register<State>, found: State): void {
    if (!register.allows(found)) {
      const [was, is] = [JSON.stringify(register.known), JSON.stringify(found)];
      this.#ledger.problem('lost', `${name} was ${was} and is ${is}`);
    }
    register.settle(found);
  }

  /** Sends a turn again, blocking or streaming. The ledger checks that its outcome has not changed. */
  async #send(turn: SentTurn): Promise<void> {
    const isNew = turn.messageIds.size === 0 && !turn.outcome;
    const channel = isNew && turn.isManual ? 'streaming' : this.#random.pick(CHANNELS);
    const code = await sendTurn(this.#caller, this.#ledger, turn, channel);
    // A turn that had never begun may still be running for an earlier retry.
    if (code !== undefined && !(isNew && code === 'api_v1_turn_in_progress'))
      this.#ledger.problem('lost', `key ${turn.key} is answered ${code}`);
  }

  #checkCut(turn: SentTurn): void {
    const { key, outcome, wasOpen } = turn;
    if (!wasOpen) return;
    if (outcome?.kind !== 'failure' || outcome.code !== 'upstream_error')
      this.#ledger.problem('wrong', `key ${key} was cut, and ended ${JSON.stringify(outcome)}`);
  }

  async #goOn(chat: KnownChat): Promise<void> {
    const turn = plainTurn(chat);
    const code = await sendTurn(this.#caller, this.#ledger, turn, this.#random.pick(CHANNELS));
    if (code !== undefined || turn.outcome?.kind !== 'message')
      this.#ledger.problem(
        'wrong',
        `chat ${chat.id} does not go on: ${code ?? JSON.stringify(turn.outcome)}`,
      );
  }

  async #checkListing(chat: KnownChat): Promise<void> {
    const { body } = await this.#get(chat.token, `/chats/${chat.id}/messages?size=${LONGEST_PAGE}`);
    const items = body.data as ListedMessage[];
    if (items.length !== chat.turns.length)
      this.#ledger.problem(
        items.length > chat.turns.length ? 'run twice' : 'lost',
        `chat ${chat.id} lists ${items.length} turns of ${chat.turns.length}`,
      );
    for (const turn of chat.turns) {
      const own = items.filter(({ metadata }) => metadata?.key === turn.key);
      if (own.length > 1) this.#ledger.problem('run twice', `key ${turn.key} is listed ${own.length} times`);
      if (own[0]) this.#checkListed(turn, own[0]);
      else this.#ledger.problem('lost', `key ${turn.key} is not listed`);
    }
  }

  #checkListed(turn: SentTurn, item: ListedMessage): void {
    const { key, outcome, received, says, messageIds } = turn;
    const isLost = (what: string) => this.#ledger.problem('lost', `key ${key}: ${what}`);
    if (!messageIds.has(item.id)) isLost(`is listed as ${item.id}, and was ${[...messageIds]}`);
    if (turn.listed && !isDeepStrictEqual(turn.listed, item)) isLost('its listed form has changed');
    turn.listed = item;
    if (!item.content.startsWith(received))
      isLost(`its client received ${JSON.stringify(received)}, it has ${JSON.stringify(item.content)}`);
    if (!withoutLineEnds(says).startsWith(withoutLineEnds(item.content)))
      isLost(`it never said ${JSON.stringify(item.content)}`);
    if (outcome?.kind === 'message') {
      const { prompt: _, ...message } = item;
      if (!isDeepStrictEqual(message, outcome.message)) isLost('its listed form differs from its outcome');
    } else if (item.status !== 'error') isLost(`failed, and is listed ${item.status}`);
  }

  #get(token: string, path: string) {
    return this.#caller.ask({ token, method: 'GET', path });
  }
}

/** The server puts an empty line between two replies of a turn, which is not in its script. */
function withoutLineEnds(text: string): string {
  return text.replaceAll('\n', '');
}
