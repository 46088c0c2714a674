import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { describePeer } from './peer.ts';

const isInstalled = spawnSync('go', ['version']).status === 0;
const server = '.build/server';

beforeAll(() => {
  const options = { cwd: join(import.meta.dirname, 'gohttp') };
  if (isInstalled) execFileSync('go', ['build', '-o', server, '.'], options);
});

describePeer({
  name: 'gohttp',
  program: [server],
  missing: isInstalled ? undefined : 'there is no `go` in PATH',
  differences: [
    ['malformed-422,extra-members,other-2xx,nano-time'],
    ['omitempty,html-401,second-time,gzip'],
    ['chunks,large-ids,close,small-deltas'],
    ['problem-json,replay-all,silent-decline'],
    ['tasks-in-a-row,asks-to-ask'],
    // A stream that stays open costs the suite seconds, so this run has few.
    ['stays-open', '--fast', '--depth', 'basic'],
  ],
  mistakes: [
    // Drawn at random.
    ['cancel-creates-the-chat', 'cancel.chat', 'cancel.chat.missing'],
    ['citations-not-counted', 'turns.agents', 'errors.too-many-agents.answer'],
    ['cited-agent-skips-scope', 'credentials.attachments', 'turns.attachments.agent-scope'],
    [
      'claim-kept-after-unsent-decision',
      'interactions.undelivered',
      'interactions.undelivered.pending-again',
    ],
    ['concurrent-decisions-both-accepted', 'errors.action-not-pending', 'errors.action-not-pending.claimed'],
    ['deleted-chat-messages-still-readable', 'states.deleted', 'states.chat.deletion-removes'],
    ['embedding-models-in-catalog', 'catalog.models', 'catalog.models.completion-only'],
    ['held-scopes-listed-as-missing', 'credentials.attachments', 'errors.scope-not-allowed.required-scopes'],
    ['limited-credential-creates-skills', 'skills.allowlist', 'errors.creation-denied.answer'],
    ['ping-ts-in-milliseconds', 'stream.ping', 'events.ping.epoch-seconds'],
    ['references-checked-on-creation-only', 'skills.citations', 'skills.update.revalidates-citations'],
    ['refused-skill-update-saves-name', 'skills.citations', 'errors.references-invalid.nothing-saved'],
    ['replay-of-cancelled-says-completed', 'idempotency.ended.cancelled', 'idempotency.replay.cancelled'],
    ['same-key-race-runs-two-turns', 'idempotency.running.blocking.at-once', 'idempotency.replay.not-rerun'],
    ['skills-default-to-twenty', 'lists.size', 'lists.size.default-fifty'],
    // Hard to find.
    ['agents-object-in-history', 'messages.agents', 'messages.agents.absent-from-history'],
    [
      'disabled-agents-block-plain-turns',
      'errors.agents-disabled',
      'errors.agents-disabled.without-selection',
    ],
    ['disconnected-stream-loses-outcome', 'turns.disconnect', 'idempotency.replay.after-disconnect'],
    ['interaction-clock-belongs-to-turn', 'interactions.expiry', 'interactions.expiry.answer-in-time'],
    ['metadata-null-members-dropped', 'messages.everywhere', 'messages.metadata.echoed'],
    ['no-start-when-model-fails-at-once', 'idempotency.ended.failed-at-once', 'stream.start.always'],
    ['ping-timer-fires-once', 'stream.ping', 'stream.ping.cadence'],
    ['stream-skips-key-conflict', 'idempotency.conflict', 'stream.refusal.idempotency-conflict'],
    // Written from the document alone, and missed at first.
    ['expiry-slides-with-each-attempt', 'interactions.expiry', 'interactions.expiry.after-110-seconds'],
    ['busy-send-runs-later', 'states.running', 'states.chat.second-send-refused'],
    ['cancel-lost-after-expiry', 'interactions.expiry', 'cancel.turn.live-turn'],
    ['chat-busy-after-expiry', 'interactions.expiry', 'turns.send.exists'],
    ['chat-written-back-at-turn-end', 'chats.update.during-turn', 'chats.update.is-favorite'],
    ['conflicting-send-runs', 'idempotency.ended.completed', 'errors.idempotency-conflict.answer'],
    ['disabled-agents-keep-chat-busy', 'errors.agents-disabled', 'errors.agents-disabled.answer'],
    ['expiry-closes-later-questions', 'interactions.expiry', 'interactions.expiry.answer-in-time'],
    ['foreign-change-takes-effect', 'credentials.ownership', 'credentials.ownership.chats'],
    ['foreign-send-keeps-chat-busy', 'credentials.ownership', 'credentials.ownership.chats'],
    [
      'refused-cancel-takes-effect',
      'interactions.elicitation',
      'interactions.state.respond-elicitation-resolves',
    ],
    ['replay-frees-busy-chat', 'states.running', 'states.chat.second-send-refused'],
    [
      'resolved-question-cancel-takes-effect',
      'interactions.second',
      'interactions.state.respond-elicitation-resolves',
    ],
    ['skill-total-counts-deleted', 'lists.in-quiet', 'lists.meta.total'],
    ['streamed-turn-is-no-activity', 'chats.moments', 'chats.updated-at.last-activity'],
    ['too-long-send-keeps-chat-busy', 'requests.sendMessage.content', 'errors.content-too-long.answer'],
    ['two-first-sends-both-run', 'states.busy.at-once', 'states.chat.one-running-turn'],
    ['undelivered-cancel-in-history', 'cancel.undelivered', 'cancel.undelivered.turn-goes-on'],
    [
      'unprepared-turn-keeps-chat-busy',
      'errors.agents-unavailable',
      'errors.agents-unavailable.nothing-started',
    ],
    ['upstream-failure-without-ids', 'errors.turn-failed', 'errors.turn-failed.data-ids'],
  ],
});
