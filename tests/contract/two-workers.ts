// Serves the hub of the contract scripts with two worker threads at one port. Each thread answers requests; the
// main thread has the stores that both threads use.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../../functions/hosts/node/node-hub.ts';
import { newConnectionCounts, newSeeds } from '../../functions/hosts/node/workers/counted-connections.ts';
import { Crew } from '../../functions/hosts/node/workers/crew.ts';
import { openWorkerDesk } from '../../functions/hosts/node/workers/main-desk.ts';
import { healthNews } from '../../functions/hosts/node/workers/mirrored-health.ts';
import { newCounts } from '../../functions/hosts/node/workers/shared-counts.ts';
import { TreeSwitch } from '../../functions/hosts/node/workers/tree-switch.ts';
import { Allowance } from '../../functions/ports/allowance.ts';
import { hourMemory } from '../../functions/sources/hour-counts.ts';
import { openObjectFiles } from '../../functions/stores/objects/object-files.ts';
import { openStores } from '../../functions/stores/open-stores.ts';
import { WeakIndexMemory } from '../../functions/stores/packs/index-memory.ts';
import { openTree } from '../../functions/stores/tree/node-tree.ts';
import { readConfig } from '../../src/service/config.ts';
import { attestationPem } from '../fixtures/attestation.ts';
import { origin, service } from '../fixtures/hub.ts';
import { alice, publicKey } from '../fixtures/identity.ts';
import { models } from '../fixtures/rows.ts';
import type { ChildHost } from './other-runtimes.ts';
import { overSocket, type Player } from './players.ts';
import { clock, probed, sharedPorts } from './ports.ts';

const THREAD = new URL('./child-thread.ts', import.meta.url);
const WORKERS = 2;
const tokens = service.sources.map(({ token }) => token);
/** Replaces the product's version in an answer by 0.0.0, the version that all other hosts report. */
const unversioned =
  (player: Player): Player =>
  async (asked) => {
    const given = await player(asked);
    // An answer with an ETag is a built file. Its version is that of the build, which is the same on every host.
    if (!given || given.headers.some(([name]) => name === 'etag')) return given;
    const text = given.body.toString('latin1').replaceAll(`version":"${version}"`, `version":"0.0.0"`);
    return { ...given, body: Buffer.from(text, 'latin1') };
  };

const ids = Object.values(models).map(({ id }) => id);

/** Starts the workers over the tree in `dist`. */
export async function startTwoWorkers(dist: string): Promise<ChildHost> {
  const folder = mkdtempSync(join(tmpdir(), 'model-hub-workers-'));
  const tokensOfScripts = { HUB_PUBLISHER_TOKEN: 'publisher-token', HUB_REGISTRY_TOKEN: 'registry-token' };
  const signIn = JSON.stringify({ key: publicKey, token: alice });
  const key = { HUB_ATTESTATION_KEY: attestationPem };
  const env = { SIGN_IN: signIn, HUB_DIST: dist, HUB_DATA: folder, ...key, ...tokensOfScripts };
  const config = readConfig(env);
  const { folder: published } = config.published as { folder: string };
  const unexpected = (told: unknown) => {
    // The scripts ask each worker for a page that fails on purpose.
    if (!String(told).includes('planted')) throw new Error(String(told));
  };
  const stores = openStores({ config, notice: unexpected, onFault: unexpected });
  const { baseUrl, health, holders } = sharedPorts(service.sources, origin);
  const connections = newConnectionCounts(WORKERS);
  const logged = newCounts(WORKERS, 1);
  const activity = hourMemory(service.sources.length, WORKERS);
  const desk = {
    onUnknownName() {},
    ...{ logged, writeLog() {}, writeNotice: unexpected, holders, demand: { record() {} }, database: stores.shared },
    objects: openObjectFiles({ folder: published, onDamage: unexpected, now: clock() }),
    allowance: new Allowance(() => performance.now()),
  };
  const memory = new WeakIndexMemory({ isShared: true });
  const tree = openTree(dist, undefined, memory);
  await tree.load();
  const trees = new TreeSwitch({
    ...{ current: () => tree, files: () => memory.sharedFiles(), onNotice: unexpected },
    openAll: (news) => crew.open(news),
  });
  const crew: Crew = new Crew({
    ...{ thread: THREAD, workers: WORKERS, env, tree: () => trees.news(), onNotice: unexpected },
    desk: (number) => openWorkerDesk(desk, number),
    beginning: (number) => ({
      ...{ service, baseUrl, number, tree: trees.memory, seeds: newSeeds() },
      ...{ connections: connections.place, logged: logged.place, refusals: [], refusing: {}, withdrawn: undefined },
      activity,
      bounds: { connections: 1000, connectionsPerAddress: undefined },
      health: healthNews(health, tokens),
    }),
  });
  await trees.look();
  const port = await crew.begin(0);
  return {
    name: 'workers',
    player: unversioned(overSocket(port)),
    async tell(is) {
      const news = tokens.flatMap((source) =>
        ids.map((model) => ({ source, model, refuses: is[source] === 'refusing', again: 1e9 })),
      );
      probed.is = is;
      crew.each((line) => {
        line.tell('health', healthNews(health, tokens));
        line.tell('holders', news, holders.refusing());
      });
      // Both workers have the new state before the next request.
      await crew.open(trees.news()!);
    },
    async stop() {
      await crew.close();
      await stores.close();
      rmSync(folder, { recursive: true });
    },
  };
}
