/** Printed by `conversation-api help rig`. */
export const RIG_HELP = `conversation-api rig runs a model provider and a connector that follow scripts.

Usage: conversation-api rig [FLAGS]

If your service uses them, the prompt decides everything that its model does. So
check can create every situation that it judges.

Flags
  --port N            port to listen on; 4020 by default, 0 for any free one
  --host HOST         address to listen on; 127.0.0.1 by default
  --insecure          listen on an address that other machines can reach; the
                      rig accepts any API key
  --allow-host NAME,…
                      also accept requests whose Host is one of these names. A
                      rig on a loopback address refuses names other than
                      localhost, so that no web page can reach it by DNS
                      rebinding
  --inspect           print the tools that the service offers its model, as
                      YAML, each list once
  --tools FILE        a profile; its rig.tools names the tools for acts that
                      name no tool
  --time-scale N      divide the waits of scripts by N
  --help, -h          print this text
A flag that ends with … may be repeated, and its values add up.

Examples
  npx --no conversation-api rig
  npx --no conversation-api rig --inspect

docs/rig.md says how to configure the service and write the profile.
docs/scripts.md explains scripts.

Exit codes
  0  stopped by a signal
  2  a flag, the profile or the address cannot be used
`;
