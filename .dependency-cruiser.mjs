/**
 * The walls between the rooms of this repository (docs/architecture.md), for dependency-cruiser. `npm test -- walls` checks them, and
 * `npm run architecture` draws the pictures in docs/architecture.md from the same imports. Type imports count like any other import.
 */

/** Each room may import itself, generated/, and the rooms that are listed. */
const rooms = {
  'src/event-stream': { imports: [], readsGenerated: false },
  'src/exact-json': { imports: [], readsGenerated: false },
  'src/file-lock': { imports: [], readsGenerated: false },
  'src/loopback': { imports: [], readsGenerated: false },
  'src/secrets': { imports: [], readsGenerated: false },
  'src/client': { imports: ['src/event-stream'] },
  'src/adapters': { imports: ['src/client'] },
  'src/rig': { imports: ['src/event-stream', 'src/exact-json', 'src/loopback'] },
  'src/conformance': {
    imports: [
      'src/event-stream',
      'src/exact-json',
      'src/file-lock',
      'src/loopback',
      'src/rig/script',
      'src/secrets',
    ],
  },
  'src/reference': {
    imports: ['src/event-stream', 'src/file-lock', 'src/loopback', 'src/rig/script', 'src/secrets'],
  },
  'src/alterations': { imports: ['src/reference', 'src/rig/script'] },
  'src/cli': { imports: ['src'] },
  scripts: { imports: [], readsGenerated: false },
};

/** The scripts that load the products in order to measure, prove or show them. The others build what the products read. */
const provers = [
  'scripts/simulation',
  'scripts/exploration',
  'scripts/ledger',
  'scripts/costs',
  'scripts/ids',
  'scripts/portal',
  'scripts/where',
];

/** The floors of src/conformance: each may import itself and those before it. */
const floors = [
  ['registry'],
  ['judge'],
  ['recordings', 'redaction'],
  ['recorder', 'files', 'timeline'],
  ['profile'],
  ['drive'],
  ['readings'],
  ['suite/check-kit'],
  ['suite'],
  ['exploration'],
  ['verdict'],
  ['metrics'],
  ['report'],
  ['comparison'],
  ['run'],
  ['journeys'],
  ['api'],
];

const anyOf = (paths) => `^(?:${paths.join('|')})(?:/|\\.ts$)`;
const ours = '^(?:src|scripts|test|spec|dist|generated|portal)/';

const roomWalls = Object.entries(rooms).map(([room, { imports, readsGenerated = true }]) => {
  const allowed = [room, ...imports, ...(readsGenerated ? ['generated'] : [])];
  const reads = readsGenerated ? [...imports, 'generated'] : imports;
  return {
    name: `walls-of-${room.replaceAll('/', '-')}`,
    comment: `Wall: ${room} imports ${reads.length > 0 ? `${reads.join(', ')} and itself` : 'itself'} only.`,
    severity: 'error',
    from: { path: `^${room}/`, ...(room === 'scripts' && { pathNot: anyOf(provers) }) },
    to: { path: ours, pathNot: anyOf(allowed) },
  };
});

const floorWalls = floors.flatMap((floor, level) => {
  const above = floors.slice(level + 1).flat();
  if (above.length === 0) return [];
  return {
    name: `floor-of-${floor.join('-and-')}`,
    comment: `Wall: src/conformance/${floor.join(' and ')} stand below ${above.join(', ')} and import nothing of them.`,
    severity: 'error',
    from: { path: `^src/conformance/(?:${floor.join('|')})/` },
    to: {
      path: `^src/conformance/(?:${above.join('|')})/`,
      // A floor may be a part of one above it.
      pathNot: `^src/conformance/(?:${floor.join('|')})/`,
    },
  };
});

export default {
  forbidden: [
    {
      name: 'no-circles',
      comment:
        'Files that import each other in a circle are one file in several pieces. Move what both need to a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...roomWalls,
    ...floorWalls,
    {
      name: 'walls-of-the-provers',
      comment: 'Wall: scripts that measure, prove and show import the products, never spec or test.',
      severity: 'error',
      from: { path: anyOf(provers) },
      to: { path: '^(?:test|spec|dist)/' },
    },
    {
      name: 'spec-is-data',
      comment: 'Wall: spec is plain data and imports nothing.',
      severity: 'error',
      from: { path: '^spec/' },
      to: {},
    },
    {
      name: 'not-by-our-own-name',
      comment:
        'Wall: a file inside of the package imports another by its path, never by the name of the package.',
      severity: 'error',
      from: { path: '^(?:src|scripts)/' },
      to: { path: '^conversation-api(?:/|$)' },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^generated', '^dist', '^test'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    // Without these fields the package's own name resolves to nothing, and is recognized.
    enhancedResolveOptions: { exportsFields: [] },
  },
};
