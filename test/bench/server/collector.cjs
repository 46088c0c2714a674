// Preloaded into a server with --expose-gc and an IPC channel: collects garbage on each message, and then sends a reply.
process.on('message', () => {
  global.gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  process.send('collected');
});
process.channel.unref();
