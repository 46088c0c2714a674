import type { Toolchain } from './toolchain.ts';

const contract = 'node_modules/conversation-api/generated/openapi.json';
const bundle =
  '{project}/node_modules/.bin/esbuild decode-source.mjs --bundle --platform=node --format=cjs --outfile=decode.cjs --log-level=error';
const tsc =
  '{project}/test/interop/node_modules/.bin/tsc --noEmit --strict --skipLibCheck --target es2022 --lib es2022,dom,dom.iterable';
const clientTsc = `${tsc} --allowImportingTsExtensions --module esnext --moduleResolution bundler call.ts`;
const clientBundle =
  '{project}/node_modules/.bin/esbuild call.ts --bundle --platform=node --format=cjs --outfile=call.cjs --log-level=error';
const decodeTypes = 'node {project}/test/interop/toolchains/decode-types.ts';
const interop = '{project}/test/interop/node_modules';
/** A generator must not look for a newer version of itself, nor report that it ran. */
const offline = 'node --import {project}/test/interop/no-network.ts';

/** A tool of the packages of test/interop. */
const installed = { needs: [], install: [] };

const python = ['python3 -m venv {home}/venv'];
const pip = (...packages: readonly string[]) => `{home}/venv/bin/pip install --quiet ${packages.join(' ')}`;
const openapiGenerator = { tool: 'openapi-generator', version: '7.25.0' };
const jar = [
  `mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -Dartifact=org.openapitools:openapi-generator-cli:${openapiGenerator.version} -DoutputDirectory={home}`,
];
const generator = `java -jar {home}/openapi-generator-cli-${openapiGenerator.version}.jar generate`;
const generate = `${generator} -i ${contract}`;
/** Wrappers, because the other libraries write a union as an interface that none of its alternatives implements. */
const kotlin =
  '-g kotlin --additional-properties=library=jvm-retrofit2,serializationLibrary=gson,generateOneOfAnyOfWrappers=true';

/** The toolchains in the table of docs/interop.md, in its order. `npm run test:all` runs those that use only the packages of test/interop. */
export const toolchains: readonly Toolchain[] = [
  {
    id: 'openapi-generator-python',
    ...openapiGenerator,
    writes: 'Python client, pydantic',
    needs: ['java', 'mvn', 'python3'],
    install: [
      ...jar,
      ...python,
      pip('pydantic==2.12.5', 'python-dateutil==2.9.0.post0', 'urllib3==2.6.3', 'typing-extensions==4.15.0'),
    ],
    build: [
      `${generate} -g python -o . --package-name conversation_api`,
      '{home}/venv/bin/python -m compileall -q conversation_api',
    ],
    decode: '{home}/venv/bin/python decode.py',
    call: '{home}/venv/bin/python call.py',
    programs: { 'openapi_generator.py': 'decode.py', 'call_openapi_generator.py': 'call.py' },
    options: '`-g python`',
    lost: 'nothing',
  },
  {
    id: 'openapi-generator-typescript-fetch',
    ...openapiGenerator,
    writes: 'TypeScript client that converts',
    needs: ['java', 'mvn'],
    install: jar,
    build: [
      `${generate} -g typescript-fetch -o src`,
      `${tsc} --module esnext --moduleResolution bundler src/index.ts`,
      bundle,
      clientTsc,
      clientBundle,
    ],
    decode: 'node decode.cjs',
    call: 'node call.cjs',
    programs: { 'typescript-fetch.mjs': 'decode-source.mjs', 'call-typescript-fetch.ts.txt': 'call.ts' },
    options: '`-g typescript-fetch`',
    lost: 'nothing',
  },
  {
    id: 'openapi-generator-java',
    ...openapiGenerator,
    writes: 'Java client, Jackson',
    needs: ['java', 'mvn'],
    install: jar,
    build: [
      `${generate} -g java --library native -o . --additional-properties=containerDefaultToNull=true`,
      'mvn -q -B -DskipTests compile dependency:copy-dependencies -DoutputDirectory=lib -DincludeScope=runtime',
      'mkdir -p decoder',
      'javac -cp target/classes:lib/* -d decoder Decode.java Call.java',
    ],
    decode: 'java -cp decoder:target/classes:lib/* Decode',
    call: 'java -cp decoder:target/classes:lib/* Call',
    programs: { 'Decode.java': 'Decode.java', 'Call.java': 'Call.java' },
    options:
      '`-g java --library native --additional-properties=containerDefaultToNull=true`, else an absent list is encoded as an empty one',
    lost: 'nothing',
  },
  {
    id: 'openapi-generator-kotlin',
    ...openapiGenerator,
    writes: 'Kotlin client, Gson and Retrofit',
    needs: ['java', 'mvn'],
    install: jar,
    build: [
      `${generate} ${kotlin} -o .`,
      'mvn -q -B compile dependency:copy-dependencies -DoutputDirectory=lib -DincludeScope=runtime',
    ],
    decode: 'java -cp target/classes:lib/* DecodeKt',
    call: 'java -cp target/classes:lib/* CallKt',
    programs: {
      'Decode.kt': 'src/main/kotlin/Decode.kt',
      'Call.kt': 'src/main/kotlin/Call.kt',
      'kotlin-pom.txt': 'pom.xml',
    },
    options: `\`${kotlin}\`, else no class of an event implements \`StreamEvent\``,
    lost: 'a turn whose `usage` is null: the class allows it, but the check before it refuses null for an object that must be present (smallest case: `test/interop/toolchains/smallest/openapi-generator-kotlin.json`)',
    smallest: {
      document: 'openapi-generator-kotlin.json',
      command: `${generator} -i smallest.json ${kotlin} -o smallest`,
      shows: {
        // Nullable, and compared without regard to null.
        'smallest/src/main/kotlin/org/openapitools/client/models/Pet.kt':
          /val owner: Owner\?.*required field `owner`\s+Owner\.validateJsonElement\(jsonObj\["owner"\]\)/s,
      },
    },
  },
  {
    id: 'openapi-generator-rust',
    ...openapiGenerator,
    writes: 'Rust client, serde and reqwest',
    needs: ['java', 'mvn', 'cargo', 'jq'],
    install: jar,
    build: [
      `sh without-discriminators.sh ${contract}`,
      `${generator} -i openapi-without-discriminators.json -g rust -o .`,
      // The client is asynchronous, and the program that uses it chooses the runtime.
      'cargo add --quiet tokio@1 --features rt,macros',
      // The reference server uses plain HTTP, so no TLS library is built.
      'env CARGO_TARGET_DIR={home}/target CARGO_PROFILE_DEV_DEBUG=0 cargo build --quiet --no-default-features',
    ],
    decode: '{home}/target/debug/decode',
    call: '{home}/target/debug/call',
    programs: {
      'without-discriminators.sh': 'without-discriminators.sh',
      'main.rs': 'src/bin/decode/main.rs',
      'models.rs': 'src/bin/decode/types.rs',
      'call.rs': 'src/bin/call.rs',
    },
    options:
      "`-g rust`, after `jq 'walk(del(.discriminator?))'` on openapi.json, else `StreamEvent` and `ActionRequired` decode nothing: such a union removes the tag before it decodes the alternative, which requires it (smallest case: `test/interop/toolchains/smallest/openapi-generator-rust.json`)",
    lost: '`stream_message` reads the stream to its end and then refuses its content type (the same smallest case), so send the turn with a [reader of event streams](#event-streams-in-other-languages)',
    smallest: {
      document: 'openapi-generator-rust.json',
      command: `${generator} -i smallest.json -g rust -o smallest`,
      shows: {
        'smallest/src/models/pet.rs': /#\[serde\(tag = "kind"\)\]\s+pub enum Pet/,
        'smallest/src/models/cat.rs': /pub kind: Kind/,
        // Only JSON is accepted.
        'smallest/src/apis/default_api.rs': /^(?!.*event-stream).*ContentType::Text => return Err/s,
      },
    },
  },
  {
    id: 'oapi-codegen',
    tool: 'oapi-codegen',
    version: '2.8.2',
    writes: 'Go types and client',
    needs: ['go'],
    install: ['env GOBIN={home} go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'],
    build: [
      `{home}/oapi-codegen -generate types,client,skip-prune -package main -o conversation.go ${contract}`,
      'go mod tidy',
      'go build -o decode .',
    ],
    decode: './decode',
    call: './decode call',
    programs: { 'decode.go': 'decode.go', 'go.mod.txt': 'go.mod', 'call.go': 'call.go' },
    options: '`-generate types,client,skip-prune`, else it drops `StreamEvent`, to which no operation refers',
    lost: '`StreamEvent.ValueByDiscriminator()` gives the alternative',
  },
  {
    id: 'openapi-python-client',
    tool: 'openapi-python-client',
    version: '0.29.1',
    writes: 'Python client, attrs',
    needs: ['python3'],
    install: [...python, pip('openapi-python-client==0.29.1')],
    build: [
      `{home}/venv/bin/openapi-python-client generate --path ${contract} --output-path conversation_api --meta none`,
      '{home}/venv/bin/python -m compileall -q conversation_api',
    ],
    decode: '{home}/venv/bin/python decode.py',
    call: '{home}/venv/bin/python call.py',
    programs: { 'openapi_python_client.py': 'decode.py', 'call_openapi_python_client.py': 'call.py' },
    options: '',
    lost: 'it writes a type for each object and none for a union (smallest case: `test/interop/toolchains/smallest/openapi-python-client.json`), so choose the class of an event, such as `MessageStep`, by its name, and that of a question, such as `ToolApprovalRequired`, by its `kind`',
    smallest: {
      document: 'openapi-python-client.json',
      command:
        '{home}/venv/bin/openapi-python-client generate --path smallest.json --output-path smallest --meta none',
      shows: { 'smallest/models/__init__.py': /^(?!.*Pet).*Cat/s },
    },
  },
  {
    id: 'datamodel-code-generator',
    tool: 'datamodel-code-generator',
    version: '0.89.0',
    writes: 'Python models, pydantic',
    needs: ['python3'],
    install: [...python, pip('datamodel-code-generator==0.89.0', 'pydantic==2.12.5')],
    build: [
      `{home}/venv/bin/datamodel-codegen --input ${contract} --input-file-type openapi --output-model-type pydantic_v2.BaseModel --output conversation_api.py`,
    ],
    decode: '{home}/venv/bin/python decode.py',
    programs: { 'pydantic_models.py': 'decode.py' },
    options: '`--output-model-type pydantic_v2.BaseModel`',
    lost: 'nothing',
  },
  {
    id: 'openapi-zod-client',
    tool: 'openapi-zod-client',
    version: '1.18.3',
    writes: 'Zod schemas and client',
    ...installed,
    build: [
      `${offline} ${interop}/openapi-zod-client/bin.js ${contract} -o api.ts --export-schemas --additional-props-default-value false`,
      `env NODE_PATH=${interop} ${bundle}`,
      `env NODE_PATH=${interop} ${clientBundle}`,
    ],
    decode: 'node decode.cjs',
    call: 'node call.cjs',
    programs: { 'zod-client.mjs': 'decode-source.mjs', 'call-zod-client.ts.txt': 'call.ts' },
    options:
      '`--export-schemas`; for the figures `--additional-props-default-value false`, so that members without a type are dropped',
    lost: 'nothing',
  },
  {
    id: 'openapi-typescript',
    tool: 'openapi-typescript',
    version: '7.13.0',
    writes: 'TypeScript types; the client is openapi-fetch 0.17.0',
    ...installed,
    build: [
      `${offline} {project}/node_modules/openapi-typescript/bin/cli.js ${contract} -o api.ts --default-non-nullable false`,
      'ln -s {project}/node_modules/openapi-fetch node_modules/openapi-fetch',
      clientTsc,
      clientBundle,
    ],
    decode: `${decodeTypes} api.ts types.components['schemas']['__TYPE__']`,
    call: 'node call.cjs',
    programs: { 'call-openapi-fetch.ts.txt': 'call.ts' },
    options: '`--default-non-nullable false`, else a member with a default must be sent',
    lost: 'nothing',
  },
  {
    id: 'hey-api',
    tool: '@hey-api/openapi-ts',
    version: '0.99.0',
    writes: 'TypeScript types and client',
    ...installed,
    build: [
      `${offline} ${interop}/@hey-api/openapi-ts/dist/run.mjs --input ${contract} --output src`,
      clientTsc,
      clientBundle,
    ],
    decode: `${decodeTypes} src/types.gen.ts`,
    call: 'node call.cjs',
    programs: { 'call-hey-api.ts.txt': 'call.ts' },
    options: '',
    lost: '[below](#hey-apiopenapi-ts)',
  },
  {
    id: 'orval',
    tool: 'orval',
    version: '8.33.0',
    writes: 'TypeScript types and client',
    ...installed,
    build: [
      `${offline} ${interop}/orval/dist/bin/orval.mjs --input ${contract} --output src/api.ts --client fetch`,
      clientTsc,
      clientBundle,
    ],
    decode: `${decodeTypes} src/api.ts`,
    call: 'node call.cjs',
    programs: { 'call-orval.ts.txt': 'call.ts' },
    options: '`--client fetch`',
    lost: '[below](#orval)',
  },
  {
    id: 'swagger-typescript-api',
    tool: 'swagger-typescript-api',
    version: '13.13.0',
    writes: 'TypeScript types and client',
    ...installed,
    build: [
      `${offline} ${interop}/swagger-typescript-api/dist/cli.mjs generate --path ${contract} --output src --generate-union-enums`,
      clientTsc,
      clientBundle,
    ],
    decode: `${decodeTypes} src/Api.ts`,
    call: 'node call.cjs',
    programs: { 'call-swagger-typescript-api.ts.txt': 'call.ts' },
    options: '`--generate-union-enums`, else a literal is no member of an enum',
    lost: '[below](#swagger-typescript-api)',
  },
  {
    id: 'kubb',
    tool: '@kubb/cli',
    version: '4.39.3',
    writes: 'TypeScript types',
    ...installed,
    build: [
      `ln -s ${interop}/@kubb node_modules/@kubb`,
      `${offline} ${interop}/@kubb/cli/bin/kubb.cjs generate`,
    ],
    decode: `${decodeTypes} src/index.ts`,
    programs: { 'kubb.config.txt': 'kubb.config.js' },
    options: 'with @kubb/plugin-ts',
    lost: 'nothing',
  },
  {
    id: 'quicktype',
    tool: 'quicktype-core',
    version: '26.0.0',
    writes: 'TypeScript types and converters',
    ...installed,
    build: [
      `${offline} quicktype.mjs typescript src/types.ts`,
      `${tsc} --module esnext --moduleResolution bundler src/types.ts`,
      bundle,
    ],
    decode: 'node decode.cjs',
    programs: { 'quicktype-convert.mjs': 'decode-source.mjs' },
    options: 'the schemas, all at once',
    lost: '[below](#quicktype)',
  },
  {
    id: 'modelina',
    tool: '@asyncapi/modelina',
    version: '5.10.1',
    writes: 'TypeScript types of the events',
    ...installed,
    build: [`${offline} modelina.mjs src/events.ts`],
    decode: `${decodeTypes} src/events.ts`,
    programs: {},
    options: 'raw names of members',
    // The AsyncAPI document describes the data of events but no answers. The name of an event is that of its message.
    undescribed: ['union', 'answer'],
    lost: '[below](#modelina)',
  },
  {
    id: 'typify',
    tool: 'typify',
    version: '0.6.2',
    writes: 'Rust types, serde',
    needs: ['cargo'],
    // Without optimization, it builds in minutes. It runs once.
    install: [
      'env CARGO_PROFILE_RELEASE_OPT_LEVEL=0 cargo install --quiet --locked --root {home} cargo-typify@0.6.2',
    ],
    build: [
      '{home}/bin/cargo-typify typify node_modules/conversation-api/generated/schema.json --output src/types.rs',
      'env CARGO_TARGET_DIR={home}/target CARGO_PROFILE_DEV_DEBUG=0 cargo build --quiet',
    ],
    decode: '{home}/target/debug/decode',
    programs: { 'main.rs': 'src/main.rs', 'Cargo.toml.txt': 'Cargo.toml' },
    options: 'schema.json',
    lost: 'an empty list that may be absent is encoded as an absent one (smallest case: `test/interop/toolchains/smallest/typify.json`); decoded, both are an empty `Vec`',
    smallest: {
      document: 'typify.json',
      command: '{home}/bin/cargo-typify typify smallest.json --output smallest.rs',
      shows: { 'smallest.rs': /skip_serializing_if = "[^"]*is_empty"[^}]*libraries/s },
    },
  },
];
