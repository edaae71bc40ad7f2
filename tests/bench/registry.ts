// Measures manifests and weight blobs of the hub's registry, against bare node:http with the same bytes;
// with `--base` manifests also against older code.
import { request } from 'node:http';
import { againstBase } from './base-code.ts';
import { withHub } from './child.ts';
import { fetchRaw, httpPace, withConstant } from './http-rounds.ts';
import { byClient, loadGenerator, requestsPerSecond } from './load.ts';
import type { Load } from './load-client.ts';
import { alternate, formatSpread, type Outcome } from './rounds.ts';
import { type Bench, type BenchSettings, type Row, rowOf } from './row.ts';
import { builtHub } from './synthetic-hub.ts';
import { modelIds } from './tree-models.ts';

const MODELS = 500;
const ASKED = 64;
const CONNECTIONS = 48;

/** The headers of the client oras. */
const HEADERS = {
  'User-Agent': 'oras/1.3.3',
  'Accept-Encoding': 'gzip',
  Accept:
    'application/vnd.docker.distribution.manifest.v2+json, application/vnd.docker.distribution.manifest.list.v2+json, ' +
    'application/vnd.oci.image.manifest.v1+json, application/vnd.oci.image.index.v1+json',
  Connection: 'keep-alive',
};

/** Sends HEAD requests. wrk would wait for a body. */
const headsPerSecond = (load: Load) => byClient({ ...load, isHead: true });

/** Puts load on a server, and resolves to the answers per second. */
type Meter = (load: Load, scratch: string) => Promise<number>;

/** A manifest by its own digest, and that of its weight file. */
interface Manifest {
  repository: string;
  digest: string;
  weight: string;
}

export const registry: Bench = async (settings) => {
  const folder = await builtHub(settings, MODELS);
  return withHub(folder, async (ours) => {
    const manifests: Manifest[] = [];
    for (const id of modelIds(folder, ASKED)) manifests.push(await storedManifest(ours, id.toLowerCase()));
    const byTag = manifests.map(({ repository }) => `/v2/${repository}/manifests/latest`);
    const byDigest = manifests.map(({ repository, digest }) => `/v2/${repository}/manifests/${digest}`);
    const weights = manifests.map(({ repository, weight }) => `/v2/${repository}/blobs/${weight}`);
    return [
      await againstMemory(settings, ours, byTag, 'manifest by tag'),
      await againstMemory(settings, ours, byDigest, 'manifest by digest'),
      await headAgainstMemory(settings, ours, weights),
      ...(await againstBase(settings, MODELS, async (yardstick, older) => [
        row(
          settings,
          'manifest by tag, beside older code',
          await inTurn(settings, requestsPerSecond, ours, yardstick, byTag),
          0.95,
          `${older}; load by ${loadGenerator}`,
        ),
      ])),
    ];
  });
};

async function storedManifest(hub: string, repository: string): Promise<Manifest> {
  const { body, headers } = await fetchRaw(`${hub}/v2/${repository}/manifests/latest`);
  const { layers } = JSON.parse(body.toString()) as { layers: { digest: string; mediaType: string }[] };
  const weight = layers.find(({ mediaType }) => mediaType.endsWith('.weight.v1.raw'))!.digest;
  return { repository, digest: headers[headers.indexOf('Docker-Content-Digest') + 1]!, weight };
}

async function againstMemory(settings: BenchSettings, ours: string, paths: string[], name: string): Promise<Row> {
  const answer = await fetchRaw(ours + paths[0]);
  const outcome = await withConstant(answer, (url) => inTurn(settings, requestsPerSecond, ours, url, paths));
  const how = `yardstick bare node:http, the same ${answer.body.length} bytes and headers from memory; load by ${loadGenerator}`;
  return row(settings, name, outcome, 0.95, how);
}

async function headAgainstMemory(settings: BenchSettings, ours: string, paths: string[]): Promise<Row> {
  const answer = { status: 200, headers: await headersOf(ours + paths[0]), body: Buffer.alloc(0) };
  const outcome = await withConstant(answer, (url) => inTurn(settings, headsPerSecond, ours, url, paths));
  const how = 'yardstick bare node:http, the same headers; load by our own on node:net, 1 process';
  return row(settings, 'HEAD of a weight blob', outcome, 0.75, how);
}

/** Warms up both servers, and then measures them in turn. */
async function inTurn(settings: BenchSettings, meter: Meter, ours: string, yardstick: string, paths: string[]) {
  const { seconds, rounds } = httpPace(settings);
  const measure = (url: string, length: number) =>
    meter({ url, paths, status: 200, headers: HEADERS, connections: CONNECTIONS, seconds: length }, settings.folder);
  await measure(ours, 2);
  await measure(yardstick, 2);
  return alternate(
    rounds,
    () => measure(ours, seconds),
    () => measure(yardstick, seconds),
  );
}

function row(settings: BenchSettings, name: string, outcome: Outcome, ratio: number, how: string): Row {
  return rowOf(
    name,
    'requests/s',
    outcome,
    ['least', ratio],
    `access log on; ${ASKED} models in turn; ${how}; ${formatSpread(outcome, httpPace(settings).rounds)}`,
  );
}

const ADDED = new Set(['date', 'connection', 'keep-alive']);

/** Returns the headers of the answer to a HEAD request, without those that Node's server adds by itself. */
function headersOf(url: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'HEAD', headers: { ...HEADERS, Connection: 'close' } }, (response) => {
      const raw = response.rawHeaders;
      resolve(raw.filter((_, at) => !ADDED.has(raw[at - (at % 2)]!.toLowerCase())));
      response.resume();
    });
    asked.on('error', reject).end();
  });
}
