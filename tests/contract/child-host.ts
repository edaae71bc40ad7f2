// Makes the hub of the contract scripts in a module for Deno and Bun. A PUT of `/.probed` sets the state of the
// sources.
import process from 'node:process';
import { createMemoryHub } from '../../functions/hosts/memory/memory.ts';
import { toFetch } from '../../functions/rim/fetch-hub.ts';
import { memoryBytes } from '../../functions/stores/bytes/memory-bytes.ts';
import { publishedObjects } from '../../functions/stores/objects/object-store.ts';
import { logFiles } from '../../functions/stores/tree/log-files.ts';
import { logFilesIn, openInMemory, origin, service } from '../fixtures/hub.ts';
import { memoryAccounts } from './child-accounts.ts';
import { clock, sharedPorts, signInBy, tellProbed } from './ports.ts';

const { dist, key, token, port } = JSON.parse(process.env.CHILD_HOST ?? '{}');

const unexpected = (sentence: string) => {
  throw new Error(sentence);
};

const ask = toFetch(
  createMemoryHub(openInMemory(dist), {
    ...sharedPorts(service.sources, origin),
    accounts: { ...memoryAccounts(), ...signInBy(key, token) },
    objects: publishedObjects(memoryBytes(), { onDamage: unexpected, now: clock() }),
    log: logFiles(memoryBytes(logFilesIn(dist))),
  }),
);

export default {
  port,
  hostname: '127.0.0.1',
  fetch: async (request: Request): Promise<Response> => (await tellProbed(request)) ?? ask(request),
};
