import type { Need, OperationId, RequirementId } from '../../../../generated/ids.d.ts';
import type { RequestMember } from '../../../../generated/request-members.d.ts';
import type { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import type { CheckContext } from '../check-kit/context.ts';
import type { RaisingPlace } from '../check-kit/raising-places.ts';
import type { MemberValue } from './member-value.ts';
import type { Request } from './request.ts';

/** A situation for requests of one operation. */
export interface RequestSituation {
  readonly operation: OperationId;
  /** Last part of the ids of checks, if an operation has several situations. */
  readonly name?: string;
  /** The interaction that the turn raises, if the request answers it. */
  readonly asks?: RaisingPlace['situation'];
  readonly needs: readonly Need[];
  /** Whether all values share one setup, because it costs a turn. The setup then does not depend on the value. */
  readonly isShared?: boolean;
  /** Requirements that the situation itself verifies when a request is refused. Empty if it cannot show what a request changes. */
  readonly verifies?: readonly RequirementId[];
  /** Which items of arrays change. Default: each. */
  readonly which?: 'each' | 'last';
  /** Selects the values to test here. All by default. */
  isFor?(member: RequestMember, value: MemberValue): boolean;
  /** @param id marks texts, as in `MemberValue.make` */
  arrange(t: CheckContext, member: RequestMember, value: MemberValue, id: string): Promise<Arranged>;
}

/** A situation that has been set up. */
export interface Arranged {
  /** The simplest valid request, in which one member is then changed. */
  readonly plain: SoundRequest;
  /**
   * Other requests in which a service must also refuse an invalid value. How members combine in valid requests is checked with each
   * operation.
   */
  readonly further?: readonly SoundRequest[];
  /** Other requests that show the default of a member that is left out. */
  readonly beside?: readonly SoundRequest[];
  /** Claims that refused requests changed nothing. */
  expectUnchanged?(requirements: readonly RequirementId[]): Promise<void>;
}

export interface SoundRequest {
  readonly request: Request;
  /** Whether a service may refuse the request for another reason first. */
  readonly isUncertain?: boolean;
  /** Claims that a request was refused. By default any 4xx. */
  expectRefused?(sent: Answer | LiveStream, requirements: readonly RequirementId[]): Promise<void>;
  /** Claims that the member has its new value, or its default, wherever it shows. */
  expectTaken(
    sent: Answer | LiveStream,
    requirements: readonly RequirementId[],
    value: unknown,
  ): Promise<void>;
  /** Claims that each of the values is refused or clamped into the range. @param ask sends a request with a value */
  expectWithin?(
    values: readonly unknown[],
    ask: (value: unknown) => Promise<Answer | LiveStream>,
    requirements: readonly RequirementId[],
  ): Promise<void>;
}
