// Opens the hub of an isolate: makes ports from the bindings of a Worker (decision 0033).
import { waitUntil } from 'cloudflare:workers';
import { loadAttestations } from '../../../src/attestation/load-attestations.ts';
import { own } from '../../../src/basics/records.ts';
import { type Environment, publicBaseUrl, readConfig, serviceUnder } from '../../../src/service/config.ts';
import { parseServiceText } from '../../../src/service/service-yaml.ts';
import { createHub, type Hub } from '../../hub/hub.ts';
import type { Ports } from '../../ports/ports.ts';
import { takeNoTurns } from '../../ports/turns.ts';
import { settingsPorts } from '../../rim/settings-ports.ts';
import { noHolderChecks } from '../../sources/holder-checks.ts';
import { probeSource, userAgent } from '../../sources/probe.ts';
import { publishedObjects } from '../../stores/objects/object-store.ts';
import { noAccounts } from '../memory/memory.ts';
import type { WorkerBindings } from './bindings.ts';
import { KvHealth } from './kv-health.ts';
import { r2Bytes } from './r2-bytes.ts';
import { openWorkerTree } from './worker-tree.ts';

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
