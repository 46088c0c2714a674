import type { JsonInteger } from '../../exact-json/exact-number.ts';
import { CREDENTIALS, FAULTS, type ProfileName, RESOURCES, SCENARIOS } from './names.ts';

/** Blocks of the catalog that a profile takes ids from. */
export const CATALOG_BLOCKS = ['models', 'libraries', 'skills', 'connectors', 'agents'] as const;

/** The ids in a catalog, by block. A block that the catalog lacks is empty. */
export type CatalogIds = Readonly<Record<(typeof CATALOG_BLOCKS)[number], readonly JsonInteger[]>>;

/** Ids of a resource that are listed at most. Every check has enough of them. */
const MOST_IDS = 16;
/** Where an installed package has the schema. Editors complete and check the profile by it. */
const SCHEMA = './node_modules/conversation-api/spec/formats/profile.schema.json';
/** Column where the meaning of an entry begins. */
const MARGIN = 40;

/** Examples for resources whose values are not ids. */
const WORDS: Readonly<Record<string, string>> = {
  citable_reference: "['{{library:1}}', '{{file:1}}']",
  unusable_reference: "['{{library:1}}']",
  unacceptable_reference: "['{{agent:1}}']",
};

/**
 * Writes a first profile: the ids from the catalog, and everything else that a profile can have as comments.
 *
 * @param needs the needs of all checks; other names are left out
 */
export function writeFirstProfile(target: string, catalog: CatalogIds, needs: ReadonlySet<string>): string {
  const found = idsFrom(catalog);
  const used = (kind: string, table: Readonly<Record<string, ProfileName>>) =>
    Object.entries(table).filter(([name]) => needs.has(`${kind}:${name}`));
  const credentials = used('credential', CREDENTIALS).map(([name, { meaning }]) =>
    line(`  # ${name}: { token_env: ${variableOf(name)} }`, meaning),
  );
  const resources = used('resource', RESOURCES).map(([name, { meaning, least = 1 }]) => {
    const ids = found[name]?.slice(0, MOST_IDS) ?? [];
    const isThere = ids.length >= least;
    const example = WORDS[name] ?? `[${Array.from({ length: least }, (_, index) => index + 1).join(', ')}]`;
    return line(isThere ? `  ${name}: [${ids.join(', ')}]` : `  # ${name}: ${example}`, meaning);
  });
  const hasResources = resources.some((each) => !each.startsWith('  #'));
  const scenarios = used('scenario', SCENARIOS).map(([name, { meaning }]) =>
    line(`#   ${name}: { body: { content: Hello } }`, meaning),
  );
  const faults = used('fault', FAULTS).map(([name, { meaning }]) =>
    line(`#   ${name}: { headers: { x-fault: ${name} } }`, meaning),
  );
  return `# yaml-language-server: $schema=${SCHEMA}
# What the conformance suite may use. Entries that stay comments are not exercised; nothing is guessed.
# docs/conformance.md explains every name step by step, and docs/profile.md the format.

profile: 1
target: ${JSON.stringify(target)}

# Sent with every request.
# headers: { x-tenant: harbor }

# How many times faster than in the service document the timers of this server run.
# timers: { time_scale: 1 }

# Where the tokens are, never the tokens themselves. If its environment variable is not set, a credential is missing.
credentials:
${line('  main: { token_env: CONVERSATION_API_TOKEN }', CREDENTIALS.main?.meaning ?? '')}
${credentials.join('\n')}

# Ids by name. Those that are not comments come from the catalog; check that the suite may use them.
${hasResources ? '' : '# '}resources:
${resources.join('\n')}

# By name, a turn that always brings the scenario about: members of its body, such as content, attachments and permission_mode.
# A server whose model follows scripts only needs \`rig\` below.
# scenarios:
${scenarios.join('\n')}

# For a server whose model follows scripts (docs/rig.md): what it offers the model. All scenarios are derived from it.
# rig:
#   attachments: { mcp_server_ids: [7] }
#   approve:
#     - { tool: close_ticket, input: { ticket: '4410' } }
#     - { tool: order_books, input: { title: Tide Tables, copies: 2 } }
#   read: { tool: find_tickets, input: {} }
#   unconnected: { tool: list_events, input: {} }
#   agents: [21, 22]
#   library: { id: 12, question: When may I return a book? }
#   model_without_tools: 4
#   tools:
#     plan: { name: make_plan, input: { title: $title, steps: { $each: $steps, $as: { action: $action } } } }

# By name, what makes a request meet the fault: headers, or members of its body.
# faults:
${faults.join('\n')}

# A request outside of the contract that makes the application run a turn.
# application:
#   path: /test/application/turns
#   credential: main
#   body: { chat_id: $chat_id, content: $content }
`;
}

function idsFrom({
  models,
  libraries,
  connectors,
  agents,
}: CatalogIds): Readonly<Record<string, readonly JsonInteger[]>> {
  return {
    agent: agents,
    '16_agents': agents,
    library: libraries,
    two_libraries: libraries.slice(0, 2),
    connector: connectors,
    two_models: models.slice(0, 2),
  };
}

function variableOf(credential: string): string {
  return `TOKEN_${credential.toUpperCase().replaceAll(/[^A-Z]+/g, '_')}`;
}

function line(entry: string, meaning: string): string {
  return `${entry.padEnd(MARGIN)} # ${meaning}`;
}
