/** Runs the commands in the documentation that need a real client, each page from top to bottom. */
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import { runnableWith, runPage } from '../docs/runnable.ts';
import { commandMissing } from '../fixtures/needs.ts';
import type { Clients } from './machine.ts';

/** The client that provides each command, if the client has another name than the command. */
const CLIENTS: Record<string, keyof Clients> = { hf: 'huggingface_hub 2.0.0', python: 'huggingface_hub 2.0.0' };

let hub: DemoHub;
beforeAll(async () => {
  hub = await startDemoHub({ probe: 'off' });
});
afterAll(() => hub?.close());

/** Tests of the documentation run the commands of operators. */
const pages = runnableWith((tool) => !['npx', 's3'].includes(tool));

test.for(pages)('the commands of $slug succeed', async (page, context) => {
  const known: Partial<Clients> = inject('clients');
  const paths: string[] = [];
  for (const tool of page.tools) {
    const client = known[CLIENTS[tool] ?? (tool as keyof Clients)];
    if (client && 'missing' in client) context.skip(client.missing);
    const missing = client ? undefined : commandMissing(tool);
    context.skip(missing !== undefined, missing);
    // For a Python environment `client.path` is the folder of its commands; for any other client it is the command.
    if (client && 'path' in client && client.path.includes('/'))
      paths.push(CLIENTS[tool] ? client.path : dirname(client.path));
  }
  const { code, output, errors } = await runPage(page, { hub, paths });
  expect(code, errors + output).toBe(0);
});
