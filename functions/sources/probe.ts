// Probes a source once: fetches a small known file, checks its hash, and returns the result as one word (decision
// 0020).

import { bytesUpTo } from '../../src/basics/joined-bytes.ts';
import { sha256Hex } from '../../src/digests/sha.ts';
import { type Probe, type Source, sourceUrl } from '../../src/service/sources.ts';
import type { ProbeReason } from '../../src/shapes/health.ts';

export interface ProbeResult {
  ok: boolean;
  reason: ProbeReason;
}

/** The maximum number of bytes that are read of a probe file. A longer answer can't be the file. */
const MAX_BYTES = 1024 * 1024;

/**
 * Fetches the source's probe file and compares its SHA-256 with the known hash. If no hash is known, it asks for one
 * byte and accepts any good answer. `userAgent` names the service. Never rejects: every failure becomes a reason.
 */
export async function probeSource(
  source: Source & { probe: Probe },
  userAgent: string,
  get: typeof fetch = fetch,
): Promise<ProbeResult> {
  const { sha256, timeLimit } = source.probe;
  const range = sha256 === undefined ? { Range: 'bytes=0-0' } : {};
  try {
    const response = await get(sourceUrl(source, source.probe, source.probe), {
      headers: { 'User-Agent': userAgent, 'Accept-Encoding': 'identity', ...range },
      signal: AbortSignal.timeout(timeLimit * 1000),
    });
    if (!response.ok || sha256 === undefined) {
      await response.body?.cancel();
      return response.ok ? { ok: true, reason: 'reached' } : { ok: false, reason: 'status' };
    }
    return (await hashBody(response)) === sha256 ? { ok: true, reason: 'verified' } : { ok: false, reason: 'mismatch' };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

async function hashBody({ body }: Response): Promise<string | undefined> {
  const bytes = await bytesUpTo(MAX_BYTES, body);
  return bytes && sha256Hex(bytes);
}

const REFUSED = new Set(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_SOCKET', 'EPIPE']);
const DNS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL']);
const TIMEOUT = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** Returns the reason for a failed fetch, by the error codes in its chain of causes. */
function reasonOf(error: unknown): ProbeReason {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'TimeoutError' || cause.name === 'AbortError') return 'timeout';
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (TIMEOUT.has(code)) return 'timeout';
    if (DNS.has(code)) return 'dns';
    if (REFUSED.has(code)) return 'refused';
    if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO)/.test(code)) return 'tls';
  }
  return 'refused';
}
