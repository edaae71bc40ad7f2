// Opens the hub of an isolate: makes ports from the bindings of a Worker (decision 0033).

import { waitUntil } from 'cloudflare:workers';
import { loadAttestations } from '../../../src/attestation/load-attestations.ts';
import { own } from '../../../src/basics/own.ts';
import { LOG_FOLDER } from '../../../src/log/log-paths.ts';
import { type Environment, publicBaseUrl, readConfig, serviceUnder } from '../../../src/service/config.ts';
import type { Probed } from '../../../src/service/kept-health.ts';
import { parseServiceText } from '../../../src/service/service-yaml.ts';
import type { Source } from '../../../src/service/sources.ts';
import { SITE_CLIENT } from '../../../src/tree/static-tree.ts';
import type { Bytes } from '../../../src/tree/store.ts';
import { createHub, type Hub } from '../../hub/hub.ts';
import type { Ports } from '../../ports/ports.ts';
import { takeNoTurns } from '../../ports/turns.ts';
import { settingsPorts } from '../../rim/settings-ports.ts';
import { noHolderChecks } from '../../sources/holder-checks.ts';
import { hourCounts } from '../../sources/hour-counts.ts';
import { type ProbedSource, type ProbeResult, probeSource, userAgent } from '../../sources/probe.ts';
import { ProbeResults } from '../../sources/probe-results.ts';
import { below, damageNotice } from '../../stores/bytes/remote.ts';
import { publishedObjects } from '../../stores/objects/object-store.ts';
import { logFiles } from '../../stores/tree/log-files.ts';
import { openStoredTree } from '../../stores/tree/tree.ts';
import { namedIn, TreeFollower } from '../../stores/tree/tree-follower.ts';
import { noAccounts } from '../memory/memory.ts';
import type { KvNamespace, WorkerBindings } from './bindings.ts';
import { r2Bytes } from './r2-bytes.ts';

/** The parts that a Worker is deployed with: the website, the text of service.yaml, the version of the release. */
interface WorkerParts {
  pages: Ports['pages'];
  serviceText: string;
  version: string;
}

export interface WorkerHub {
  hub: Hub;
  /** Looks for a new tree and new results of probes, unless this isolate did so a short time ago. */
  look(): Promise<unknown>;
  /** Probes the sources. The cron trigger calls it. */
  probe(): Promise<void>;
}

/** Opens the hub. Rejects with one sentence if a variable or service.yaml is wrong. */
export async function openWorkerHub(bindings: WorkerBindings, parts: WorkerParts): Promise<WorkerHub> {
  takeNoTurns();
  const { HUB_SERVICE: serviceText = parts.serviceText, ...texts }: Environment = Object.fromEntries(
    Object.entries(bindings).filter(([, value]) => typeof value === 'string'),
  );
  const config = readConfig(texts);
  const service = serviceUnder(config, parseServiceText(serviceText));
  const notice = (sentence: string) => console.error(sentence);
  const { sources } = service;
  const baseUrl = publicBaseUrl(config, service);
  const tree = openWorkerTree(r2Bytes(bindings.TREE, prefixOf(texts, 'HUB_TREE_PREFIX'), 'the bucket TREE'), notice);
  const health = new KvHealth(bindings.HEALTH, sources);
  // Workers limit the size of a request body as a proxy in front of the hub would, so `edge` is set.
  const edge = { ...config, edge: true };
  const fixed = settingsPorts({ config: edge, service, baseUrl, version: parts.version, writeNotice: notice });
  const hub = createHub({
    ...fixed,
    tree: () => tree.current()?.served(fixed),
    log: tree.log,
    health,
    holders: noHolderChecks,
    activity: hourCounts(sources),
    // A Worker has no database: it keeps neither accounts nor demand.
    demand: { record() {} },
    accounts: noAccounts(),
    pages: parts.pages,
    objects: publishedObjects(publishedBucket(bindings, texts), { onDamage: notice }),
    attestations: await loadAttestations(config.attestationKey),
  });
  const client = { userAgent: userAgent(service, baseUrl, parts.version), get: fetch, tree: tree.current };
  return {
    hub,
    look: () => Promise.all([tree.look(waitUntil), health.look()]),
    async probe() {
      await tree.look(waitUntil);
      await health.probe((source) => probeSource(source, client));
    },
  };
}

/** Returns the bucket of published objects: the bucket OBJECTS, or a folder in the bucket of the tree. */
function publishedBucket({ OBJECTS, TREE }: WorkerBindings, texts: Environment) {
  return OBJECTS
    ? r2Bytes(OBJECTS, prefixOf(texts, 'HUB_OBJECTS_PREFIX'), 'the bucket OBJECTS')
    : r2Bytes(TREE, 'published/', 'the bucket TREE');
}

/** Reads a prefix of object keys from a variable, and ends it with a slash. */
function prefixOf(texts: Environment, variable: string): string {
  const prefix = (own(texts, variable) ?? '').replace(/\/+$/, '');
  return prefix === '' ? '' : `${prefix}/`;
}

/** A request with the facts of Cloudflare that the hub reads. */
interface WithCf extends Request {
  cf?: { clientAcceptEncoding?: string };
}

/**
 * Restores the Accept-Encoding of a request: Cloudflare replaces it on the way to a Worker, and puts the original in
 * `cf`. Returns `request` with the Accept-Encoding that the caller sent, or without one if the caller
 * sent none.
 */
export function asSent(request: WithCf): Request {
  const own = request.cf?.clientAcceptEncoding;
  if (own === undefined) return request;
  const headers = new Headers(request.headers);
  if (own === '') headers.delete('Accept-Encoding');
  else headers.set('Accept-Encoding', own);
  return new Request(request, { headers });
}

/** The seconds between two runs of the cron trigger. */
const EVERY = 60;

/**
 * The seconds after which an isolate reads the results again. The cache of KV may keep them just as long, so an isolate
 * may see results that are twice as old.
 */
const LOOK_EVERY = 30;

const KEY = 'probes';
/** The name of the stored format. A new shape gets a new name. */
const FORMAT = 'hub.model-hub.probes/v2';

export class KvHealth extends ProbeResults {
  readonly #kv: KvNamespace;
  #looked = Number.NEGATIVE_INFINITY;

  constructor(kv: KvNamespace, sources: readonly Source[]) {
    super(sources, EVERY);
    this.#kv = kv;
  }

  /**
   * Reads the last results, unless this isolate read them in the last half minute. Never rejects: while KV is away the
   * hub goes on with the results that it has.
   */
  async look(): Promise<void> {
    if (Date.now() - this.#looked < LOOK_EVERY * 1000) return;
    this.#looked = Date.now();
    await this.#read({ cacheTtl: LOOK_EVERY });
  }

  /** Reads the results now. Ignores a value in another format; the next run replaces it. */
  async #read(options?: { cacheTtl: number }): Promise<void> {
    try {
      const kept: { format?: string; value: Probed } | null = JSON.parse((await this.#kv.get(KEY, options)) ?? 'null');
      if (kept?.format === FORMAT) this.learn(kept.value);
    } catch {
      // KV is away, or holds no JSON.
    }
  }

  /** Probes every source that has a probe file, and adds the results to the earlier ones. */
  async probe(ask: (source: ProbedSource) => Promise<ProbeResult>): Promise<void> {
    await this.#read();
    await Promise.all(
      this.probed.map(async (source) => {
        this.add(source.token, await ask(source));
      }),
    );
    await this.#kv.put(KEY, JSON.stringify({ format: FORMAT, value: this.all() }));
  }
}

/** The milliseconds between two looks for a new tree. */
const LOOK_EVERY_MS = 3000;
const MIB = 2 ** 20;
/** The maximum sizes in bytes of what is kept of the tree and of the log, which share the 128 MB of an isolate. */
const MEMORY = { tree: 28 * MIB, log: 2 * MIB };
/**
 * If the search index has more bytes, an isolate can't search it. The limit is about 90,000 models. In workerd, code and heap
 * take 23 MB, and an open index 1.15 times its bytes. With full caches, and two indexes and the copy of a file while a
 * new tree is opened, that is 120 of the 128 MB.
 */
const MOST_INDEX = 32 * MIB;

/**
 * Makes the tree of an isolate, and reads nothing yet. If the search index has more than `mostIndex` bytes, there is no
 * search.
 */
export function openWorkerTree(bucket: Bytes, onFault: (sentence: string) => void, { mostIndex = MOST_INDEX } = {}) {
  // This store keeps no copies of bytes, so there is nothing to forget.
  const bytes = { ...bucket, mistrust() {}, damaged: damageNotice(bucket.address, onFault) };
  const site = below(bucket, SITE_CLIENT);
  const place = {
    ...{ everyMs: LOOK_EVERY_MS, mostMs: LOOK_EVERY_MS },
    title: () => `the tree of ${bucket.address}`,
    current: () => namedIn(bytes, bucket.address),
    open: (name: string) => openStoredTree({ bytes, site, memory: MEMORY.tree, mostIndex }, name),
  };
  const follower = new TreeFollower(place, onFault);
  let looked = Number.NEGATIVE_INFINITY;
  return {
    /** The transparency log, which is in the same bucket. */
    log: logFiles(below(bucket, LOG_FOLDER), MEMORY.log),
    /** Returns the tree that was opened last. */
    current: follower.current,
    /**
     * Looks for a new tree, unless it looked less than `LOOK_EVERY_MS` ago. Waits for the result only while no tree is
     * open yet. `beside` keeps the isolate alive for work for which no request waits. The first search opens the index,
     * so that redirects do not wait for it.
     */
    async look(beside: (work: Promise<unknown>) => void): Promise<void> {
      if (performance.now() - looked < LOOK_EVERY_MS) return;
      const looking = follower.look(false).finally(() => {
        looked = performance.now();
      });
      if (follower.current()) beside(looking);
      else await looking;
    },
  };
}
