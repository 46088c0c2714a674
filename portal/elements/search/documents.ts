/** The kinds of pages in the order in which readers look for them. The score of a hit is multiplied by the weight of its kind. */
export const KINDS = {
  operations: { label: 'Operations', weight: 1 },
  events: { label: 'Events', weight: 1 },
  failures: { label: 'Failures', weight: 1 },
  guides: { label: 'Guides', weight: 0.9 },
  schemas: { label: 'Types', weight: 0.4 },
  'open-points': { label: 'Open points', weight: 0.15 },
  requirements: { label: 'Requirements', weight: 0.1 },
  decisions: { label: 'Decisions', weight: 0.1 },
} as const;

export type Kind = keyof typeof KINDS;

/** The kinds in their order. */
export const KIND_NAMES: readonly Kind[] = Object.keys(KINDS) as Kind[];

/** The parts of a page that the search uses. scripts/portal/search-documents.ts writes them. */
export interface SearchDocument {
  /** Path below the site: `operations/streamMessage/`. */
  readonly path: string;
  readonly title: string;
  readonly kind: Kind;
  /** Other names of what the page is about, such as the id of an operation. */
  readonly names: string;
  readonly summary: string;
  readonly headings: string;
  /** The words of the page, each once. */
  readonly words: string;
}
