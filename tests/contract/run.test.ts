// Plays every script on every host: what it promises must hold, and all hosts must give the same answer.
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createMemoryHub, rememberedAccounts } from '../../functions/hosts/memory/memory.ts';
import { rememberedObjects } from '../../functions/hosts/memory/memory-objects.ts';
import { createHubServer } from '../../functions/hosts/node/node-server.ts';
import { Allowance } from '../../functions/ports/allowance.ts';
import type { AccountsPort, LogPort } from '../../functions/ports/ports.ts';
import { noAccessLog } from '../../functions/rim/access-log.ts';
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { folderStore } from '../../functions/stores/bytes/folder-store.ts';
import { memoryStore } from '../../functions/stores/bytes/memory-store.ts';
import { openBucketObjects } from '../../functions/stores/objects/bucket-objects.ts';
import { openObjectFiles } from '../../functions/stores/objects/object-files.ts';
import type { CurrentTree } from '../../functions/stores/tree/current-tree.ts';
import { FileCache } from '../../functions/stores/tree/file-cache.ts';
import { logElsewhere, logHere } from '../../functions/stores/tree/log-files.ts';
import { openTree } from '../../functions/stores/tree/node-tree.ts';
import { bucketTree, hubPlace } from '../../functions/stores/tree/remote-places.ts';
import { followRemoteTree, type RemotePlace } from '../../functions/stores/tree/remote-tree.ts';
import { silent } from '../../generator/process/progress.ts';
import { pushTree } from '../../generator/push/push-tree.ts';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { bestStore } from '../buckets/stores.ts';
import { runtimesMissing } from '../clients/runtimes.ts';
import { farStore, openFar } from '../fixtures/far-store.ts';
import { logFilesIn, openInMemory, origin, service, treeText } from '../fixtures/hub.ts';
import { alice, publicKey } from '../fixtures/identity.ts';
import { needs } from '../fixtures/needs.ts';
import { nginxMissing } from '../fixtures/nginx.ts';
import { workerMissing } from '../fixtures/worker.ts';
import { type Describer, describer } from './described.ts';
import { factOf } from './facts.ts';
import { captured, fill, judge } from './judge.ts';
import { isRefusedByNginx, type NginxHost, startNginxHost, withoutOwn } from './nginx-host.ts';
import { type ChildHost, decoded, startOtherRuntimes } from './other-runtimes.ts';
import {
  type Asked,
  type Given,
  inMemory,
  overSocket,
  type Player,
  throughFetch,
  throughFunctionUrl,
  throughGateway,
} from './players.ts';
import { clock, pages, probed, sharedPorts, signInBy } from './ports.ts';
import { type Exchange, type Promised, parseScript } from './script.ts';
import { startTwoWorkers } from './two-workers.ts';

/** Into these all hosts sign in, so that what is kept on one is seen on the next. */
const accounts: AccountsPort = { ...rememberedAccounts(), ...signInBy(publicKey, alice) };

/** Hosts that a machine may not have, and why this one does not. */
const needed = {
  ...{ nginx: nginxMissing(), workerd: workerMissing },
  ...{ deno: runtimesMissing('deno'), bun: runtimesMissing('bun') },
};

const players: Record<string, Player> = {};
let children: ChildHost[] = [];
let servers: Server[];
let nginx: NginxHost | undefined;
let followed: CurrentTree[];
let fromBucket: Server;
const store = bestStore();
let published: string[];
let kept: string;
let faultsOf: Describer;
beforeAll(async () => {
  const { dist } = inject('fixture');
  const description = treeText(dist, treePath(routes.openapi, {}));
  faultsOf = describer(
    description,
    service.sources.map(({ token }) => token),
  );
  // What an account may ask in a minute is counted by each host for itself.
  const ports = () => ({
    ...sharedPorts(service.sources, origin),
    accounts: { ...accounts, allowance: new Allowance(() => performance.now()) },
  });
  const onDamage = (sentence: string) => {
    throw new Error(sentence);
  };
  published = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'model-hub-published-')));
  const onDisk = published.map((folder) => ({
    ...ports(),
    objects: openObjectFiles({ folder, onDamage, now: clock() }),
    log: logHere(folderStore(join(dist, 'log'))),
  }));
  const remembered = (log: LogPort) => ({ ...ports(), objects: rememberedObjects(clock()), log });
  const hub = createMemoryHub(openInMemory(dist), remembered(logHere(memoryStore(logFilesIn(dist)))));
  servers = onDisk.map((own) =>
    createHubServer(createMemoryHub(openTree(dist), own), noAccessLog).listen(0, '127.0.0.1'),
  );
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const [port, behind] = servers.map((server) => (server.address() as AddressInfo).port) as [number, number];
  const unexpected = (sentence: string) => {
    throw new Error(sentence);
  };
  kept = mkdtempSync(join(tmpdir(), 'model-hub-kept-'));
  const cache = new FileCache({ folder: kept, most: 2 ** 30, onFault: unexpected });
  const follow = (place: RemotePlace) => followRemoteTree({ place, cache, onNotice: unexpected });
  await store.start();
  const place = store.place('hub');
  const bucket = await openBucket(place);
  await pushTree({ dist, bucket, stay: 86_400_000, parallel: 16, isDry: false }, silent);
  const [atHub, inBucket] = [hubPlace(`http://127.0.0.1:${port}`), await bucketTree(place)];
  followed = [await follow(atHub), await follow(inBucket)];
  const [ofHub, ofBucket] = followed.map((one) => one.get()!);
  const objects = await openBucketObjects({ place: store.place('published'), onDamage, now: clock() });
  fromBucket = createHubServer(
    createMemoryHub(ofBucket!, { ...ports(), objects, log: logElsewhere(inBucket.log) }),
    noAccessLog,
  ).listen(0, '127.0.0.1');
  await once(fromBucket, 'listening');
  Object.assign(players, {
    memory: inMemory(hub),
    fetch: throughFetch(hub),
    gateway: throughGateway(hub),
    functionUrl: throughFunctionUrl(hub),
    far: inMemory(
      createMemoryHub(await openFar(dist), remembered(logElsewhere(farStore(folderStore(join(dist, 'log')))))),
    ),
    origin: inMemory(createMemoryHub(ofHub!, remembered(logElsewhere(atHub.log)))),
    node: overSocket(port),
    bucket: overSocket((fromBucket.address() as AddressInfo).port),
  });
  if (needed.nginx === undefined) nginx = await startNginxHost(dist, pages, behind);
  if (nginx) players.nginx = nginx.player;
  children = [await startTwoWorkers(dist), ...(await startOtherRuntimes(dist))];
  for (const { name, player } of children) players[name] = player;
});
afterAll(async () => {
  for (const one of followed) one.stop();
  await nginx?.stop();
  for (const child of children) await child.stop();
  for (const server of [...servers, fromBucket]) server.close();
  await store.stop();
  for (const folder of [...published, kept]) rmSync(folder, { recursive: true });
});

for (const [host, missing] of Object.entries(needed))
  test(`the scripts are played on ${host}`, needs(missing), () => {
    expect(Object.keys(players)).toContain(host);
  });

const scripts = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.http'));

for (const file of scripts)
  describe(file, () => {
    const kept = new Map<string, string>();
    const scope = (name: string) => kept.get(name) ?? factOf(name);
    for (const promised of parseScript(readFileSync(join(import.meta.dirname, file), 'utf8')))
      test(promised.title, async () => {
        for (const exchange of promised.exchanges) await play(promised, exchange, kept, scope);
      });
  });

async function play(
  { only, title }: Promised,
  exchange: Exchange,
  kept: Map<string, string>,
  scope: (name: string) => string,
) {
  await tellAll(exchange.health);
  const asked: Asked = {
    method: exchange.method,
    target: Buffer.from(fill(exchange.target, scope)).toString('latin1'),
    headers: exchange.headers.map(([name, value]) => [name, fill(value, scope)]),
    body: exchange.body === undefined ? undefined : fill(exchange.body, scope),
  };
  let first: Given | undefined;
  for (const [host, player] of Object.entries(players)) {
    const isPlayed = only === undefined ? !(host === 'nginx' && isRefusedByNginx(title)) : only === host;
    const given = isPlayed ? await player(asked) : undefined;
    if (!given) continue;
    const compared = comparedAs(host);
    if (first)
      expect(readable(compared(given)), `${host} differs at line ${exchange.line}`).toEqual(readable(compared(first)));
    first ??= given;
  }
  judge(exchange, first!, scope);
  // What says no is kept by nobody, whoever says it.
  const cached = first!.headers.filter(([name]) => name === 'cache-control').map(([, value]) => value);
  if (first!.status > 399) expect(cached, `line ${exchange.line}`).toEqual(['no-store']);
  const told = `line ${exchange.line}: ${exchange.method} ${exchange.target.slice(0, 200)}`;
  expect(faultsOf(asked, first!), `${told}, against the API description`).toEqual([]);
  for (const capture of exchange.captures) kept.set(capture.name, captured(capture, first!));
}

/** How the sources are, told to hosts in other processes where it is news. */
async function tellAll(is: typeof probed.is): Promise<void> {
  const isNews = JSON.stringify(is) !== JSON.stringify(probed.is);
  probed.is = is;
  if (isNews) await Promise.all(children.map((child) => child.tell(is)));
}

/** What of an answer of this host must be as everywhere. */
function comparedAs(host: string): (given: Given) => Given {
  if (host === 'nginx') return withoutOwn;
  return children.some(({ name }) => name === host) ? decoded : (given) => given;
}

const readable = (given: Given) => ({ ...given, body: given.body.toString('latin1') });
