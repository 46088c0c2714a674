/** A run of a generator that writes TypeScript, and the facts about its output. */
export interface TypeScriptRun {
  /** The folder of the output in src, unique. */
  readonly name: string;
  /** The package, as named in docs/interop.md. */
  readonly tool: string;
  /** The command as a reader runs it, in a folder with the contract and the tool installed. */
  readonly command: string;
  /** Every line that the tool prints when nothing is wrong. Any other line is a complaint. */
  readonly says: readonly RegExp[];
  /** A module next to the output that exports the tool's `StreamEvent`, or one declared from the types that it emits. */
  readonly streamEvent: string;
  /** By their name in docs/interop.md, modules that compile as long as the loss exists. */
  readonly losses: Readonly<Record<string, string>>;
  /** The tool's own code next to the types that does not compile, always because of exactOptionalPropertyTypes. */
  readonly unsound?: { readonly files: RegExp; readonly codes: readonly number[] };
}

const document = 'node_modules/conversation-api/generated/openapi.json';
const document32 = document.replace('.json', '-3.2.json');
const openapi = [
  { document, edition: '' },
  { document: document32, edition: '-3.2' },
];

/** The module of a loss: `Actual`, which `imports` declares, is the same as the expected type. */
const isStill = (expected: string, actual: string, imports: string): string => `${imports}
type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export const isStill: IsSame<${actual}, ${expected}> = true;
`;

const heyApi = openapi.map(
  ({ document, edition }): TypeScriptRun => ({
    name: `hey-api${edition}`,
    tool: '@hey-api/openapi-ts',
    command: `npx --no -- @hey-api/openapi-ts --input ${document} --output src/hey-api${edition}`,
    says: [
      /^@hey-api\/openapi-ts v[\d.]+$/,
      /^\[Job 1\] ~ Generating\.\.\.$/,
      /^\[Job 1\] +\[1\] node_modules\/conversation-api\/generated\/openapi(-3\.2)?\.json$/,
      /^\[Job 1\] ✓ \S+ · 4 files · \d+m?s$/,
    ],
    streamEvent: "export type { StreamEvent } from './types.gen.ts';",
    losses: {
      'The stream of `streamMessage` is not typed': isStill(
        edition === '' ? 'string' : 'unknown',
        'StreamMessageResponses[200]',
        `import type { StreamMessageResponses } from '../../src/hey-api${edition}/types.gen.ts';`,
      ),
    },
    unsound: { files: /^(client|core)\//, codes: [2375, 2379] },
  }),
);

const orval = openapi.map(
  ({ document, edition }): TypeScriptRun => ({
    name: `orval${edition}`,
    tool: 'orval',
    command: `npx --no -- orval --input ${document} --output src/orval${edition}/api.ts --client fetch --fail-on-warnings`,
    says: [
      /^🍻 orval v[\d.]+ - A swagger client generator for typescript$/,
      /^🎉 Conversational AI Service API - /,
    ],
    streamEvent: "export type { StreamEvent } from './api.ts';",
    losses: {
      'The stream of `streamMessage` is not typed': isStill(
        // For 3.2, the answer is not emitted at all.
        edition === '' ? 'string' : 'never',
        "Extract<streamMessageResponse, { status: 200 }>['data']",
        `import type { streamMessageResponse } from '../../src/orval${edition}/api.ts';`,
      ),
      '`Idempotency-Key` is not a parameter': isStill(
        '[string, SendTurnRequest, RequestInit?]',
        'Parameters<typeof streamMessage>',
        `import type { SendTurnRequest, streamMessage } from '../../src/orval${edition}/api.ts';`,
      ),
    },
  }),
);

const swaggerTypescriptApi = openapi.map(
  ({ document, edition }): TypeScriptRun => ({
    name: `swagger-typescript-api${edition}`,
    tool: 'swagger-typescript-api',
    command: `npx --no swagger-typescript-api generate --path ${document} --output src/swagger-typescript-api${edition}`,
    says: [
      /^\[info\] Code generator will use the default template for "(api|routetypes)"$/,
      /^\[info\] try to get swagger by path "\S+\/generated\/openapi(-3\.2)?\.json"$/,
      /^\[info\] start generating your typescript api$/,
      /^\[success\] api file "Api\.ts" created in \S+$/,
    ],
    streamEvent: "export type { StreamEvent } from './Api.ts';",
    losses: {
      'The stream of `streamMessage` is not typed': isStill(
        edition === '' ? 'string' : 'void',
        "Awaited<ReturnType<Api<unknown>['api']['streamMessage']>>['data']",
        `import type { Api } from '../../src/swagger-typescript-api${edition}/Api.ts';`,
      ),
      '`Idempotency-Key` is not a parameter': isStill(
        '[string, SendTurnRequest, RequestParams?]',
        "Parameters<Api<unknown>['api']['streamMessage']>",
        `import type { Api, RequestParams, SendTurnRequest } from '../../src/swagger-typescript-api${edition}/Api.ts';`,
      ),
    },
  }),
);

const quicktype: TypeScriptRun = {
  name: 'quicktype',
  tool: 'quicktype-core',
  command: 'node quicktype.mjs typescript src/quicktype/types.ts',
  says: [],
  streamEvent: `import type * as events from './types.ts';

export type StreamEvent =
  | { type: 'message.start'; data: events.MessageStart }
  | { type: 'message.delta'; data: events.MessageDelta }
  | { type: 'message.step'; data: events.MessageStep }
  | { type: 'message.action_required'; data: ActionRequired }
  | { type: 'ping'; data: events.Ping }
  | { type: 'message.completed'; data: events.MessageCompleted }
  | { type: 'message.cancelled'; data: events.MessageCancelled }
  | { type: 'message.error'; data: events.MessageError };

type ActionRequired =
  | events.ToolApprovalRequired
  | events.PlanApprovalRequired
  | events.ElicitationRequired
  | events.AuthRequired;`,
  losses: {
    'The events of `StreamEvent` are merged into one type': isStill(
      'string | undefined',
      "StreamEvent['data']['text']",
      "import type { StreamEvent } from '../../src/quicktype/types.ts';",
    ),
  },
};

const modelina: TypeScriptRun = {
  name: 'modelina',
  tool: '@asyncapi/modelina',
  command: 'node modelina.mjs src/modelina/events.ts',
  says: [/^Failed to convert … to MetaModel, defaulting to AnyModel$/],
  streamEvent: `import type * as events from './events.ts';

export type StreamEvent =
  | { type: 'message.start'; data: events.MessageStart }
  | { type: 'message.delta'; data: events.MessageDelta }
  | { type: 'message.step'; data: events.MessageStep }
  | { type: 'message.action_required'; data: events.ActionRequired }
  | { type: 'ping'; data: events.Ping }
  | { type: 'message.completed'; data: events.MessageCompleted }
  | { type: 'message.cancelled'; data: events.MessageCancelled }
  | { type: 'message.error'; data: events.MessageError };`,
  losses: {
    'The union `TurnStream` does not say which event it is': isStill(
      'false',
      "'type' extends keyof TurnStream ? true : false",
      "import type { TurnStream } from '../../src/modelina/events.ts';",
    ),
  },
};

export const typescriptRuns: readonly TypeScriptRun[] = [
  ...heyApi,
  ...orval,
  ...swaggerTypescriptApi,
  quicktype,
  modelina,
];
