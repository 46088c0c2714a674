import { answeringVariants } from './answering.ts';
import { answerVariants } from './answers.ts';
import { askingVariants } from './asking.ts';
import { bodyVariants } from './bodies.ts';
import { cancelVariants } from './cancelling.ts';
import { chatStoreVariants } from './chat-store.ts';
import { chatVariants } from './chats.ts';
import { credentialVariants } from './credentials.ts';
import { failureVariants } from './failures.ts';
import { framingVariants } from './framing.ts';
import { idempotencyVariants } from './idempotency.ts';
import { listVariants } from './lists.ts';
import { messageVariants } from './messages.ts';
import { sendVariants } from './sends.ts';
import { skillVariants } from './skills.ts';
import { streamVariants } from './streams.ts';
import type { Variant } from './variant.ts';

/**
 * Every variant, by topic. Of several, each sees what those before it have made of the service: what changes behaviour
 * stands before what changes how it is told.
 */
export const VARIANTS: readonly Variant[] = [
  ...chatStoreVariants,
  ...askingVariants,
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
  ...framingVariants,
];
