import type { CatalogIds } from './read-catalog.ts';

/** Enough for every check, of a catalog that may be long. */
const MOST_IDS = 16;

/** A profile to begin with: what the catalog shows, and as comments everything else that a profile can say. */
export function writeFirstProfile(
  target: string,
  { models, libraries, connectors, agents }: CatalogIds,
): string {
  return `# What the conformance suite may use. Whatever stays a comment is not exercised; nothing is guessed.
# The format is in docs/profile.md, every name in docs/conformance.md.

profile: 1
target: ${JSON.stringify(target)}

# Sent with every request.
# headers: { x-tenant: harbor }

# How many times faster than the service document says the timers of this server run.
# timers: { time_scale: 1 }

# Where the tokens are, never the tokens themselves. An environment variable that is not set means that there is no such credential.
credentials:
  main: { token_env: CONVERSATION_API_TOKEN }   # has every scope, and is not limited to any resources
  # second: { token_env: TOKEN_SECOND }                       # another credential of the same user
  # other_user: { token_env: TOKEN_OTHER_USER }               # of another user of the same company
  # other_company: { token_env: TOKEN_OTHER_COMPANY }         # of another company
  # no_scope:chat:write: { token_env: TOKEN_NO_CHAT_WRITE }   # every scope but this one; one for each scope
  # only_scope:chat:read: { token_env: TOKEN_ONLY_CHAT_READ } # this scope alone; one for each scope
  # allowlist: { token_env: TOKEN_ALLOWLIST }                 # limited to some resources, agents among them
  # allowlist_skills: { token_env: TOKEN_ALLOWLIST_SKILLS }   # limited to some skills

# Ids by name. Those that are no comment are from the catalog; look whether the suite may use them.
${agents.length + libraries.length + connectors.length > 0 || models.length > 1 ? '' : '# '}resources:
  # several_items: [1]                # says that the account holds more than two chats or skills already
${entry('agent', agents, 'agents that can run; two of them')}
${entry('16_agents', agents.length < MOST_IDS ? [] : agents, 'sixteen of them')}
${entry('library', libraries, 'libraries that a turn can attach')}
${entry('connector', connectors, 'connectors that a turn can attach')}
${entry('two_models', models.length < 2 ? [] : models.slice(0, 2), 'two models of the catalog')}
  # file: [1]                         # a file that a turn can attach
  # inactive_agent: [1]               # switched off
  # company_disabled_agent: [1]       # disabled by the company
  # deleted_agent: [1]                # deleted
  # disabled_model: [1]               # must not be in the catalog
  # embedding_model: [1]              # must not be in the catalog
  # company_skill: [1]                # of the company
  # shared_skill: [1]                 # shared with the user by somebody else
  # foreign_skill: [1]                # that the user cannot see
  # company_user: [1]                 # another user of the company
  # foreign_company_user: [1]         # a user of another company
  # citable_reference: ['{{library:1}}']     # what the instructions of a skill may cite
  # unacceptable_reference: ['{{agent:1}}']  # what they may not
  # attachment_maximum: [50]          # how many attachments a turn takes

# By name, a turn that takes this course every time. A server whose model obeys scripts needs only \`rig\`, below.
# scenarios:
#   tool_approval:
#     body:
#       content: Please close ticket 4410 with the ticket tool.
#       attachments: { mcp_server_ids: [7] }

# For a server whose model obeys scripts (docs/rig.md): what it offers the model. All scenarios are written from it.
# rig:
#   attachments: { mcp_server_ids: [7] }
#   approve:
#     - { tool: close_ticket, input: { ticket: '4410' } }
#     - { tool: order_books, input: { title: Tide Tables, copies: 2 } }
#   read: { tool: find_tickets, input: {} }
#   agents: [21, 22]
#   tools:
#     plan: { name: make_plan, input: { title: $title, steps: { $each: $steps, $as: { action: $action } } } }

# By name, what is put into the request that shall meet the fault.
# faults:
#   persistence: { headers: { x-fault: persistence } }

# A request, outside the contract, that makes the application run a turn.
# application:
#   path: /test/application/turns
#   credential: main
#   body: { chat_id: $chat_id, content: $content }
`;
}

function entry(name: string, ids: readonly number[], meaning: string): string {
  const line = ids.length > 0 ? `${name}: [${ids.slice(0, MOST_IDS).join(', ')}]` : `# ${name}: [1]`;
  return `  ${line.padEnd(35)} # ${meaning}`;
}
