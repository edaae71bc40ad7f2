// Makes the ports that depend only on the settings, and so are the same on every host.
import { MAX_OBJECT, MAX_OBJECT_AT_EDGE } from '../../src/basics/limits.ts';
import type { Config } from '../../src/service/config.ts';
import type { Service } from '../../src/service/service.ts';
import type { Ports } from '../ports/ports.ts';
import { unknownNames } from '../request/host-name.ts';
import { nodeCompress } from './node-compress.ts';
import { tokenCheck } from './token-check.ts';

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
    name: service.name,
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
