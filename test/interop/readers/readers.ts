import type { PageReading, Reader } from './reader.ts';

/** The beginning of the titles of both documents. */
const title = 'Conversational AI Service API';

const openapi = ['openapi.json', 'openapi-3.2.json'];
const asyncapi = ['asyncapi.json'];

const npm = (...packages: readonly string[]) =>
  `npm install --prefix {home} --ignore-scripts --no-audit --no-fund --loglevel=error ${packages.join(' ')}`;

/** A package with a single file for browsers. Its dependencies are needed only to build that file. */
const packed = (name: string, version: string): readonly string[] => [
  `npm pack --silent --pack-destination {home} ${name}@${version}`,
  `tar -xzf {home}/${name.replace('@', '').replace('/', '-')}-${version}.tgz -C {home}`,
];

const page = (file: string, shows: string, rest: Partial<PageReading> = {}): PageReading => ({
  kind: 'page',
  page: file,
  assets: 'package',
  shows,
  walk: { by: 'scrolling' },
  complaints: '[role=alert]',
  ownHosts: [],
  ...rest,
});

/** The readers in the table of docs/interop.md, in its order. */
export const readers: readonly Reader[] = [
  {
    id: 'swagger-parser',
    tool: '@apidevtools/swagger-parser',
    version: '13.1.0',
    needs: ['npm'],
    install: [npm('@apidevtools/swagger-parser@13.1.0')],
    files: ['openapi.json', 'openapi.yaml'],
    reads: {
      kind: 'command',
      command: 'node {programs}/swagger-parser.mjs {home} {file}',
      success: /^read Conversational AI Service API$/,
    },
    known: [],
    remark: 'knows no OpenAPI 3.2',
  },
  {
    id: 'openapi-spec-validator',
    tool: 'openapi-spec-validator',
    version: '0.9.0',
    needs: ['python3'],
    install: [
      'python3 -m venv {home}/venv',
      '{home}/venv/bin/pip install --quiet openapi-spec-validator==0.9.0',
    ],
    files: ['openapi.json', 'openapi.yaml', 'openapi-3.2.json'],
    reads: {
      kind: 'command',
      command: '{home}/venv/bin/openapi-spec-validator --validation-errors all {file}',
      success: /: OK$/,
    },
    known: [],
    remark: '',
  },
  {
    id: 'kin-openapi',
    tool: 'kin-openapi',
    version: '0.152.0',
    needs: ['go'],
    install: [
      'mkdir -p {home}/reader',
      'cp {programs}/kin-openapi.go {home}/reader/main.go',
      'go -C {home}/reader mod init reader',
      'go -C {home}/reader get github.com/getkin/kin-openapi/openapi3@v0.152.0',
      'go -C {home}/reader build -o ../read .',
    ],
    files: openapi,
    reads: {
      kind: 'command',
      command: '{home}/read {file}',
      success: /^read Conversational AI Service API$/,
    },
    known: [],
    remark: '',
  },
  {
    id: 'spectral',
    tool: 'Spectral',
    version: '6.16.3',
    needs: ['npm'],
    install: [npm('@stoplight/spectral-cli@6.16.3')],
    files: [...openapi, ...asyncapi],
    reads: {
      kind: 'command',
      command:
        'node {home}/node_modules/@stoplight/spectral-cli/dist/index.js lint --ruleset {programs}/spectral.yaml --format text {file}',
      success: /^No results with a severity/,
    },
    known: [
      {
        says: /asyncapi-latest-version/,
        smallest: 'asyncapi-3.0.json',
        reason:
          'it wants AsyncAPI 3.1.0, which adds nothing that the document uses and which Modelina 5.10.1 refuses',
      },
      {
        says: /asyncapi-info-contact-properties/,
        smallest: 'asyncapi-contact.json',
        reason:
          'it wants an address and an e-mail address of the contact, which AsyncAPI does not require and the authors do not have',
      },
      {
        says: /oas3-operation-security-defined/,
        smallest: 'openapi-roles.json',
        reason:
          'it wants no scopes in the security requirement of a bearer token, where OpenAPI 3.0 allowed none and 3.1 allows roles',
      },
    ],
    remark: 'with the rulesets `spectral:oas` and `spectral:asyncapi`',
  },
  {
    id: 'redoc',
    tool: 'Redoc',
    version: '3.0.1',
    needs: ['npm'],
    install: packed('redoc', '3.0.1'),
    files: [...openapi, ...asyncapi],
    reads: page('redoc.html', title, {
      walk: { by: 'links' },
      ownHosts: ['cdn.redoc.ly', 'otel.cloud.redocly.com'],
    }),
    known: [],
    remark: 'asks two hosts of its maker, for a logo and for telemetry',
  },
  {
    id: 'scalar',
    tool: 'Scalar',
    version: '1.72.1',
    needs: ['npm'],
    install: packed('@scalar/api-reference', '1.72.1'),
    files: [...openapi, ...asyncapi],
    reads: page('scalar.html', title),
    known: [],
    remark: '',
  },
  {
    id: 'swagger-ui',
    tool: 'Swagger UI',
    version: '5.35.0',
    needs: ['npm'],
    install: packed('swagger-ui-dist', '5.35.0'),
    files: openapi,
    reads: page('swagger-ui.html', 'Send a turn and wait for the answer', {
      complaints: '.errors-wrapper, .version-pragma',
    }),
    known: [],
    remark: '',
  },
  {
    id: 'elements',
    tool: 'Elements',
    version: '9.0.25',
    needs: ['npm'],
    install: packed('@stoplight/elements', '9.0.25'),
    files: openapi,
    reads: page('elements.html', title, {
      walk: { by: 'addresses', addresses: ['#/operations/{operation}', '#/schemas/{schema}'] },
    }),
    known: [
      {
        says: /React Router Future Flag Warning/,
        smallest: 'openapi-3.1.json',
        reason: 'two warnings of React Router, a library that it brings, about its own next version',
      },
    ],
    remark: '',
  },
  {
    id: 'asyncapi-react',
    tool: 'AsyncAPI React component',
    version: '3.2.1',
    needs: ['npm'],
    install: packed('@asyncapi/react-component', '3.2.1'),
    files: asyncapi,
    reads: page('asyncapi-react.html', 'How a stream goes'),
    known: [],
    remark: '',
  },
];
