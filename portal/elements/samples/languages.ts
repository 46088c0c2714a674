import { csharp } from './csharp.ts';
import { curl } from './curl.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { python } from './python.ts';
import type { SampleRequest } from './request.ts';
import { ruby } from './ruby.ts';
import { typescript } from './typescript.ts';

/** The languages of the samples: the label of the tab, the name of the language for its colours, and how to write a request. */
export const LANGUAGES: readonly {
  readonly label: string;
  readonly language: string;
  write(request: SampleRequest): string;
}[] = [
  { label: 'curl', language: 'sh', write: curl },
  { label: 'TypeScript', language: 'ts', write: typescript },
  { label: 'Python', language: 'python', write: python },
  { label: 'Go', language: 'go', write: go },
  { label: 'Java', language: 'java', write: java },
  { label: 'C#', language: 'csharp', write: csharp },
  { label: 'Ruby', language: 'ruby', write: ruby },
];
