/** Printed by `conversation-api help completion`. */
export const COMPLETION_HELP = `conversation-api completion prints a script that completes commands and flags.

Usage: conversation-api completion bash|zsh|fish

Flags
  --help, -h          print this text

Examples
  npx --no conversation-api completion bash >> ~/.bashrc
  npx --no conversation-api completion zsh > "\${fpath[1]}/_conversation-api"

Exit codes
  0  printed
  2  there is no such shell
`;
