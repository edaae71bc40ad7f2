// Starts the hosts on which the contract scripts are played: first two that every machine can run, then all others.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryHub } from '../../functions/hosts/memory/memory.ts';
import { createHubServer } from '../../functions/hosts/node/node-server.ts';
import type { Hub } from '../../functions/hub/hub.ts';
import { createAllowance } from '../../functions/ports/allowance.ts';
import type { LogPort } from '../../functions/ports/ports.ts';
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { FolderBytes } from '../../functions/stores/bytes/folder-bytes.ts';
import { memoryBytes } from '../../functions/stores/bytes/memory-bytes.ts';
import { openObjectFolder, publishedObjects } from '../../functions/stores/objects/object-store.ts';
import { bucketTrees, remotePlace } from '../../functions/stores/tree/bucket-tree.ts';
import { FileCache } from '../../functions/stores/tree/file-cache.ts';
import { openTree } from '../../functions/stores/tree/folder-tree.ts';
import { logFiles, REMOTE_LOG } from '../../functions/stores/tree/log-files.ts';
import { TreeFollower } from '../../functions/stores/tree/tree-follower.ts';
import { exportHub } from '../../generator/export/export-hub.ts';
import { silent } from '../../generator/process/progress.ts';
import { pushTree } from '../../generator/push/push-tree.ts';
import { bestStore } from '../buckets/stores.ts';
import { caddy, nginx, startFront } from '../fixtures/front.ts';
import { logFilesIn, openInMemory, origin, service } from '../fixtures/hub.ts';
import { alice, publicKey } from '../fixtures/identity.ts';
import { noAccessLog } from '../fixtures/no-access-log.ts';
import { sqliteAccounts } from '../fixtures/sqlite-accounts.ts';
import { type ChildHost, startOtherRuntimes } from './other-runtimes.ts';
import { inMemory, overSocket, type Player, throughFetch, throughFunctionUrl, throughGateway } from './players.ts';
import { clock, pages, sharedPorts, signInBy } from './ports.ts';

/** The hosts of one test run. The hosts in this process share their accounts. */
export class Hosts {
  readonly players: Record<string, Player> = {};
  /** The hosts that run in other processes. */
  readonly children: ChildHost[] = [];
  readonly #dist: string;
  readonly #accounts = { store: sqliteAccounts(), ...signInBy(publicKey, alice) };
  readonly #behindFronts: Server[] = [];
  readonly #ends: (() => unknown)[] = [];

  /** `dist` has the tree that all hosts serve. */
  constructor(dist: string) {
    this.#dist = dist;
  }

  /** Starts the first hub in memory, with which all other hosts are compared, and a Node server. */
  async startHere(): Promise<void> {
    this.players.memory = inMemory(this.#remembering());
    this.players.node = overSocket(await this.#listen(this.#onDisk()));
  }

  /** Starts a hub in memory to compare with, and all hosts except the Node server. */
  async startElsewhere(): Promise<void> {
    const hub = this.#remembering();
    Object.assign(this.players, {
      memory: inMemory(hub),
      fetch: throughFetch(hub),
      gateway: throughGateway(hub),
      functionUrl: throughFunctionUrl(hub),
    });
    await this.#startOverBucket();
    await this.#startFronts();
    this.children.push(...(await startOtherRuntimes(this.#dist)));
    for (const { name, player } of this.children) this.players[name] = player;
  }

  async stop(): Promise<void> {
    for (const child of this.children) await child.stop();
    for (const end of this.#ends.reverse()) await end();
  }

  /** Stops the hubs behind nginx and Caddy, and keeps those two running. */
  async stopBehindFronts(): Promise<void> {
    for (const server of this.#behindFronts) {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    }
  }

  /** Starts nginx and Caddy, each in front of a hub of its own. */
  async #startFronts(): Promise<void> {
    for (const kind of [nginx, caddy].filter(({ missing }) => missing === undefined)) {
      const server = await this.#serve(this.#onDisk());
      const folder = this.#folder('exported');
      if (kind === caddy) await exportHub({ dist: this.#dist, to: folder, service, pages }, silent);
      const front = await startFront(kind, { folder, hubPorts: [portOf(server)] });
      this.#ends.push(front.stop);
      this.#behindFronts.push(server);
      this.players[kind.name] = overSocket(front.port);
    }
  }

  /** Starts a hub that reads its tree from a bucket. */
  async #startOverBucket(): Promise<void> {
    const cache = new FileCache({ folder: this.#folder('kept'), most: 2 ** 30, onFault: unexpected });
    const store = bestStore();
    await store.start();
    this.#ends.push(() => store.stop());
    const place = store.place('hub');
    const bucket = await openBucket(place);
    await pushTree({ dist: this.#dist, bucket, stay: 86_400_000 }, silent);
    const inBucket = await bucketTrees(place);
    const followed = await new TreeFollower(remotePlace(inBucket, cache, unexpected), unexpected).start(true);
    this.#ends.push(() => followed.stop());
    const published = await openBucket(store.place('published'), { isWaitedFor: true });
    const objects = publishedObjects(published, { onDamage: unexpected, now: clock() });
    const fromBucket = { ...this.#ports(), objects, log: logFiles(inBucket.log, REMOTE_LOG) };
    this.players.bucket = overSocket(await this.#listen(createMemoryHub(followed.current()!, fromBucket)));
  }

  /** Makes the ports of one host. Each host counts an account's requests on its own. */
  #ports() {
    const allowance = createAllowance();
    return { ...sharedPorts(service.sources, origin), accounts: { ...this.#accounts, allowance } };
  }

  #remembered(log: LogPort) {
    return {
      ...this.#ports(),
      objects: publishedObjects(memoryBytes(), { onDamage: unexpected, now: clock() }),
      log,
    };
  }

  #remembering(): Hub {
    const log = logFiles(memoryBytes(logFilesIn(this.#dist)));
    return createMemoryHub(openInMemory(this.#dist), this.#remembered(log));
  }

  #onDisk(): Hub {
    const objects = openObjectFolder(this.#folder('published'), { onDamage: unexpected, now: clock() });
    const log = logFiles(new FolderBytes(join(this.#dist, 'log')));
    return createMemoryHub(openTree(this.#dist), { ...this.#ports(), objects, log });
  }

  /** Serves `hub` with Node, and returns the port. */
  #listen = async (hub: Hub): Promise<number> => portOf(await this.#serve(hub));

  async #serve(hub: Hub): Promise<Server> {
    const server = createHubServer(hub, noAccessLog).listen(0, '127.0.0.1');
    this.#ends.push(() => server.close());
    await once(server, 'listening');
    return server;
  }

  #folder(name: string): string {
    const folder = mkdtempSync(join(tmpdir(), `model-hub-${name}-`));
    this.#ends.push(() => rmSync(folder, { recursive: true }));
    return folder;
  }
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

function unexpected(sentence: string): never {
  throw new Error(sentence);
}
