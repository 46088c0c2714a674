import type { Fence } from './fence.ts';

/** A call of our program in a shell block. */
export interface ShellCommand {
  readonly line: number;
  /** Its words, without redirection and comment: `serve`, `--faults`. */
  readonly args: readonly string[];
}

/** The calls of our program in the shell blocks of a page. */
export function readCommands(fences: readonly Fence[]): ShellCommand[] {
  return readCalls(fences, 'sh', /^(?:\w+=\S+ )*(?:npx --no )?conversation-api (.*)$/);
}

/** The calls of our program in transcripts (`console`), in which a line that begins with `$` was typed. No test runs them. */
export function readTranscripts(fences: readonly Fence[]): ShellCommand[] {
  return readCalls(fences, 'console', /^\$ (?:\w+=\S+ )*(?:npx --no )?conversation-api (.*)$/);
}

function readCalls(fences: readonly Fence[], kind: string, pattern: RegExp): ShellCommand[] {
  return fences
    .filter(({ language }) => language === kind)
    .flatMap(({ code, line }) =>
      code
        .replaceAll('\\\n', '  ')
        .split('\n')
        .flatMap((text, index) => {
          const [, call] = pattern.exec(text) ?? [];
          if (call === undefined) return [];
          const [words = ''] = call.split(/ [#>&|]/);
          return { line: line + 1 + index, args: words.trim().split(/\s+/) };
        }),
    );
}
