// What every answer under /v2 shares: its version header, bytes that no one may transform, errors in the registry's own shape.

import { type OciRefusal, ociCodeOf, ociError, refuseOci } from '../src/dialects/oci/refusals.ts';
import { CORS } from '../src/headers.ts';
import { isRefusal, type Refusal } from '../src/refusals.ts';
import { type Answer, type Ask, answer } from './answer.ts';
import type { Ports } from './ports.ts';

/** On every answer of the registry. */
export const REGISTRY_HEADERS = ['Docker-Distribution-Api-Version', 'registry/2.0'] as const;

/** The answer that says no under /v2: always the registry's error shape, never the hub dialect's. */
export function registryRefusal(refusal: Refusal | OciRefusal): Answer {
  const shared = isRefusal(refusal);
  const told = shared ? { code: ociCodeOf(refusal.refusal), message: refusal.sentence } : refusal;
  const headers = [...REGISTRY_HEADERS, 'Cache-Control', 'no-store', ...(shared ? refusal.headers : [])];
  if (shared) headers.push('X-Error-Code', refusal.refusal);
  return answer(refusal.status, 'application/json', JSON.stringify(ociError(told)), headers);
}

/**
 * A write: asks for the registry token, and says that there is nothing to write to whoever has it. The first is plain
 * text by its type; its text is an error of the registry, since clients print the sentence of nothing else after a login (decision 0021).
 */
export function refuseWrite(ask: Ask, ports: Ports): Answer {
  const shared = [...REGISTRY_HEADERS, 'Cache-Control', 'no-store'];
  if (ports.holdsRegistryToken(ask.authorization())) {
    const body = JSON.stringify(ociError(refuseOci('ReadOnly', undefined)));
    return answer(405, 'application/json', body, [...shared, 'Allow', 'GET, HEAD']);
  }
  const body = `${JSON.stringify(ociError(refuseOci('TokenNeeded', undefined)))}\n`;
  return answer(401, 'text/plain; charset=utf-8', body, [...shared, 'WWW-Authenticate', 'Basic realm="hub"']);
}

/** A redirect of the registry: 307, since Ollama takes no other (decision 0021). */
export function registryRedirect(location: string, headers: readonly string[]): Answer {
  return {
    status: 307,
    headers: [
      ...CORS,
      ...REGISTRY_HEADERS,
      'Location',
      location,
      'Cache-Control',
      'no-store',
      ...headers,
      'Content-Length',
      '0',
    ],
    body: undefined,
  };
}
