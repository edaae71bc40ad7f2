// Opens the website on a Node host; its code is loaded for the first page. Astro's adapter for Node gets a request that
// the hub makes itself (decision 0038).
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable, Writable } from 'node:stream';
import type { Config } from '../../../src/service/config.ts';
import { askForPage, type PageLocals, type PagePort } from '../../../src/site/site-page.ts';
import { SITE_NODE_ENTRY } from '../../../src/tree/static-tree.ts';
import { builtPages } from '../../rim/built-pages.ts';

/** The handler that `@astrojs/node` makes in its middleware mode. */
interface NodeSite {
  handler(
    request: IncomingMessage,
    response: ServerResponse,
    next: (error?: unknown) => void,
    locals: PageLocals,
  ): Promise<void>;
}

/**
 * Returns the folder with the website of a hub's tree: the styles that the tree's pages use, and the code that makes
 * all other pages.
 */
export const websiteFolder = ({ tree, dist }: Pick<Config, 'tree' | 'dist'>): string =>
  'folder' in tree ? tree.folder : dist;

/**
 * Makes the pages of the website under `<dist>/site` with the handler of `@astrojs/node`. From its first page on, that
 * handler swallows every unhandled rejection of this process. The process must report rejections itself, as `serve`
 * does.
 */
export const openWebsite = (dist: string): PagePort =>
  builtPages<NodeSite>(dist, SITE_NODE_ENTRY, ({ handler }, page, hub) =>
    askForPage(page, hub, async (target, locals) => {
      const answer = new PageAnswer();
      await handler(pageRequest(target, hub.baseUrl), answer as unknown as ServerResponse, () => {}, locals);
      if (answer.status === undefined || !answer.writableEnded) throw new Error('the website wrote no whole page');
      return { status: answer.status, html: answer.html };
    }),
  );

/**
 * Makes a request at the hub's own address for `target`, a path that we chose. It holds nothing that a caller sent, and
 * has no socket.
 */
function pageRequest(target: string, baseUrl: string): IncomingMessage {
  const { protocol, host } = new URL(baseUrl);
  const about = { method: 'GET', url: target, headers: { host }, socket: { encrypted: protocol === 'https:' } };
  return Object.assign(Readable.from([]), about) as unknown as IncomingMessage;
}

/** Collects everything that the handler writes to its response. */
class PageAnswer extends Writable {
  /** The status; undefined until the handler writes the head. */
  status: number | undefined;
  readonly #parts: Uint8Array[] = [];

  get headersSent(): boolean {
    return this.status !== undefined;
  }

  get html(): Uint8Array<ArrayBuffer> {
    return Buffer.concat(this.#parts);
  }

  writeHead(status: number): void {
    this.status = status;
  }

  override _write(part: Buffer, _encoding: string, done: () => void): void {
    this.#parts.push(part);
    done();
  }

  // The caller sees that the answer never finished, so nothing is emitted here: an `error` event without a listener
  // would end the process.
  override _destroy(_error: Error | null, done: () => void): void {
    done();
  }
}
