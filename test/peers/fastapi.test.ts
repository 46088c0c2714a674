import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describePeer } from './peer.ts';

const python = '.venv/bin/python';
const isInstalled = existsSync(join(import.meta.dirname, 'fastapi', python));

describePeer({
  name: 'fastapi',
  program: [python, 'server.py'],
  missing: isInstalled ? undefined : 'FastAPI is not installed; test/peers/fastapi/README.md says how',
  differences: [
    ['bad-request,extra-members,other-2xx'],
    ['html-401,whole-seconds,large-ids,member-order,compressed'],
    ['no-offset,full-format,replay-everything,chunks'],
    ['absent-when-nothing,unlisted-running,closed-list,clamp'],
    // Interactions expire only in checks that --fast leaves out.
    ['expiry-cancels', '--only', 'interactions.expiry'],
    // A stream that stays open costs the suite seconds, so this run has few.
    ['stays-open', '--fast', '--depth', 'basic'],
    ['failure-before-dispatch-as-upstream-error'],
    ['many-readings'],
  ],
  mistakes: [
    // Drawn at random.
    ['agents-object-in-history', 'messages.agents', 'messages.agents.absent-from-history'],
    ['blocking-defaults-to-auto', 'turns.mode', 'turns.mode.default-manual'],
    ['busy-reported-inside-stream', 'states.running', 'stream.refusal.chat-busy'],
    ['citations-not-counted', 'turns.agents', 'errors.too-many-agents.answer'],
    ['cited-agent-skips-scope', 'credentials.attachments', 'turns.attachments.agent-scope'],
    [
      'decline-needs-content',
      'interactions.respond-elicitation',
      'interactions.respond-elicitation.others-need-none',
    ],
    ['failed-turn-leaves-chat-busy', 'states.busy.free-after-failed', 'errors.chat-busy.message-id'],
    ['favorite-filter-lost-after-page-one', 'lists.walk', 'lists.page.selects-slice'],
    ['late-cancel-kills-next-turn', 'cancel.turn.after-end', 'cancel.turn.live-turn'],
    ['metadata-leaks-into-next-turn', 'messages.own', 'messages.metadata.echoed'],
    ['ping-ts-in-milliseconds', 'stream.ping', 'events.ping.epoch-seconds'],
    ['rejected-decision-reopens-interaction', 'errors.decision-rejected', 'errors.decision-rejected.closed'],
    ['skill-update-resets-unsent', 'skills.update', 'skills.update.only-sent-fields'],
    ['terminal-before-save', 'stream.after-save', 'stream.terminal.after-save'],
    ['upstream-error-retryable', 'events.error.replay', 'events.error.upstream-not-retryable'],
    // Hard to find.
    ['auto-turn-inherits-manual', 'stream.action', 'stream.action.manual-only'],
    ['cancel-ignored-while-waiting', 'states.running.pending-elicitation', 'cancel.turn.ends-cancelled'],
    ['catalog-cached-per-user', 'catalog', 'catalog.connectors.scope'],
    [
      'claim-kept-after-unsent-decision',
      'interactions.undelivered',
      'interactions.undelivered.pending-again',
    ],
    ['deleted-chat-messages-still-readable', 'states.deleted', 'states.chat.deletion-removes'],
    ['failure-outcome-not-stored', 'idempotency.ended.failed', 'errors.turn-failed.same-as-replay'],
    ['fifteenth-agent-refused', 'turns.agents', 'turns.agents.limit'],
    ['interaction-clock-belongs-to-turn', 'interactions.expiry', 'interactions.expiry.answer-in-time'],
    ['metadata-null-members-dropped', 'messages.everywhere', 'messages.metadata.echoed'],
    ['no-start-when-model-fails-at-once', 'idempotency.ended.failed-at-once', 'stream.start.always'],
    ['one-lock-per-channel', 'states.running.disconnected-turn', 'states.chat.one-running-turn'],
    ['parallel-interactions-overwrite', 'stream.action', 'stream.action.resolved-separately'],
    ['ping-timer-fires-once', 'stream.ping', 'stream.ping.cadence'],
    ['refused-skill-update-saves-name', 'skills.citations', 'errors.references-invalid.nothing-saved'],
    ['rename-skips-the-owner-check', 'credentials.ownership', 'credentials.ownership.chats'],
    ['replay-of-cancelled-says-completed', 'idempotency.ended.cancelled', 'idempotency.replay.cancelled'],
    ['same-key-race-runs-two-turns', 'idempotency.running.blocking.at-once', 'idempotency.replay.not-rerun'],
    ['second-cancel-auth-accepted', 'interactions.auth-required', 'errors.action-not-pending.answer'],
    ['shared-users-merged', 'skills.sharing', 'skills.update.replaces-shared-users'],
    ['stream-skips-key-conflict', 'idempotency.conflict', 'stream.refusal.idempotency-conflict'],
    ['task-ids-renumbered-in-history', 'agents.task', 'agents.task.correlates'],
    ['undelivered-cancel-stops-turn', 'cancel.undelivered', 'cancel.undelivered.turn-goes-on'],
  ],
});
