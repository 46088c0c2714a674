import { randomUUID } from 'node:crypto';
import { inExchange, refusing, rewriteBodies } from '../../decorators/in-exchange.ts';
import { rewriteAnswers, rewriteEvents, rewriteRequests, withHeader } from '../../decorators/rewrite.ts';
import type { Breakage } from '../breakage.ts';

const NO_KEY = 'api_v1_idempotency_key_required';

/** What the requirements of the sends and the listing forbid, each done. */
export const turnSendBreakages: readonly Breakage[] = [
  inExchange('turns.listing.exists', 'The turns of a chat are not listed.', refusing('listMessages')),
  inExchange(
    'turns.listing.chronological',
    'The turns of a chat are listed backwards.',
    rewriteAnswers('listMessages', (body) =>
      Array.isArray(body.data) ? { ...body, data: body.data.reverse() } : body,
    ),
  ),
  inExchange('turns.send.exists', 'There is no blocking send.', refusing('sendMessage')),
  inExchange('turns.stream.exists', 'There is no streaming send.', refusing('streamMessage')),
  ...(['send', 'stream'] as const).flatMap((way) => {
    const operation = way === 'send' ? 'sendMessage' : 'streamMessage';
    return [
      inExchange(
        `turns.${way}.requires-key/made-up`,
        'A turn that is sent without a key gets one.',
        rewriteRequests(operation, (request) =>
          withHeader(request, 'idempotency-key', request.header('idempotency-key') ?? randomUUID()),
        ),
      ),
      inExchange(
        `turns.${way}.requires-key/status`,
        'A turn without a key is refused with 422.',
        rewriteAnswers(
          operation,
          (body) => body,
          (status, body) => (body.message_code === NO_KEY ? 422 : status),
        ),
      ),
    ];
  }),
  inExchange(
    'turns.send.only-auto/manual',
    'The blocking send takes manual, and runs the turn as auto.',
    rewriteBodies('sendMessage', (body) =>
      body.permission_mode === 'manual' ? { ...body, permission_mode: 'auto' } : body,
    ),
  ),
  ...['turns.send.only-auto/default', 'turns.mode.default-manual'].map((id) =>
    inExchange(
      id,
      'A blocking send that names no mode runs as auto.',
      rewriteBodies('sendMessage', (body) => ({ permission_mode: 'auto', ...body })),
    ),
  ),
  inExchange(
    'turns.mode.optional/named',
    'A stream does not open when a mode is named.',
    refusing('streamMessage', (body) => body.permission_mode !== undefined),
  ),
  inExchange(
    'turns.mode.optional/unnamed',
    'A stream does not open when no mode is named.',
    refusing('streamMessage', (body) => body.permission_mode === undefined),
  ),
  inExchange(
    'turns.stream.accepts-auto',
    'A stream does not open in mode auto.',
    refusing('streamMessage', (body) => body.permission_mode === 'auto'),
  ),
  inExchange(
    'turns.stream.default-manual',
    'A streamed turn that names no mode runs as auto.',
    rewriteBodies('streamMessage', (body) => ({ permission_mode: 'auto', ...body })),
  ),
  inExchange(
    'turns.mode.auto-runs-tools/asks',
    'A streamed turn asks for approval in mode auto too.',
    rewriteBodies('streamMessage', (body) => ({ ...body, permission_mode: 'manual' })),
  ),
  inExchange(
    'turns.mode.auto-runs-tools/hides',
    'A streamed turn does not tell that a tool has run.',
    rewriteEvents(() => (event) => [
      event.type === 'message.completed' ? { ...event, data: { ...event.data, steps: [] } } : event,
    ]),
  ),
];
