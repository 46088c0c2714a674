/** The chat, the first event and the terminal message of the turn in the judge's tests, as a server writes them. */
export const CHAT = '0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604';

export const START = `event: message.start\ndata: {"chat_id":"${CHAT}","message_id":9001,"request_id":"5b6c1f0e-2d7a-4b93-8e15-60f2a9c4d871"}\n\n`;

/** The required members of a terminal event of this turn. */
export const MESSAGE = {
  id: 9001,
  chat_id: CHAT,
  role: 'assistant',
  content: '',
  usage: null,
  steps: [],
  sources: [],
  anonymization: null,
  metadata: null,
  agent_runs: [],
};
