// Finds the protocol revision of a message to /mcp, and checks that the headers agree with the body (decision 0022).

import { own } from '../../src/basics/own.ts';
import { isMembers, type Members, type Message, type RpcRequest } from '../../src/dialects/mcp/message.ts';
import {
  CODES,
  fault,
  HANDSHAKE_VERSIONS,
  MCP_HEADERS,
  META,
  MODERN_VERSION,
  type RpcFault,
  UNSAID_VERSION,
  VERSIONS,
} from '../../src/dialects/mcp/protocol.ts';

/** Returns the value of a header by its lowercase name. */
export type HeaderReader = (name: string) => string | undefined;

/**
 * `modern`: the request needs no handshake. `legacy`: the request follows a handshake, of which the hub stores nothing.
 */
export type Era = 'modern' | 'legacy';

/** Returns the era in which to answer a message, or the fault for which to refuse it. */
export function admit(message: Message, header: HeaderReader): Era | RpcFault {
  const asked = header(MCP_HEADERS.version)?.trim();
  if (message.kind === 'request' && isModern(message.request, asked))
    return modernFault(message.request, asked, header) ?? 'modern';
  // A handshake names its version in the body, so the header does not matter.
  const settles = message.kind === 'request' && message.request.method === 'initialize';
  if (asked !== undefined && !settles && !VERSIONS.includes(asked)) return unsupported(asked, VERSIONS);
  return 'legacy';
}

/**
 * Returns the fault for which a posted array must be refused; undefined for a good array. Only the revision 2025-03-26
 * of MCP has batches, and a batch may not hold a handshake.
 */
export function admitBatch(messages: readonly Message[], header: HeaderReader): RpcFault | undefined {
  const asked = header(MCP_HEADERS.version)?.trim() ?? UNSAID_VERSION;
  if (asked !== UNSAID_VERSION)
    return fault(CODES.invalidRequest, `Batches ended with ${UNSAID_VERSION}: send one message at a time.`);
  for (const message of messages) {
    if (message.kind !== 'request') continue;
    if (message.request.method === 'initialize')
      return fault(CODES.invalidRequest, 'initialize is no part of a batch: send it alone.');
    if (isModern(message.request, undefined))
      return fault(CODES.invalidRequest, `${MODERN_VERSION} has no batches: send one message at a time.`);
  }
  return undefined;
}

function metaOf({ params }: RpcRequest): Members | undefined {
  return isMembers(params?._meta) ? params._meta : undefined;
}

function isModern(request: RpcRequest, asked: string | undefined): boolean {
  const claimed = metaOf(request)?.[META.version] !== undefined;
  return claimed || asked === MODERN_VERSION || request.method === 'server/discover';
}

function modernFault(request: RpcRequest, asked: string | undefined, header: HeaderReader): RpcFault | undefined {
  const version = completeMeta(metaOf(request) ?? {});
  if (typeof version !== 'string') return version;
  if (asked !== version) return mismatch('MCP-Protocol-Version', asked, version);
  if (version !== MODERN_VERSION) return unsupported(version, isHandshake(version) ? [MODERN_VERSION] : VERSIONS);
  const method = header(MCP_HEADERS.method)?.trim();
  if (method !== request.method) return mismatch('Mcp-Method', method, request.method);
  return nameFault(request, header(MCP_HEADERS.name)?.trim());
}

/** Returns the version that `_meta` names, or the fault for a member that `_meta` lacks. */
function completeMeta(meta: Members): string | RpcFault {
  const version = meta[META.version];
  if (typeof version !== 'string') return incomplete(META.version, 'the protocol version of the request');
  if (!isMembers(meta[META.capabilities])) return incomplete(META.capabilities, 'an object, {} when there are none');
  const client = meta[META.client];
  const named = isMembers(client) && typeof client.name === 'string' && typeof client.version === 'string';
  return client === undefined || named ? version : incomplete(META.client, 'an object with name and version');
}

const incomplete = (key: string, is: string) => fault(CODES.invalidParams, `params._meta needs "${key}": ${is}.`);

const isHandshake = (version: string) => (HANDSHAKE_VERSIONS as readonly string[]).includes(version);

function unsupported(requested: string, supported: readonly string[]): RpcFault {
  const message = `Protocol version "${requested}" is not spoken here: use ${supported.join(', ')}.`;
  return fault(CODES.unsupportedVersion, message, { supported, requested });
}

function mismatch(name: string, found: string | undefined, wanted: string): RpcFault {
  const is = found === undefined ? 'is missing' : `is "${found}"`;
  return fault(CODES.headerMismatch, `The header ${name} ${is}, and the body says "${wanted}": send both alike.`);
}

/** The methods whose target is repeated in the header `Mcp-Name`, with the member of `params` that names the target. */
const NAMED: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

function nameFault({ method, params }: RpcRequest, sent: string | undefined): RpcFault | undefined {
  const member = own(NAMED, method);
  const wanted = member === undefined ? undefined : own(params ?? {}, member);
  // The method itself refuses a call that names no target.
  if (typeof wanted !== 'string') return undefined;
  const name = sent === undefined ? undefined : decodedName(sent);
  return name === wanted ? undefined : mismatch('Mcp-Name', name ?? sent, wanted);
}

/**
 * Returns the value of a header; decodes it if it has the form `=?base64?…?=`. Returns undefined if the decoded bytes
 * are not UTF-8.
 */
function decodedName(sent: string): string | undefined {
  const wrapped = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(sent)?.[1];
  if (wrapped === undefined) return sent;
  try {
    const bytes = Uint8Array.from(atob(wrapped), (char) => char.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
