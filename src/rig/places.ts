/** Where the providers are, and in which order a service asks them. */
export const PROVIDERS = [
  { path: '/v1', attempt: 0 },
  { path: '/fallback/v1', attempt: 1 },
] as const;

export const CONNECTOR = '/mcp';
