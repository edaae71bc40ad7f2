// Makes the hub of the contract scripts in a Worker, with the tree and objects in R2. A PUT of
// `/.probed` sets the state of the sources.
import { waitUntil } from 'cloudflare:workers';
import { createMemoryHub } from '../../functions/hosts/memory/memory.ts';
import type { WorkerBindings } from '../../functions/hosts/worker/bindings.ts';
import { r2Bytes } from '../../functions/hosts/worker/r2-bytes.ts';
import { asSent } from '../../functions/hosts/worker/worker-hub.ts';
import { openWorkerTree } from '../../functions/hosts/worker/worker-tree.ts';
import { takeNoTurns } from '../../functions/ports/turns.ts';
import { toFetch } from '../../functions/rim/fetch-hub.ts';
import { publishedObjects } from '../../functions/stores/objects/object-store.ts';
import { type LazyValue, lazyValue } from '../../src/basics/remembered.ts';
import { memoryAccounts } from './child-accounts.ts';
import { clock, sharedPorts, signInBy, tellProbed } from './ports.ts';

interface TestBindings extends WorkerBindings {
  CHILD_HOST: string;
}

const unexpected = (sentence: string) => {
  throw new Error(sentence);
};

let opened: LazyValue<(request: Request) => Promise<Response>> | undefined;

const openHub = async (bindings: TestBindings) => {
  takeNoTurns();
  const { sources, origin, key, token } = JSON.parse(bindings.CHILD_HOST);
  const tree = openWorkerTree(r2Bytes(bindings.TREE, 'hub/', 'the bucket TREE'), unexpected);
  await tree.look(waitUntil);
  const objects = publishedObjects(r2Bytes(bindings.OBJECTS!, '', 'the bucket OBJECTS'), {
    onDamage: unexpected,
    now: clock(),
  });
  return toFetch(
    createMemoryHub(tree.current(), {
      ...sharedPorts(sources, origin),
      accounts: { ...memoryAccounts(), ...signInBy(key, token) },
      objects,
      log: tree.log,
    }),
  );
};

export default {
  async fetch(request: Request, bindings: TestBindings): Promise<Response> {
    opened ??= lazyValue(() => openHub(bindings));
    return (await tellProbed(request)) ?? (await opened.get())(asSent(request));
  },
};
