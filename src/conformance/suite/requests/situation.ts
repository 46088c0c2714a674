import type { Need, OperationId, RequirementId } from '../../../../generated/ids.d.ts';
import type { RequestMember } from '../../../../generated/request-members.d.ts';
import type { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import type { CheckContext } from '../check-kit/context.ts';
import type { RaisingPlace } from '../check-kit/interaction-replies.ts';
import type { MemberValue } from './member-value.ts';
import type { Request } from './request.ts';

/** A place that requests of one operation are sent to. */
export interface RequestSituation {
  readonly operation: OperationId;
  /** Last part of the ids of checks, where an operation has several situations. */
  readonly name?: string;
  /** What the turn asks for, if the request answers it. */
  readonly asks?: RaisingPlace['situation'];
  readonly needs: readonly Need[];
  /** Whether one arrangement serves all values, since it costs a turn. It then depends on none of them. */
  readonly isShared?: boolean;
  /** What the situation itself verifies where a request is refused. */
  readonly verifies?: readonly RequirementId[];
  /** Which items of arrays change. Default: each. */
  readonly which?: 'each' | 'last';
  /** The values that are tried here, if not all are. */
  isFor?(member: RequestMember, value: MemberValue): boolean;
  /** @param id what texts are marked with, as `MemberValue.make` marks them */
  arrange(t: CheckContext, member: RequestMember, value: MemberValue, id: string): Promise<Arranged>;
}

/** A situation that was brought about. */
export interface Arranged {
  /** The plainest request in which nothing is wrong, to be changed in one member. */
  readonly plain: SoundRequest;
  /** Others, in which a service must refuse a value too. What it takes beside other members is checked with each operation. */
  readonly further?: readonly SoundRequest[];
  /** Claims that refused requests changed nothing. */
  expectUnchanged?(requirements: readonly RequirementId[]): Promise<void>;
}

export interface SoundRequest {
  readonly request: Request;
  /** Whether a service may refuse it for another reason, and say so first. */
  readonly isUncertain?: boolean;
  /** Claims that a request was refused. By default it is a 4xx. */
  expectRefused?(sent: Answer | LiveStream, requirements: readonly RequirementId[]): Promise<void>;
  /** Claims that the member has its new value, or its default, wherever it shows. */
  expectTaken(
    sent: Answer | LiveStream,
    requirements: readonly RequirementId[],
    value: unknown,
  ): Promise<void>;
  /** Claims that a request with each of the values is refused, or answered within the range. @param ask sends one */
  expectWithin?(
    values: readonly unknown[],
    ask: (value: unknown) => Promise<Answer | LiveStream>,
    requirements: readonly RequirementId[],
  ): Promise<void>;
}
