/** Imports every entry that has types. */
import { createClient } from 'conversation-api';
import { ConversationApiError } from 'conversation-api/client';
import { judge, runSuite } from 'conversation-api/conformance';
import { eventTypes } from 'conversation-api/events';
import { defaultSeed, startReferenceServer } from 'conversation-api/reference';
import type { StreamEvent } from 'conversation-api/types';
import { matchesContract } from 'conversation-api/validators';

export const names: readonly StreamEvent['type'][] = eventTypes;
export const entries = [
  createClient,
  ConversationApiError,
  judge,
  runSuite,
  startReferenceServer,
  matchesContract,
];
export const seed: string = defaultSeed;
