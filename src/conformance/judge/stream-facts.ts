import type { RequirementId } from '../../../generated/ids.d.ts';
import type { Judgement } from './judgement.ts';
import type { TurnRequest } from './rules/rule.ts';
import type { Delays } from './timing.ts';

/** Facts about a stream besides its bytes. */
export interface StreamFacts {
  /** Number of the exchange in its recording. Findings then have it. */
  readonly exchange?: number | undefined;
  readonly request?: TurnRequest | undefined;
  /** Ids of agents that the sender may not use. Whether a turn carries an agent that is out of reach is open. */
  readonly outOfReach?: ReadonlySet<unknown> | undefined;
  /** Whether the stream is known to answer a send that was sent before. */
  readonly isReplay?: boolean | undefined;
  /** Whether the stream is the successful answer to a streaming send, so that it must have events. */
  readonly isTurn?: boolean | undefined;
  /** The mode of the turn, if the request is unknown. */
  readonly permissionMode?: 'manual' | 'auto' | undefined;
  /** How many times faster than real time the server's timers ran. Absent if the input has no times. */
  readonly timeScale?: number | undefined;
  /** What a live run measured. Absent for a recording. */
  readonly delays?: Delays | undefined;
  /** Whether the head of the response is known. ExchangeJudge judges it. */
  readonly hasHead?: boolean | undefined;
  /** Whether the stream may be cut without being reported as incomplete. A live run reports broken streams itself. */
  readonly mayBeLeft?: boolean | undefined;
  /** Whether a live run has made sure that the answer comes from the service. */
  readonly isOfService?: boolean | undefined;
  /** False if the bytes were rebuilt from events, so that the framing of the wire is unknown. */
  readonly hasFraming?: boolean | undefined;
  /** Largest event, in bytes. A larger one ends the judging, and the judgement is then incomplete. */
  readonly eventBytes?: number | undefined;
  /** Largest body that is no stream, in bytes; by default as large as an event. */
  readonly bodyBytes?: number | undefined;
  /** Called after each large event, with the length of its data. */
  readonly onGarbage?: ((length: number) => void) | undefined;
  /** Gets every event that the judge reads. Without it, the judge may read several events at once. */
  readonly listener?: StreamListener | undefined;
  /** Gets what shows the course of a turn. Deltas are read at once nevertheless. */
  readonly watcher?: ExchangeWatcher | undefined;
}

/** Follows an exchange that is judged. It throws nothing. */
export interface ExchangeWatcher {
  /** Called with each event but deltas before it is judged, with its data, which may be anything, and with its time in milliseconds of the recording's clock. */
  event(type: string, data: unknown, at: number): void;
  /** Called with the body of a whole answer in JSON. */
  answered(status: number, body: unknown, at: number): void;
}

/** An event as it was read. */
export interface ReadEvent {
  readonly type: string;
  readonly text: string;
  /** Undefined if the text is not JSON. */
  readonly value: unknown;
}

/** Follows a stream that is judged. It throws nothing. */
export interface StreamListener {
  /** Called with each event once it is judged, and also if a defect of the suite kept it from being judged. */
  event(event: ReadEvent): void;
  /** Called if the rest of the stream cannot be read. Without a listener, that makes the judgement incomplete. */
  unreadable(error: Error): void;
}

/** By what an input may lack: the requirements that then cannot be judged, and the reason for the report. */
const UNJUDGED = {
  times: {
    reason: 'the input has no arrival times',
    requirements: ['stream.ping.cadence'],
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
    reason: 'the permission_mode of the turn is unknown; set it with --permission-mode',
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
} as const satisfies Readonly<Record<string, { reason: string; requirements: readonly RequirementId[] }>>;

/** Notes the requirements that cannot be judged on such an input, with the reason. */
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
