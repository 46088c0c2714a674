import type { Fence } from './fence.ts';

/** A call of our program in a shell block. */
export interface ShellCommand {
  readonly line: number;
  /** Its words, without redirection and comment: `serve`, `--faults`. */
  readonly args: readonly string[];
}

/** The calls of our program in the shell blocks of a page. */
export function readCommands(fences: readonly Fence[]): ShellCommand[] {
  return fences
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code, line }) =>
      code
        .replaceAll('\\\n', '  ')
        .split('\n')
        .flatMap((text, index) => {
          const [, call] = /^(?:\w+=\S+ )*(?:npx --no )?conversation-api (.*)$/.exec(text) ?? [];
          if (call === undefined) return [];
          const [words = ''] = call.split(/ [#>&|]/);
          return { line: line + 1 + index, args: words.trim().split(/\s+/) };
        }),
    );
}
