/** Loads the package as modules and as CommonJS, as a program does whose dependencies differ. An error of one is an error of the other. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import * as client from 'conversation-api';
import * as relay from 'conversation-api/relay';

const require = createRequire(import.meta.url);
const required = require('conversation-api');
assert.notEqual(required.createClient, client.createClient);
assert.deepEqual(Object.keys(required).sort(), Object.keys(client).sort());

const failing = { baseUrl: 'http://127.0.0.1:1', token: 'harbor-main', maxRetries: 0 };
const classes = [client, relay, required, require('conversation-api/relay')];
for (const { createClient } of [client, required]) {
  const error = await createClient(failing)
    .catalog.get()
    .catch((reason) => reason);
  assert.equal(error.kind, 'connection');
  for (const { ConversationApiError } of classes) assert.ok(error instanceof ConversationApiError);
}
for (const { ConversationApiError } of classes) {
  class Mine extends ConversationApiError {
    constructor() {
      super({ kind: 'unknown', message: 'mine' });
    }
  }
  const mine = new Mine();
  assert.ok(mine instanceof Mine && mine instanceof client.ConversationApiError);
  assert.ok(!(new client.ConversationApiError({ kind: 'unknown', message: 'x' }) instanceof Mine));
  for (const other of [new Error('x'), {}, Object('x')]) assert.ok(!(other instanceof ConversationApiError));
}

const relays = ['fetch', 'next', 'hono', 'express', 'fastify'].map((name) => `relay/${name}`);
for (const entry of [
  ...relays,
  'follow',
  'errors',
  'log',
  'events',
  'validators',
  'conformance',
  'reference',
]) {
  const names = Object.keys(await import(`conversation-api/${entry}`)).filter(
    (name) => name !== 'module.exports',
  );
  const loaded = require(`conversation-api/${entry}`);
  for (const name of names.filter((name) => name !== 'default'))
    assert.ok(name in loaded, `${entry}: ${name}`);
}
console.log('done');
