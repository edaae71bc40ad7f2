// Writes refusals in the format of each dialect. The server, the API description and the tests share these formats.

import type { OciCode } from '../nouns/media-types.ts';
import { REGISTRY_HEADERS } from '../table/headers.ts';
import { type Refusal, type RefusalCode, refusalKind } from '../table/refusals.ts';
import type { Dialect } from '../table/route.ts';

/** A refusal in the format of a dialect. */
export interface ShapedRefusal {
  status: number;
  /** The headers that the refusal adds to those of every answer: name, value, name, value. */
  headers: readonly string[];
  type: string;
  body: string;
  /** The name of the schema that the body satisfies; `text` for plain text. */
  shape: 'HubError' | 'ApiError' | 'OciError' | 'AccountError' | 'JsonRpcResponse' | 'text';
}

const JSON_TYPE = 'application/json';
const JSON_UTF8 = 'application/json; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

/**
 * The statuses of refusals that the object plane answers as plain text, because it gives them before any handler runs.
 */
const PLAIN_ON_OBJECTS = new Set([400, 401, 405]);

/** The JSON-RPC codes of refusals. All others have the code that servers give before they read a message. */
const RPC_CODES: Partial<Record<RefusalCode, number>> = {
  BadMessage: -32_700,
  UnknownMethod: -32_601,
  Internal: -32_603,
};

/**
 * The registry's codes for refusals that all dialects share. NAME_UNKNOWN always means a missing repository, as clients
 * understand it (decision 0021).
 */
const OCI_SHARED: Partial<Record<RefusalCode, OciCode>> = {
  RepoNotFound: 'NAME_UNKNOWN',
  GatedRepo: 'DENIED',
  Withdrawn: 'DENIED',
  RevisionNotFound: 'MANIFEST_UNKNOWN',
  EntryNotFound: 'BLOB_UNKNOWN',
  SourceHasNotGotIt: 'BLOB_UNKNOWN',
};

/** Returns `refusal` in the format of `dialect`. */
export function shapeRefusal(refusal: Refusal, dialect: Dialect): ShapedRefusal {
  const { refusal: code, status, sentence } = refusal;
  if (dialect === 'oci') return ofRegistry(refusal);
  if (dialect === 'account') {
    // The body in the account dialect has a sentence, but no code.
    const headers = ['Cache-Control', 'no-store', ...refusal.headers];
    return { status, headers, type: JSON_UTF8, body: JSON.stringify({ error: sentence }), shape: 'AccountError' };
  }
  const headers = codeHeaders(refusal);
  if (dialect === 'plain' || (dialect === 'objects' && PLAIN_ON_OBJECTS.has(status)))
    return { status, headers, type: TEXT, body: `${sentence}\n`, shape: 'text' };
  if (dialect === 'mcp') {
    const error = { code: RPC_CODES[code] ?? -32_000, message: sentence };
    const body = JSON.stringify({ jsonrpc: '2.0', id: null, error });
    return { status, headers, type: JSON_TYPE, body, shape: 'JsonRpcResponse' };
  }
  if (dialect === 'objects') {
    const body = JSON.stringify({ code, message: sentence });
    return { status, headers, type: JSON_UTF8, body, shape: 'ApiError' };
  }
  return { status, headers, type: JSON_UTF8, body: JSON.stringify({ error: sentence }), shape: 'HubError' };
}

/** Returns the headers with the code and the sentence of a refusal. */
export function codeHeaders({ refusal, sentence, headers }: Refusal): string[] {
  return ['Cache-Control', 'no-store', 'X-Error-Code', refusal, 'X-Error-Message', sentence, ...headers];
}

/** Returns a refusal in the format of the registry. The code is UNSUPPORTED if the specification has no better one. */
function ofRegistry({ refusal, status, sentence, headers: own }: Refusal): ShapedRefusal {
  const { oci, isText } = refusalKind(refusal);
  const headers = [...REGISTRY_HEADERS, 'Cache-Control', 'no-store', ...own, ...(oci ? [] : ['X-Error-Code', refusal])];
  const code = oci ?? OCI_SHARED[refusal] ?? 'UNSUPPORTED';
  const body = JSON.stringify({ errors: [{ code, message: sentence }] });
  if (isText) return { status, headers, type: TEXT, body: `${body}\n`, shape: 'text' };
  return { status, headers, type: JSON_TYPE, body, shape: 'OciError' };
}
