import { rewriteAnswers } from '../decorators/rewrite.ts';
import type { Breakage } from './breakage.ts';

/** What this area's requirements forbid, each done. */
export const failureBreakages: readonly Breakage[] = [
  {
    id: 'failures.data.extra-facts',
    requirement: 'failures.data.extra-facts',
    port: 'exchange',
    behaviour: 'A busy chat names its turn in meta, and has no data.',
    exchange: rewriteAnswers('sendMessage', ({ data, ...body }) =>
      body.message_code === 'api_v1_chat_busy'
        ? { ...body, meta: { ...body.meta, ...data } }
        : { ...body, data },
    ),
  },
];
