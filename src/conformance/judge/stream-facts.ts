import type { Judgement } from './judgement.ts';
import type { TurnRequest } from './rules/rule.ts';

/** What is known about a stream besides its bytes. */
export interface StreamFacts {
  /** Number of the exchange in its recording, which findings then carry. */
  readonly exchange?: number | undefined;
  readonly request?: TurnRequest | undefined;
  /** The turn's mode where the request is not known. */
  readonly permissionMode?: 'manual' | 'auto' | undefined;
  /** How many times faster than the clock the server's timers ran; absent where the input has no times. */
  readonly timeScale?: number | undefined;
  /** Whether the head of the response is known, and judged elsewhere. */
  readonly hasHead?: boolean | undefined;
  /** Whether a stream that is cut was left on purpose, or is somebody else's to tell of: a live run knows. */
  readonly mayBeLeft?: boolean | undefined;
  /** Whether the bytes are those of the wire; false where they were rebuilt from events. */
  readonly hasFraming?: boolean | undefined;
  /** Most bytes that one event may have; a larger one ends the judging, as incomplete. */
  readonly eventBytes?: number | undefined;
  /** Called after each large event, with the length of its data. */
  readonly onGarbage?: ((length: number) => void) | undefined;
  /** False sends every event the general way. For the test that holds the fast path to it. */
  readonly allowsFastPath?: boolean | undefined;
}

/** What an input may lack, the rules that then cannot judge, and what to tell of them. */
const UNJUDGED = {
  times: {
    reason: 'the input has no arrival times',
    requirements: ['stream.ping.cadence', 'interactions.pause.pings'],
  },
  request: {
    reason: 'the input does not have the request',
    requirements: [
      'events.error.agents-if-carried',
      'events.start.chat-id-of-path',
      'messages.agents.only-when-carried',
      'messages.agents.present-when-carried',
      'messages.metadata.echoed',
    ],
  },
  mode: {
    reason: 'the input does not tell the permission_mode of the turn; --permission-mode does',
    requirements: ['stream.action.manual-only'],
  },
  head: {
    reason: 'the input does not have the head of the response',
    requirements: ['stream.response.event-stream'],
  },
  framing: {
    reason: 'the input has events, not the bytes that they came in',
    requirements: ['stream.framing.event-and-data', 'stream.framing.utf8'],
  },
} as const;

/** Notes the requirements that the input cannot show, with the reason. */
export function noteUnjudged(judgement: Judgement, facts: StreamFacts): void {
  const lacks = {
    times: facts.timeScale === undefined,
    request: !facts.request,
    mode: !facts.request && !facts.permissionMode,
    head: !facts.hasHead,
    framing: facts.hasFraming === false,
  };
  for (const [lack, { reason, requirements }] of Object.entries(UNJUDGED)) {
    if (!lacks[lack as keyof typeof UNJUDGED]) continue;
    for (const requirement of requirements) judgement.cannotJudge(requirement, reason);
  }
}
