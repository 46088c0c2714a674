import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { buildProject, type Project } from '../docs/built-package.ts';
import { toolFile } from '../tools/programs.ts';

/** A consumer's project with the examples, the package built from the current sources, and the libraries of the examples. */
export interface ExampleProject extends Project {
  /** Bundles a module of the project. @returns the file */
  bundle(module: string, platform: 'node' | 'browser'): Promise<string>;
}

const libraries = [
  ...['react', 'react-dom', 'scheduler', 'csstype', '@types/react', '@types/react-dom', '@ai-sdk/react'],
  ...['hono', '@hono/node-server', 'fastify', '@fastify/compress', 'next'],
  ...['@tanstack/react-query', 'ky', 'express', 'express-4', 'compression', '@types/express'],
];
const tools = ['api', 'core', 'sdk-trace'].map((name) => `@opentelemetry/${name}`);

export async function buildExamples(): Promise<ExampleProject> {
  const project = await buildProject(['typescript']);
  const link = (target: string, name: string) => {
    const place = join(project.folder, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(target, place, 'junction');
  };
  cpSync(resolve(repositoryRoot, 'examples'), join(project.folder, 'examples'), { recursive: true });
  project.write(
    'examples/test/server.ts',
    "export { createClient } from 'conversation-api';\nexport { fetchRelay } from 'conversation-api/relay/fetch';\n",
  );
  project.write(
    'examples/test/tracing.ts',
    [
      "export * as api from '@opentelemetry/api';",
      "export { W3CTraceContextPropagator } from '@opentelemetry/core';",
      "export * as sdk from '@opentelemetry/sdk-trace';",
      "export { createClient } from 'conversation-api';",
      "export { traced } from '../opentelemetry/traced.ts';\n",
    ].join('\n'),
  );
  project.write(
    // No TypeScript, since two of the packages have no types.
    'examples/test/relays.js',
    [
      "export { getRequestListener } from '@hono/node-server';",
      "export { default as fastifyCompress } from '@fastify/compress';",
      "export { default as compression } from 'compression';",
      "export { createClient } from 'conversation-api';",
      ...['express', 'fastify', 'hono', 'next'].map(
        (name) => `export * from 'conversation-api/relay/${name}';`,
      ),
      "export { default as express5 } from 'express';",
      "export { default as express4 } from 'express-4';",
      "export { default as fastify } from 'fastify';",
      "export { Hono } from 'hono';",
      "export { compress } from 'hono/compress';",
      ...['express', 'fastify', 'hono'].map(
        (name) => `export { app as ${name}Example } from '../relay/${name}.ts';`,
      ),
    ].join('\n'),
  );
  project.write(
    'examples/test/tanstack-query.ts',
    [
      "export * from '@tanstack/react-query';",
      "export { createFetchClient } from 'conversation-api/fetch';",
      "export * from '../tanstack-query/send-turn.ts';",
      "export { SendForm } from '../tanstack-query/send-form.tsx';",
      "export { default as ky } from 'ky';",
      "export { createElement } from 'react';",
      "export { renderToString } from 'react-dom/server';\n",
    ].join('\n'),
  );
  for (const name of libraries) link(resolve(import.meta.dirname, 'node_modules', name), name);
  for (const name of tools) link(toolFile(name), name);
  const { extends: strict } = JSON.parse(readFileSync(join(project.folder, 'tsconfig.json'), 'utf8'));
  project.write('tsconfig.json', JSON.stringify({ extends: strict, ...compilerOptions }));
  return {
    ...project,
    async bundle(module, platform) {
      const outfile = join(project.folder, 'bundles', module.replace(/\.[jt]sx?$/, '.js'));
      await build({
        entryPoints: [join(project.folder, module)],
        outfile,
        platform,
        bundle: true,
        // A Node program finds its packages at run time.
        ...(platform === 'node' && { packages: 'external' as const }),
        format: 'esm',
        jsx: 'automatic',
        target: 'es2023',
        define: { 'process.env.NODE_ENV': '"development"' },
        logLevel: 'silent',
      });
      return outfile;
    },
  };
}

const compilerOptions = {
  compilerOptions: {
    module: 'nodenext',
    lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
    jsx: 'react-jsx',
    types: [],
    noUnusedLocals: true,
    erasableSyntaxOnly: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  },
  include: ['examples'],
  // `next build` checks its types, since its packages are for bundlers.
  exclude: ['examples/next'],
};
