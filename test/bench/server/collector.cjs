// Preloaded into a server that runs with --expose-gc and a channel: collects garbage when asked, and says when it has.
process.on('message', () => {
  global.gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  process.send('collected');
});
process.channel.unref();
