import type { View } from './draw-picture.ts';

/** All rooms of the repository. */
const repository: View = {
  rooms: {
    cli: 'src/cli',
    alterations: 'src/alterations',
    reference: 'src/reference',
    conformance: 'src/conformance',
    client: 'src/client',
    adapters: 'src/adapters',
    rig: 'src/rig',
    script: 'src/rig/script',
    events: 'src/event-stream',
    exact_json: 'src/exact-json',
    file_lock: 'src/file-lock',
    loopback: 'src/loopback',
    generated: 'generated',
  },
  roomOf(file) {
    if (file.startsWith('generated/')) return 'generated';
    if (file.startsWith('src/rig/script/')) return 'script';
    const [, room] = /^src\/([^/]+)\//.exec(file) ?? [];
    return room === 'event-stream' ? 'events' : room?.replaceAll('-', '_');
  },
};

/** The folders of one room. Files directly in the room are left out: they are its entries, or tables that all folders share. */
function insideOf(room: string, folders: readonly string[]): View {
  const idOf = (folder: string) => folder.replaceAll('-', '_');
  return {
    rooms: Object.fromEntries(folders.map((folder) => [idOf(folder), folder])),
    roomOf(file) {
      const [, folder] = new RegExp(`^${room}/([^/]+)/`).exec(file) ?? [];
      return folder !== undefined && folders.includes(folder) ? idOf(folder) : undefined;
    },
  };
}

/** The pictures of docs/architecture.md, by the name of their markers. */
export const VIEWS: Readonly<Record<string, View>> = {
  repository,
  conformance: insideOf('src/conformance', [
    'api',
    'run',
    'report',
    'metrics',
    'verdict',
    'suite',
    'readings',
    'drive',
    'profile',
    'recorder',
    'files',
    'timeline',
    'recordings',
    'redaction',
    'judge',
    'registry',
  ]),
};
