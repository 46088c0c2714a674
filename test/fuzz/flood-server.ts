import { openRawTarget, respond, STREAM_HEAD } from '../conformance/run/raw-target.ts';

// A process that answers every request with as many bytes as the suite accepts. Prints its address.

const CHAT = '0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604';
const MEBIBYTE = 1024 * 1024;

const envelope = (data: string) =>
  `{"status":"success","message":"ok","message_code":"api_v1_ok","data":${data},"meta":{"request_id":"${CHAT}"}}`;
const chat = `{"id":"${CHAT}","name":null,"is_favorite":false,"permission_mode":"auto","model_id":null,"created_at":"2026-03-02T08:30:00Z","updated_at":"2026-03-02T08:30:00Z"}`;
const repeat = (item: string, bytes: number) => `[${`${item},`.repeat(bytes / (item.length + 1))}${item}]`;

const bodies = {
  chats: envelope(repeat(chat, 1.9 * MEBIBYTE)),
  numbers: envelope(repeat('1.5', 0.9 * MEBIBYTE)),
  text: envelope(`{"id":"${CHAT}","name":"${'é🗼x'.repeat(200_000)}"}`),
};
const start = `event: message.start\ndata: {"chat_id":"${CHAT}","message_id":1,"request_id":"${CHAT}"}\n\n`;
const streams = {
  pings: start + 'event: ping\ndata: {"ts":1795197000.5}\n\n'.repeat(20_000),
  deltas:
    start +
    `event: message.delta\ndata: {"text":"${'word '.repeat(150)}","replace":false}\n\n`.repeat(12_000),
  steps:
    start +
    `event: message.step\ndata: {"steps":${repeat('{"key":"k","label":"l","label_code":"c","status":"s","timestamp":"2026-03-02T08:30:00Z"}', 900_000)}}\n\n`.repeat(
      9,
    ),
};

const kind = process.argv[2] ?? 'mixed';
let count = 0;

const target = await openRawTarget((socket, { path }) => {
  const names = { body: Object.keys(bodies), stream: Object.keys(streams) };
  const isStream = path.endsWith('/stream');
  const all = isStream ? names.stream : names.body;
  const name = all.includes(kind) ? kind : (all[count++ % all.length] as string);
  if (isStream) {
    socket.write(STREAM_HEAD);
    socket.end(streams[name as keyof typeof streams]);
  } else {
    respond(socket, 200, bodies[name as keyof typeof bodies]);
  }
});
process.stdout.write(`${target.url}\n`);
