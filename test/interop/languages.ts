/** A language that quicktype writes from the JSON Schemas, and the facts about its output that this machine can check. */
export interface Language {
  readonly name: string;
  /** The command as a reader runs it. */
  readonly command: string;
  /** The output folder. */
  readonly folder: string;
  /** Every line that quicktype prints. */
  readonly says: readonly RegExp[];
  /** The declaration of a type. */
  readonly declares: (type: string) => RegExp;
  /** The one type into which quicktype merges the data of all events, as long as it does so. */
  readonly merged: RegExp;
  /** The compiler of the output, which gets the files of the folder. Checked if the machine has it. */
  readonly compiler?: readonly [program: string, ...args: string[]];
  /** Whether braces pair up in the language; otherwise it uses indentation. */
  readonly hasBraces: boolean;
}

const untyped = [/^quicktype cannot infer this type because there is no data about it in the input\.$/];

export const languages: readonly Language[] = [
  {
    name: 'Python',
    command: 'node quicktype.mjs python src/python/conversation_api.py',
    folder: 'src/python',
    says: [],
    declares: (type) => new RegExp(`^class ${type}\\b`, 'm'),
    merged: /^class StreamEvent:[^@]*^ {4}data: StreamEventData$/m,
    compiler: ['python3', '-W', 'error', '-m', 'py_compile'],
    hasBraces: false,
  },
  {
    name: 'Go',
    command: 'node quicktype.mjs go src/go/conversation.go package=conversation',
    folder: 'src/go',
    says: untyped,
    declares: (type) => new RegExp(`^type ${type} `, 'm'),
    merged: /^type StreamEvent struct \{\n\s+Data\s+StreamEventData /m,
    compiler: ['go', 'build', '-gcflags=all=-l -N'],
    hasBraces: true,
  },
  {
    name: 'Java',
    command: 'node quicktype.mjs java src/java/Types.java',
    folder: 'src/java',
    says: untyped,
    declares: (type) => new RegExp(`^public (class|enum) ${type} \\{`, 'm'),
    merged: /^public class StreamEvent \{\n\s+private StreamEventData data;/m,
    hasBraces: true,
  },
  {
    name: 'Java without Jackson',
    command: 'node quicktype.mjs java src/plain-java/Types.java just-types=true',
    folder: 'src/plain-java',
    says: untyped,
    declares: (type) => new RegExp(`^public (class|enum) ${type} \\{`, 'm'),
    merged: /^public class StreamEvent \{\n\s+private StreamEventData data;/m,
    compiler: ['javac', '-Xlint:all', '-Werror', '-proc:none', '-d', 'classes'],
    hasBraces: true,
  },
  {
    name: 'C#',
    command: 'node quicktype.mjs csharp src/csharp/ConversationApi.cs',
    folder: 'src/csharp',
    says: untyped,
    declares: (type) => new RegExp(`\\b(class|enum|struct) ${type}\\b`),
    merged: /class StreamEvent\s+\{\s+\[JsonPropertyName\("data"\)\]\s+public StreamEventData Data /,
    hasBraces: true,
  },
];
