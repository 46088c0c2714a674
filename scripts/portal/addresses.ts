import { openPointPage, requirementPage } from '../../src/conformance/report/docs-links.ts';

/**
 * The addresses of the portal. They are stable, since reports and `explain` link to them: each is derived from the id of its subject,
 * so an address stays as long as the id does.
 */
export const address = {
  operation: (id: string) => `/operations/${id}/`,
  event: (name: string) => `/events/${name}/`,
  failure: (id: string) => `/failures/${id}/`,
  failureCode: (code: string) => `/failures/#${code}`,
  schema: (name: string) => `/schemas/${name}/`,
  requirement: (id: string) => requirementPage('/', id),
  area: (area: string) => `/requirements/${area}/`,
  openPoint: (id: string) => openPointPage('/', id),
  check: (id: string) => `/conformance/checks/#${id}`,
  guide: (name: string) => `/guides/${name}/`,
  decision: (name: string) => `/decisions/${name}/`,
  stream: (name: string) => `/stream/player/?stream=${name}`,
} as const;
