import { afterFailedAnswer, eachAnswered, oneDecisionEach, ownEndpoint, verbatimId } from './answers.ts';
import { sentAsGiven } from './given.ts';
import { keyPresent, newKeyAfterRetryable, sameBody, sameKeyAfterUnknown } from './keys.ts';
import { requestsTaken } from './requests.ts';
import type { Rule } from './rule.ts';
import {
  cancelsAgain,
  leavesWithoutCancel,
  looksBeforeRepeating,
  pingsIgnored,
  usesStream,
  waitsForAnswer,
} from './turns.ts';

/** Everything that is judged of the requests of a client, in every journey. */
export const RULES: readonly Rule[] = [
  keyPresent,
  sameBody,
  sameKeyAfterUnknown,
  newKeyAfterRetryable,
  sentAsGiven,
  verbatimId,
  ownEndpoint,
  eachAnswered,
  oneDecisionEach,
  afterFailedAnswer,
  waitsForAnswer,
  pingsIgnored,
  cancelsAgain,
  leavesWithoutCancel,
  usesStream,
  looksBeforeRepeating,
  requestsTaken,
];
