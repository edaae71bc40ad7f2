// Makes the ports that depend only on the settings, and so are the same on every host.

import { createHash, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { MAX_OBJECT, MAX_OBJECT_AT_EDGE } from '../../src/basics/limits.ts';
import type { Secret } from '../../src/basics/secret.ts';
import type { Config } from '../../src/service/config.ts';
import type { Service } from '../../src/service/service.ts';
import type { CompressPort, Ports } from '../ports/ports.ts';
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
    compress: nodeCompress,
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
    notice: service.notice,
    version,
    holdsRegistryToken: tokenCheck(config.registryToken, true),
    onUnknownName: unknownNames(writeNotice),
    onFault: faultNotices(writeNotice),
  } satisfies Partial<Ports>;
}

/**
 * Makes a function that reports a fault of ours as a notice. The second argument is the request's line, or another
 * description of what the hub was doing.
 */
export const faultNotices =
  (writeNotice: (sentence: string) => void): Ports['onFault'] =>
  (error, line) =>
    writeNotice(`fault at ${line}: ${(error as Error | undefined)?.stack ?? error}`);

/**
 * Makes a check of an `Authorization` header against `token`, as Bearer or, if `isBasicToo`, as the password of Basic
 * (RFC 6750, RFC 7617). If `token` is undefined, every caller fails the check.
 */
export function tokenCheck(token: Secret | undefined, isBasicToo: boolean) {
  const expected = token && hash(token.reveal());
  return (authorization = ''): boolean => {
    const [, scheme, value = ''] = /^(bearer|basic) +(\S+)$/i.exec(authorization) ?? [];
    const isBasic = scheme?.toLowerCase() === 'basic';
    const given = isBasic && isBasicToo ? passwordIn(value) : isBasic ? undefined : value;
    return expected !== undefined && Boolean(given) && timingSafeEqual(hash(given!), expected);
  };
}

function passwordIn(value: string): string | undefined {
  const pair = Buffer.from(value, 'base64').toString();
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : pair.slice(colon + 1);
}

/** Hashes a token, so that the compared values have equal lengths. */
const hash = (text: string) => createHash('sha256').update(text).digest();

/**
 * The settings for fast compression. At quality 4 the browse page of 94 KB becomes 9.6 KB in 0.8 ms of processor time,
 * about as with gzip. Making the page takes 2.8 ms. Quality 5 gives 8.7 KB and takes twice as long. The default window
 * of 4 MB takes twice as long too, and no page needs it. Files of the tree are compressed once, as far as possible.
 */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 };

const brotliBytes = promisify(brotliCompress);
const gzipBytes = promisify<Uint8Array, Buffer>(gzip);

/**
 * The size in bytes above which a fast result is too large. A page should have at most 30 KB, so a larger result is
 * compressed again, with forty times the work.
 */
const LARGE = 24 * 1024;
/**
 * The size in bytes of a body above which only fast compression is used: anything better would occupy a thread for more
 * than half a second.
 */
const MOST = 2 * 1024 * 1024;
const BEST = { [constants.BROTLI_PARAM_QUALITY]: 10 };

/** Compresses with both codings. */
export const nodeCompress: CompressPort = {
  async br(bytes) {
    const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    const fast = await brotliBytes(bytes, { params: { ...BROTLI, ...size } });
    if (fast.length <= LARGE || bytes.length > MOST) return fast;
    return brotliBytes(bytes, { params: { ...BEST, ...size } });
  },
  gzip: (bytes) => gzipBytes(bytes),
};
