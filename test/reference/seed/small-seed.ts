import { stringify } from 'yaml';
import { SeedError } from '../../../src/reference/seed/problem.ts';
import { readSeed } from '../../../src/reference/seed/read-seed.ts';

type Members = Readonly<Record<string, unknown>>;

/** Two companies, each with a user and a model. */
const SMALL: Members = {
  seed: 1,
  companies: [
    { id: 1, name: 'Harbor Books', default_model: 3 },
    { id: 2, name: 'Lantern Press', default_model: 11 },
  ],
  users: [
    { id: 300, company: 1, name: 'Nora Lind' },
    { id: 401, company: 2, name: 'Ada Brandt' },
  ],
  credentials: [{ id: 'main', token: 'harbor-main', user: 300 }],
  models: [
    { id: 3, company: 1, name: 'Kestrel', code: 'kestrel' },
    { id: 11, company: 2, name: 'Wick', code: 'wick' },
  ],
};

/** The small seed with some sections replaced or added, as text. */
export function smallSeed(sections: Members = {}): string {
  return stringify({ ...SMALL, ...sections });
}

export function readSmall(sections: Members = {}) {
  return readSeed(smallSeed(sections), 'seed.yaml');
}

/** The problems of a seed, one per line; none if it is valid. */
export function problemsOf(text: string): readonly string[] {
  try {
    readSeed(text, 'seed.yaml');
    return [];
  } catch (error) {
    if (error instanceof SeedError) return error.problems;
    throw error;
  }
}
