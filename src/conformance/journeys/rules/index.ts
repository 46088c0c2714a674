import { afterFailedAnswer, eachAnswered, oneDecisionEach, ownEndpoint, verbatimId } from './answers.ts';
import { answeredAsGiven, sentAsGiven, tokenAsGiven, turnAsGiven } from './given.ts';
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
  tokenAsGiven,
  keyPresent,
  sameBody,
  sameKeyAfterUnknown,
  newKeyAfterRetryable,
  sentAsGiven,
  turnAsGiven,
  verbatimId,
  ownEndpoint,
  eachAnswered,
  oneDecisionEach,
  answeredAsGiven,
  afterFailedAnswer,
  waitsForAnswer,
  pingsIgnored,
  cancelsAgain,
  leavesWithoutCancel,
  usesStream,
  looksBeforeRepeating,
  requestsTaken,
];
