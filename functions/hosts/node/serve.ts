// Serves the hub from one Node process: tree, store, prober, website and server put together and taken apart in order.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { MAX_OBJECT, MAX_OBJECT_AT_EDGE } from '../../../src/basics/limits.ts';
import type { Config } from '../../../src/service/config.ts';
import type { Service } from '../../../src/service/service.ts';
import { createHub } from '../../hub/hub.ts';
import { StoreUnavailable, StoreUnusable } from '../../ports/accounts/account-store.ts';
import { Allowance } from '../../ports/accounts/allowance.ts';
import type { ObjectsPort } from '../../ports/objects-port.ts';
import type { PagePort, Ports, Tree } from '../../ports/ports.ts';
import { HolderChecks, noHolderChecks } from '../../sources/holder-checks.ts';
import { Prober } from '../../sources/prober.ts';
import { treeAt } from '../../tree/moved-tree.ts';
import { openStores, type Stores } from '../sql/open-stores.ts';
import { createAccessLog } from './access-log.ts';
import { connectionsWithin, descriptorLimit } from './connections/descriptors.ts';
import { type CurrentTree, followCurrentTree } from './current-tree.ts';
import { openObjectFiles } from './files/object-files.ts';
import { addressOf, closeServer, listen } from './listening.ts';
import { nodeCompress } from './node-compress.ts';
import { createHubServer, type ServerBounds } from './node-server.ts';
import { openWebsite } from './node-website.ts';
import { openSignIn } from './sign-in.ts';
import { bearerCheck, tokenCheck } from './token-check.ts';

interface ServeSettings {
  config: Config;
  service: Service;
  /** The public address; undefined: wherever the server turns out to listen. */
  baseUrl: string | undefined;
  /** Where access log lines go. */
  writeLog: (lines: string) => void;
  /** Where one-line notices of faults go. */
  writeNotice: (line: string) => void;
  /** Makes the pages; the website built under HUB_DIST unless given. */
  pages?: PagePort;
}

export interface Serving {
  /** The address listened at. */
  url: string;
  /** Stops taking requests, lets those under way end, then closes everything. */
  close(): Promise<void>;
}

const version = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string }
).version;

/** What the prober calls itself, with the address of the hub and that of its operator, where one is named. */
export const userAgent = ({ name, contact }: Service, baseUrl: string) =>
  `${name.replaceAll(' ', '-')}/${version} (+${baseUrl}${contact === undefined ? '' : `; ${contact}`})`;

/** Starts to serve. Rejects with one sentence when the address is taken or not ours to use. */
export async function serve(settings: ServeSettings): Promise<Serving> {
  const { config, service, writeNotice } = settings;
  const onFault = (error: unknown, line: string) =>
    writeNotice(`fault at ${line}: ${(error as Error | undefined)?.stack ?? error}`);
  const log = createAccessLog(settings.writeLog, (error) => onFault(error, 'the access log'));
  const tree = await followTree(config, writeNotice);
  const signIn = await openSignIn(config, writeNotice);
  const stores = openStores({
    config,
    notice: writeNotice,
    onFault: (error) => onFault(error, 'noting demand or health'),
  });
  if (signIn.identity || config.database.kind === 'postgres') await openAtStart(stores);
  const { prober, holders } = openChecks(settings, stores, onFault);
  const ports: Ports = {
    ...fixedPorts(settings),
    objects: await openPublished(config.published, writeNotice),
    tree: atOwnAddress(tree.get, () => ports),
    health: prober,
    holders,
    demand: stores.demand,
    accounts: { ...signIn, store: stores.accounts, allowance: new Allowance(() => performance.now()) },
    onFault,
  };
  const server = createHubServer(createHub(ports), log, {
    onFault,
    bounds: boundsOf(service, config, writeNotice),
  });
  // A promise that nobody waits for would end the hub.
  const onRejection = (error: unknown) => onFault(error, 'no request');
  process.on('unhandledRejection', onRejection);
  await listen(server, config);
  // The system may refuse a connection, for want of descriptors for one: that is no reason to end.
  server.on('error', (error) => onFault(error, 'a new connection'));
  const url = addressOf(server, config.host);
  if (settings.baseUrl === undefined) ports.baseUrl = url;
  prober.start();
  return {
    url,
    async close() {
      prober.stop();
      holders.stop();
      tree.stop();
      await closeServer(server);
      await stores.close();
      log.flush();
      process.off('unhandledRejection', onRejection);
    },
  };
}

async function followTree(config: Config, writeNotice: (line: string) => void): Promise<CurrentTree> {
  if ('folder' in config.tree) return followCurrentTree(config.tree.folder, writeNotice);
  const { followElsewhere } = await import('./remote/remote-places.ts');
  return followElsewhere(config.tree, config, writeNotice);
}

async function openPublished(published: Config['published'], onDamage: (line: string) => void): Promise<ObjectsPort> {
  if ('folder' in published) return openObjectFiles({ folder: published.folder, onDamage });
  const { openBucketObjects } = await import('./bucket/bucket-objects.ts');
  return openBucketObjects({ place: published.bucket, onDamage });
}

/** The ports that follow from the settings alone. */
function fixedPorts({ config, service, baseUrl = '', pages }: ServeSettings) {
  return {
    // The styles of a tree's pages lie beside it, and so does what makes the others.
    pages: pages ?? openWebsite('folder' in config.tree ? config.tree.folder : config.dist),
    compress: nodeCompress,
    publishing: {
      open: config.publisherToken !== undefined,
      holdsToken: bearerCheck(config.publisherToken),
      limit: config.edge ? MAX_OBJECT_AT_EDGE : MAX_OBJECT,
    },
    sources: service.sources,
    origin: service.sources.find((source) => source.token === service.origin)!,
    baseUrl,
    spacesUrl: service.spacesUrl,
    version,
    holdsRegistryToken: tokenCheck(config.registryToken),
  } satisfies Partial<Ports>;
}

/** The checks of sources, and of single models at them; a hub that does not probe asks nothing of the second kind either. */
function openChecks({ config, service, baseUrl }: ServeSettings, stores: Stores, onFault: Ports['onFault']) {
  const { sources } = service;
  const every = config.probeSeconds;
  const agent = userAgent(service, baseUrl ?? `http://${config.host}:${config.port}`);
  const prober = new Prober({
    ...{ sources, every, userAgent: agent },
    store: stores.health,
    onFault: (error) => onFault(error, 'a probe'),
  });
  if (every === undefined) return { prober, holders: { ...noHolderChecks, stop() {} } };
  const isOk = (token: string) => prober.isOk(token);
  const tokens = sources.map(({ token }) => token);
  return { prober, holders: new HolderChecks({ sources: tokens, every, isOk, userAgent: agent }) };
}

/** Each tree as it is at the address of the hub, which is known only once it listens. */
function atOwnAddress(current: () => Tree | undefined, ports: () => Ports): () => Tree | undefined {
  const moved = new WeakMap<Tree, Tree>();
  return () => {
    const tree = current();
    const { baseUrl, compress } = ports();
    if (!tree || tree.baseUrl === baseUrl) return tree;
    const known = moved.get(tree);
    if (known?.baseUrl === baseUrl) return known;
    const made = treeAt(tree, baseUrl, compress);
    moved.set(tree, made);
    return made;
  };
}

const CONNECTIONS_PER_ADDRESS = 256;

function boundsOf({ limits }: Service, { edge }: Config, writeNotice: (line: string) => void): Partial<ServerBounds> {
  return {
    connections: connectionsWithin(descriptorLimit(), limits?.connections, writeNotice),
    connectionsPerAddress: edge ? (limits?.connectionsPerAddress ?? CONNECTIONS_PER_ADDRESS) : undefined,
  };
}

/**
 * Brings the database up to date. One that is away for now is no reason not to serve what needs none, and has said so;
 * one that can't be used before somebody mends it stops the start.
 */
async function openAtStart(stores: Stores): Promise<void> {
  await stores.open().catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable) || error instanceof StoreUnusable) throw error;
  });
}
