/** A turn of a chat in a React component. */
import type { ActionEvent, TurnEvent } from 'conversation-api';
import { answered, follow, type TurnState, WAITING } from 'conversation-api/follow';
import type { TurnStream } from 'conversation-api/relay';
import { useEffect, useRef, useState } from 'react';

/** Sends what a person wrote. Pass the signal on: it says that nobody follows the turn any more. */
export type OpenTurn = (content: string, signal: AbortSignal) => TurnStream | Promise<TurnStream>;

/** A turn as a component shows it, and what a person can do about it. */
export interface UsedTurn {
  /** What there is to show. Before the first turn its status is `waiting`. */
  readonly state: TurnState;
  /** The questions that wait for an answer, with the methods that answer them. */
  readonly questions: readonly ActionEvent[];
  /** What was thrown, such as a lost connection. A turn that failed is in `state.error`. */
  readonly failure: unknown;
  /** Sends a turn and follows it to its end. A turn that is still followed is left; it goes on at the service. */
  send(content: string): Promise<void>;
  /** Takes a question away once its answer has arrived: `answer(question, question.approve())`. */
  answer(question: ActionEvent, reply: Promise<unknown>): Promise<void>;
  /** Stops the turn, which then ends as cancelled. */
  stop(): Promise<void>;
}

interface View {
  readonly state: TurnState;
  readonly asked: readonly ActionEvent[];
  readonly failure: unknown;
}

const EMPTY: View = { state: WAITING, asked: [], failure: undefined };

/** Follows one turn at a time. Leaves it when the component goes away. */
export function useTurn(open: OpenTurn): UsedTurn {
  const [view, setView] = useState(EMPTY);
  const leaving = useRef<AbortController>(undefined);
  const turn = useRef<TurnStream>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);

  /** Does something that can fail, and shows the failure while the turn is shown. */
  const attempt = async (signal: AbortSignal | undefined, act: () => Promise<void>) => {
    try {
      await act();
    } catch (failure) {
      if (!signal?.aborted) setView((before) => ({ ...before, failure }));
    }
  };

  return {
    state: view.state,
    questions: view.asked.filter(({ data }) => view.state.interactions.includes(data)),
    failure: view.failure,
    async send(content) {
      leaving.current?.abort();
      leaving.current = new AbortController();
      const { signal } = leaving.current;
      setView(EMPTY);
      await attempt(signal, async () => {
        turn.current = await open(content, signal);
        for await (const event of turn.current) {
          if (signal.aborted) return;
          setView((before) => withEvent(before, event));
        }
      });
    },
    async answer({ data }, reply) {
      await attempt(leaving.current?.signal, async () => {
        await reply;
        setView((before) => ({ ...before, state: answered(before.state, data.action_id) }));
      });
    },
    async stop() {
      await attempt(leaving.current?.signal, async () => void (await turn.current?.cancel()));
    },
  };
}

function withEvent({ state, asked, failure }: View, event: TurnEvent): View {
  const isQuestion = event.type === 'message.action_required';
  return { state: follow(state, event), asked: isQuestion ? [...asked, event] : asked, failure };
}
