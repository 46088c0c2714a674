/** Printed by `conversation-api help rig`. */
export const RIG_HELP = `conversation-api rig runs a model provider and a connector that do what scripts in prompts say.

Point an implementation of the contract at them, and the prompt decides everything that its model does. So check can bring
it into every situation that it judges.

Usage: conversation-api rig [FLAGS]

Flags
  --port N                 port to listen on; 4020 by default, 0 for any free one
  --host HOST              address to listen on; 127.0.0.1 by default
  --insecure               listen on an address that other machines can reach; the rig asks nobody for a key
  --inspect                print the tools that the service offers its model, as YAML, each list once
  --tools FILE             a profile; its rig.tools say what to call for acts that name no tool
  --time-scale N           divide the waits of scripts by N
  --help, -h               this text

Examples
  conversation-api rig
  conversation-api rig --inspect
  conversation-api rig --host 0.0.0.0 --insecure --port 8020

What to set at the service, and how the profile is written: docs/rig.md. What scripts are: docs/scripts.md.

Exit codes
  0  stopped by a signal
  2  a flag, the profile or the address cannot be used
`;
