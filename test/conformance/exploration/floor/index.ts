import { CANCEL_DEFECTS } from './cancel.ts';
import { CHAT_DEFECTS } from './chats.ts';
import { CREDENTIAL_DEFECTS } from './credentials.ts';
import type { FloorDefect } from './defect.ts';
import { INTERACTION_DEFECTS } from './interactions.ts';
import { KEY_DEFECTS } from './keys.ts';
import { MESSAGE_DEFECTS } from './messages.ts';
import { PAGING_DEFECTS } from './paging.ts';
import { SKILL_DEFECTS } from './skills.ts';
import { STREAM_DEFECTS } from './streams.ts';

/**
 * Forty defects that need three requests or more to show. They were written from the service document alone, by an author who did not build the
 * exploration, so they measure what the exploration finds.
 */
export const FLOOR: readonly FloorDefect[] = [
  ...CHAT_DEFECTS,
  ...MESSAGE_DEFECTS,
  ...STREAM_DEFECTS,
  ...KEY_DEFECTS,
  ...INTERACTION_DEFECTS,
  ...CANCEL_DEFECTS,
  ...SKILL_DEFECTS,
  ...CREDENTIAL_DEFECTS,
  ...PAGING_DEFECTS,
];
