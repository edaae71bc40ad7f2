// The wire format of refusals: each dialect has one, which the server, the API description and the tests share.
import { REGISTRY_HEADERS } from '../table/headers.ts';
import { isRefusal, type Refusal } from '../table/refusals.ts';
import type { Dialect } from '../table/route.ts';
import { errorResponse, rpcError } from './mcp/protocol.ts';
import { type OciRefusal, ociCodeOf, ociError } from './oci/registry/refusals.ts';

/** A refusal in the format of a dialect. */
export interface ShapedRefusal {
  status: number;
  /** The headers that the refusal adds to those of every answer: name, value, name, value. */
  headers: readonly string[];
  type: string;
  body: string;
  /** The schema of the body. */
  shape: 'HubError' | 'ApiError' | 'OciError' | 'AccountError' | 'JsonRpcResponse' | 'text';
}

const JSON_TYPE = 'application/json';
const JSON_UTF8 = 'application/json; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

/** The object plane gives refusals with these statuses before any handler runs, as plain text. */
const PLAIN_ON_OBJECTS = new Set([400, 401, 405]);

/** Gives `refusal` in the format of `dialect`. The registry's own refusals exist only in its format. */
export function shapeRefusal(refusal: Refusal, dialect: Dialect): ShapedRefusal;
export function shapeRefusal(refusal: Refusal | OciRefusal, dialect: 'oci'): ShapedRefusal;
export function shapeRefusal(refusal: Refusal | OciRefusal, dialect: Dialect): ShapedRefusal {
  if (!isRefusal(refusal)) return ofRegistry(refusal);
  const { refusal: code, status, sentence } = refusal;
  if (dialect === 'oci') return ofRegistry({ code: ociCodeOf(code), status, message: sentence }, refusal);
  if (dialect === 'account') {
    // The account dialect has a sentence and no code.
    const headers = ['Cache-Control', 'no-store', ...refusal.headers];
    return { status, headers, type: JSON_UTF8, body: JSON.stringify({ error: sentence }), shape: 'AccountError' };
  }
  const headers = codeHeaders(refusal);
  if (dialect === 'plain' || (dialect === 'objects' && PLAIN_ON_OBJECTS.has(status)))
    return { status, headers, type: TEXT, body: `${sentence}\n`, shape: 'text' };
  if (dialect === 'mcp') {
    const body = errorResponse(rpcError(refusal), null);
    return { status, headers, type: JSON_TYPE, body, shape: 'JsonRpcResponse' };
  }
  if (dialect === 'objects') {
    const body = JSON.stringify({ code, message: sentence });
    return { status, headers, type: JSON_UTF8, body, shape: 'ApiError' };
  }
  return { status, headers, type: JSON_UTF8, body: JSON.stringify({ error: sentence }), shape: 'HubError' };
}

/** Gives the headers that carry the code and the sentence of a refusal. */
export function codeHeaders({ refusal, sentence, headers }: Refusal): string[] {
  return ['Cache-Control', 'no-store', 'X-Error-Code', refusal, 'X-Error-Message', sentence, ...headers];
}

/**
 * Makes the registry's form of a refusal; `shared` is the refusal from which it was made, if other dialects have that
 * refusal too.
 */
function ofRegistry(refusal: OciRefusal, shared?: Refusal): ShapedRefusal {
  const { status, isText } = refusal;
  const added = shared ? [...shared.headers, 'X-Error-Code', shared.refusal] : (refusal.headers ?? []);
  const headers = [...REGISTRY_HEADERS, 'Cache-Control', 'no-store', ...added];
  const body = JSON.stringify(ociError(refusal));
  if (isText) return { status, headers, type: TEXT, body: `${body}\n`, shape: 'text' };
  return { status, headers, type: JSON_TYPE, body, shape: 'OciError' };
}
