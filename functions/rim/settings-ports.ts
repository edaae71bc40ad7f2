// Makes the ports that depend only on the settings, and so are the same on every host.
import process from 'node:process';

import { MAX_OBJECT, MAX_OBJECT_AT_EDGE } from '../../src/basics/limits.ts';
import type { Secret } from '../../src/basics/secret.ts';
import { sha256 } from '../../src/digests/sha.ts';
import type { Config } from '../../src/service/config.ts';
import type { Service } from '../../src/service/service.ts';
import type { Ports } from '../ports/ports.ts';
import { unknownNames } from '../request/host-name.ts';

/** The operator's settings, and the facts that a host adds. */
interface Settings {
  config: Pick<Config, 'edge' | 'hosts' | 'publisherToken' | 'registryToken'>;
  service: Service;
  /** The public address of the hub, without a trailing slash. */
  baseUrl: string;
  version: string;
  /** Gets each notice, which is one line. */
  writeNotice: (sentence: string) => void;
}

/**
 * Makes the ports. They write a notice for each unknown host name, and for each fault of ours with the line of its
 * request.
 */
export function settingsPorts({ config, service, baseUrl, version, writeNotice }: Settings) {
  return {
    compress,
    publishing: {
      open: config.publisherToken !== undefined,
      holdsToken: tokenCheck(config.publisherToken, false),
      limit: config.edge ? MAX_OBJECT_AT_EDGE : MAX_OBJECT,
    },
    sources: service.sources,
    origin: service.sources.find(({ token }) => token === service.origin)!,
    baseUrl,
    hosts: config.hosts,
    spacesUrl: service.spacesUrl,
    name: service.name,
    notice: service.notice,
    code: service.code,
    version,
    holdsRegistryToken: tokenCheck(config.registryToken, true),
    onUnknownName: unknownNames(writeNotice),
    onFault: faultNotices(writeNotice),
  } satisfies Partial<Ports>;
}

/** Loads the module that compresses for the first body: a start must not wait for it. */
const compress: Ports['compress'] = {
  br: async (bytes) => (await import('./node-compress.ts')).nodeCompress.br(bytes),
  gzip: async (bytes) => (await import('./node-compress.ts')).nodeCompress.gzip(bytes),
};

/**
 * Makes a check of an `Authorization` header against `token`, as Bearer or, if `isBasicToo`, as the password of Basic
 * (RFC 6750, RFC 7617). If `token` is undefined, every caller fails the check.
 */
export function tokenCheck(token: Secret | undefined, isBasicToo: boolean) {
  const expected = token && sha256(token.reveal());
  return (authorization = ''): boolean => {
    const [, scheme, value = ''] = /^(bearer|basic) +(\S+)$/i.exec(authorization) ?? [];
    const isBasic = scheme?.toLowerCase() === 'basic';
    // Importing the module would read each of its exports, and so load Web Crypto at every start.
    const { timingSafeEqual: isEqual } = process.getBuiltinModule('node:crypto');
    const given = isBasic && isBasicToo ? passwordIn(value) : isBasic ? undefined : value;
    return expected !== undefined && Boolean(given) && isEqual(sha256(given!), expected);
  };
}

function passwordIn(value: string): string | undefined {
  const pair = Buffer.from(value, 'base64').toString();
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : pair.slice(colon + 1);
}

/**
 * Makes a function that reports a fault of ours as a notice. The second argument is the request's line, or another
 * description of what the hub was doing.
 */
export const faultNotices =
  (writeNotice: (sentence: string) => void): Ports['onFault'] =>
  (error, line) =>
    writeNotice(`fault at ${line}: ${(error as Error | undefined)?.stack ?? error}`);
