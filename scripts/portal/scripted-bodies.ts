import type { OperationFacts } from '../../portal/elements/try-it/facts.ts';

/** A situation of docs/scripts.md: its name in bold, then its script. */
const SITUATION = /^\*\*([^*\n]+)\.\*\*[^\n]*\n\n```script\n([\s\S]*?)\n```/gm;

/** The attachments that the scripts of docs/scripts.md use: the connectors and the agents of the default seed. */
const ATTACHED = { mcp_server_ids: [7, 9], agent_ids: [21, 22] };

/** Bodies of a turn whose script lets a server with a scripted model ask, wait, fail or delegate. */
export function scriptedBodies(scriptsGuide: string): OperationFacts['bodies'] {
  return Array.from(scriptsGuide.matchAll(SITUATION), ([, name = '', script = '']) => ({
    label: name,
    isScripted: true,
    text: JSON.stringify(
      {
        content: `Follow the script.\n\n\`\`\`script\n${script}\n\`\`\``,
        permission_mode: 'manual',
        attachments: ATTACHED,
      },
      null,
      2,
    ),
  }));
}
