// Probes a source once: fetches a small known file, checks its hash, and returns the result as one word (decision
// 0020). If service.yaml does not say the hash of the file, the probe takes small files that the source has according
// to the index, which knows their hashes.
import { bytesUpTo } from '../../src/basics/bytes.ts';
import { own } from '../../src/basics/records.ts';
import { PROBE_FILES, type ProbeFile, type ProbeFiles } from '../../src/catalog/source-holdings.ts';
import { sha256Hex } from '../../src/digests/sha.ts';
import { type Probe, type Service, type Source, sourceUrl } from '../../src/service/service.ts';
import type { ProbeReason } from '../../src/shapes/live.ts';
import { kept, type Tree } from '../ports/ports.ts';

export interface ProbeResult {
  ok: boolean;
  reason: ProbeReason;
}

export type ProbedSource = Source & { probe: Probe };

/** Returns the sources that have a probe file. */
export const probedOf = (sources: readonly Source[]) =>
  sources.filter((source): source is ProbedSource => source.probe !== undefined);

/** Sends the requests of probes. */
interface ProbeClient {
  /** The `User-Agent` of all requests. */
  userAgent: string;
  get: typeof fetch;
  /** The current tree, whose files tell what a source has; undefined while there is none. */
  tree?: () => Tree | undefined;
}

/**
 * Makes the `User-Agent` of requests to sources: the name and release of the service, the address of the hub, and the
 * operator's contact if it is configured.
 */
export const userAgent = ({ name, contact }: Pick<Service, 'name' | 'contact'>, baseUrl: string, version: string) =>
  `${name.replaceAll(' ', '-')}/${version} (+${baseUrl}${contact === undefined ? '' : `; ${contact}`})`;

/** The maximum number of bytes that are read of a probe file. A longer answer can't be the file. */
const MAX_BYTES = 1024 * 1024;
/**
 * The maximum number of files of the index that a probe tries. One wrong file does not prove a fault of the source: the
 * file may come from a branch that has changed.
 */
const MOST_FILES = 3;

/**
 * Probes a source with the file of service.yaml if its hash is known. Otherwise it probes with the smallest files that
 * the source has, and one file with the right bytes is enough. If there is no such file either, it asks for one byte,
 * and any good answer is enough. A failed request is a result, and no rejection.
 */
export async function probeSource(source: ProbedSource, client: ProbeClient): Promise<ProbeResult> {
  const { sha256, timeLimit } = source.probe;
  const files = sha256 === undefined ? await filesAt(source, client.tree?.()) : [];
  if (files.length === 0) return probeFile(source, client);
  let found: ProbeResult | undefined;
  for (const { place, path, sha256 } of files.slice(0, MOST_FILES)) {
    const result = await probeFile({ ...source, probe: { ...place, path, sha256, timeLimit } }, client);
    if (result.ok) return result;
    if (found?.reason !== 'mismatch') found = result;
    if (!['mismatch', 'status'].includes(result.reason)) break;
  }
  return found!;
}

const probeFiles = async (tree: Tree) =>
  kept(tree, 'probe files', async () => {
    const text = (await tree.text(PROBE_FILES)) ?? '{}';
    return { bySource: JSON.parse(text) as ProbeFiles, weight: 3 * text.length };
  });

/** Returns small files of a source. There are none without a tree, while it can't be read, or if it is an older one. */
async function filesAt({ token }: Source, tree: Tree | undefined): Promise<readonly ProbeFile[]> {
  const all = tree && (await probeFiles(tree).catch(() => undefined));
  return (all && own(all.bySource, token)?.files) ?? [];
}

async function probeFile(source: ProbedSource, { userAgent, get }: ProbeClient): Promise<ProbeResult> {
  const { sha256, timeLimit } = source.probe;
  const range = sha256 === undefined ? { Range: 'bytes=0-0' } : {};
  try {
    const { ok, body } = await get(sourceUrl(source, source.probe, source.probe), {
      headers: { 'User-Agent': userAgent, 'Accept-Encoding': 'identity', ...range },
      signal: AbortSignal.timeout(timeLimit * 1000),
    });
    if (!ok || sha256 === undefined) {
      await body?.cancel();
      return { ok, reason: ok ? 'reached' : 'status' };
    }
    const bytes = await bytesUpTo(MAX_BYTES, body);
    const isRight = bytes !== undefined && sha256Hex(bytes) === sha256;
    return { ok: isRight, reason: isRight ? 'verified' : 'mismatch' };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

const REASONS: readonly [RegExp, ProbeReason][] = [
  [/^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/, 'timeout'],
  [/^(ENOTFOUND|EAI_AGAIN|EAI_FAIL)$/, 'dns'],
  [/^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|UND_ERR_SOCKET|EPIPE)$/, 'refused'],
  [/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO)/, 'tls'],
];

/** Returns the reason for a failed fetch, by the error codes in its chain of causes. */
function reasonOf(error: unknown): ProbeReason {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'TimeoutError' || cause.name === 'AbortError') return 'timeout';
    const { code = '' } = cause as NodeJS.ErrnoException;
    const known = REASONS.find(([codes]) => codes.test(code));
    if (known) return known[1];
  }
  return 'refused';
}
