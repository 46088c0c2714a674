import { randomUUID } from 'node:crypto';
import type { Chat, Skill } from '../../../generated/types.d.ts';
import type { Random } from '../../../scripts/test/random.ts';
import { type Ask, type Caller, Cut } from './caller.ts';
import type { ChatState, KnownChat, KnownSkill, Ledger, SentTurn, SkillState } from './ledger.ts';
import { planTurn } from './new-turn.ts';
import { type Channel, sendTurn } from './send-turn.ts';

/** No more turns are sent to a chat with this many, so that one page lists them all. */
const MOST_TURNS = 30;
const NAMES = [
  null,
  'Easter',
  '',
  'ï🗼',
  '\ud83d lone',
  'nul \u0000',
  "'; DROP TABLE chats; --",
  'x'.repeat(200),
];

/** A client with its own chats and skills. It sends random requests, one after another, to every server that is started. */
export class Client {
  readonly #ledger: Ledger;
  readonly #token: string;
  readonly #chats: KnownChat[] = [];
  readonly #skills: KnownSkill[] = [];
  #caller!: Caller;
  #random!: Random;

  constructor(ledger: Ledger, token: string) {
    this.#ledger = ledger;
    this.#token = token;
  }

  /** Sends random requests. Resolves when the server was killed. */
  async work(caller: Caller, random: Random): Promise<void> {
    this.#caller = caller;
    this.#random = random;
    const actions = [
      () => this.#createChat(),
      () => this.#changeChat(),
      () => this.#changeChat(),
      () => this.#deleteChat(),
      () => this.#createSkill(),
      () => this.#changeSkill(),
      () => this.#changeSkill(),
      () => this.#deleteSkill(),
      ...Array.from({ length: 8 }, () => () => this.#converse()),
    ];
    try {
      while (!caller.isOver) await random.pick(actions)();
    } catch (error) {
      if (!(error instanceof Cut)) throw error;
    }
  }

  async #createChat(): Promise<void> {
    const name = this.#random.pick(NAMES);
    const { id } = (await this.#write('POST', '/chats', name === null ? {} : { name })) as Chat;
    this.#chats.push(this.#ledger.addChat(id, this.#token, { name, is_favorite: false }));
  }

  async #changeChat(): Promise<void> {
    const chat = this.#pick(this.#chats, this.#ledger.touchedChats);
    if (!chat?.state.known) return;
    const change =
      this.#random.below(2) === 0
        ? { name: this.#random.pick(NAMES) ?? 'renamed' }
        : { is_favorite: this.#random.below(2) === 0 };
    const next: ChatState = { ...chat.state.known, ...change };
    chat.state.propose(next);
    await this.#write('PATCH', `/chats/${chat.id}`, change);
    chat.state.settle(next);
  }

  async #deleteChat(): Promise<void> {
    const chat = this.#pick(this.#chats, this.#ledger.touchedChats);
    if (!chat?.state.known || this.#random.below(2) === 0) return;
    chat.state.propose(null);
    await this.#write('DELETE', `/chats/${chat.id}`);
    chat.state.settle(null);
  }

  async #createSkill(): Promise<void> {
    const skill = {
      name: this.#random.pick(NAMES) ?? 'Skill',
      instructions: 'Be brief.',
      description: 'ï🗼',
    };
    const { id } = (await this.#write('POST', '/skills', skill)) as Skill;
    this.#skills.push(this.#ledger.addSkill(id, this.#token, { ...skill, is_active: true }));
  }

  async #changeSkill(): Promise<void> {
    const skill = this.#pick(this.#skills, this.#ledger.touchedSkills);
    if (!skill?.state.known) return;
    const change = { instructions: `Be ${this.#random.below(1000)} times briefer.` };
    const isToggle = this.#random.below(2) === 0;
    const { is_active } = skill.state.known;
    const next: SkillState = { ...skill.state.known, ...(isToggle ? { is_active: !is_active } : change) };
    skill.state.propose(next);
    if (isToggle) await this.#write('PATCH', `/skills/${skill.id}/toggle`);
    else await this.#write('PATCH', `/skills/${skill.id}`, change);
    skill.state.settle(next);
  }

  async #deleteSkill(): Promise<void> {
    const skill = this.#pick(this.#skills, this.#ledger.touchedSkills);
    if (!skill?.state.known || this.#random.below(2) === 0) return;
    skill.state.propose(null);
    await this.#write('DELETE', `/skills/${skill.id}`);
    skill.state.settle(null);
  }

  /** Sends a turn, sometimes several times at once with the same key. */
  async #converse(): Promise<void> {
    const chat = this.#chatToTalkIn();
    const { turn, manners } = planTurn(chat, this.#random);
    const first: Channel = turn.isManual || manners.cancels ? 'streaming' : this.#channel();
    const repeats = this.#random.below(3) === 0 && !manners.cancels ? 1 + this.#random.below(3) : 0;
    const channels = [
      first,
      ...Array.from({ length: repeats }, () => (turn.isManual ? 'streaming' : this.#channel())),
    ];
    const sends = channels.map((channel) =>
      sendTurn(this.#caller, this.#ledger, turn, channel, manners).then((code) =>
        this.#check(turn, code, repeats),
      ),
    );
    const failed = (await Promise.allSettled(sends)).find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
    // The send that began the turn was answered, so its chat exists.
    if (chat.state.known === null) chat.state.settle({ name: null, is_favorite: false });
    if (!turn.outcome) this.#ledger.problem('wrong', `key ${turn.key} was sent and has no outcome`);
  }

  /** Only one of several simultaneous sends runs the turn. The others get the outcome, or the answer that it is in progress. */
  #check({ key }: SentTurn, code: string | undefined, repeats: number): void {
    if (code === undefined || (code === 'api_v1_turn_in_progress' && repeats > 0)) return;
    this.#ledger.problem('wrong', `key ${key} was answered ${code}`);
  }

  /** Returns an existing chat of this client, or a new one that the turn creates. */
  #chatToTalkIn(): KnownChat {
    const chat = this.#random.below(3) > 0 ? this.#pick(this.#chats, this.#ledger.touchedChats) : undefined;
    if (chat?.state.known && chat.turns.length < MOST_TURNS) return chat;
    const begun = this.#ledger.addChat(randomUUID(), this.#token, null);
    begun.state.propose({ name: null, is_favorite: false });
    this.#chats.push(begun);
    return begun;
  }

  #channel(): Channel {
    return this.#random.pick(['blocking', 'streaming']);
  }

  #pick<Known>(own: readonly Known[], touched: Set<Known>): Known | undefined {
    // Prefers recent ones, so that the same one is changed several times.
    const recent = own.slice(-20);
    const one = recent.length === 0 ? undefined : this.#random.pick(recent);
    if (one) touched.add(one);
    return one;
  }

  async #write(method: string, path: string, body?: unknown): Promise<unknown> {
    const ask: Ask = {
      token: this.#token,
      method,
      path,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const answer = await this.#caller.ask(ask);
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered ${JSON.stringify(answer)}`);
    this.#ledger.acknowledged += 1;
    return answer.body.data;
  }
}
