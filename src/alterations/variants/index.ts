import type { Variant } from '../alteration.ts';
import { answeringVariants } from './answering.ts';
import { answerVariants } from './answers.ts';
import { askingVariants } from './asking.ts';
import { bodyVariants } from './bodies.ts';
import { cancelVariants } from './cancelling.ts';
import { carrierVariants } from './carriers.ts';
import { chatStoreVariants } from './chat-store.ts';
import { chatVariants } from './chats.ts';
import { credentialVariants } from './credentials.ts';
import { expiryVariants } from './expiring.ts';
import { failureVariants } from './failures.ts';
import { framingVariants } from './framing.ts';
import { idempotencyVariants } from './idempotency.ts';
import { listVariants } from './lists.ts';
import { messageVariants } from './messages.ts';
import { nullVariants } from './nulls.ts';
import { sendVariants } from './sends.ts';
import { skillVariants } from './skills.ts';
import { spellingVariants } from './spellings.ts';
import { streamVariants } from './streams.ts';

/**
 * Every variant, by topic. When several run together, each one decorates the result of those before it. So variants that change behaviour
 * come before variants that change how it is shown.
 */
export const VARIANTS: readonly Variant[] = [
  ...chatStoreVariants,
  ...askingVariants,
  ...expiryVariants,
  ...sendVariants,
  ...idempotencyVariants,
  ...chatVariants,
  ...bodyVariants,
  ...skillVariants,
  ...cancelVariants,
  ...answeringVariants,
  ...listVariants,
  ...messageVariants,
  ...streamVariants,
  ...failureVariants,
  ...answerVariants,
  ...credentialVariants,
  ...nullVariants,
  ...framingVariants,
  ...spellingVariants,
  ...carrierVariants,
];

/** The open points of weight high or medium that have no variant, with the reasons. */
export const WITHOUT_VARIANT: Readonly<Record<string, string>> = {
  'A-05': 'It is about how clients read codes. Every answer of a server is a row in all readings.',
  'A-39': 'It has one reading: the default is refused.',
  'A-50': 'Its readings differ in what a model delegates, which the script in a prompt decides.',
  'A-61': 'The profile states how many attachments are too many, however they are counted.',
  'A-66': 'It has one reading: the key is checked first.',
  'A-77': 'It has one reading: a save that is not confirmed is reported as such.',
  'A-105': 'It has one reading: states inside the server show only as 409.',
  'A-109':
    'Its readings differ in a race between a cancellation and the end of a turn, which no request can create.',
  'A-129':
    'Its readings differ for credentials that are limited in other resources, which the profile would have to name.',
  'A-131': 'It has one reading: the ids of the catalog are the ids of attachments.',
  'A-132': 'Whether agents are enabled is a fact about the company, which the seed and the profile state.',
  'A-134': 'It has one reading: a list that an allowlist empties is present and empty.',
  'A-137': 'It is about a word, and no answer depends on it.',
};
