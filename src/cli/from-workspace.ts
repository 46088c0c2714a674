import { isAbsolute, relative, resolve } from 'node:path';
import { withSlashes } from '../conformance/files/with-slashes.ts';

/** The path of a file from the root of a workspace: a job may run a step in another folder of it. A file elsewhere keeps its path. */
export function fromWorkspace(file: string, workspace: string | undefined): string {
  if (!workspace) return file;
  const path = relative(resolve(workspace), resolve(file));
  return path.startsWith('..') || isAbsolute(path) ? file : withSlashes(path);
}
