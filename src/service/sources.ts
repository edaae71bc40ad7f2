// The byte sources: one table with the three names of each (decision 0012), and the addresses of files at a source.

import { own } from '../basics/own.ts';
import { encodePath } from '../nouns/file-path.ts';
import { PLACE_NAMES, type Place } from '../nouns/source-kinds.ts';

/** A byte source as `content/service.yaml` declares it. */
export interface Source {
  /** The token of `/via/{source}/`. */
  token: string;
  /** The name in `hub.sources`. */
  display: string;
  /** The name in the health answer and in `X-Hub-Source`. */
  host: string;
  /** The base of the source's URLs, without a trailing slash. `HUB_SOURCE_*` overrides it. */
  base: string;
  /**
   * The path after the base. It has {path} or {sha256} of a file, and names of its kind such as {id}
   * (`source-kinds.ts`).
   */
  template: string;
  /** The source's name for the revision of a model whose import row has none; by default the model's own revision. */
  defaultRevision?: string;
  /** The file that probes request. Absent if the hub offers the source without ever checking it. */
  probe?: Probe;
}

/** A public file, with the source's names for it. If its hash is known, it should be small. */
export interface Probe extends Place {
  /** The path of the file; empty if the root is the file itself. */
  path: string;
  /** The hash of the file; absent if a probe only tests whether the source answers. */
  sha256?: string;
  /** The maximum number of seconds for a probe. */
  timeLimit: number;
}

/** `P2P` occurs only in `hub.sources`: it has no route and no health. */
export const P2P = { token: 'p2p', display: 'P2P' } as const;

/** True if `text` can be the token of a source (decision 0012). */
export function isSourceToken(text: string): boolean {
  return /^[a-z][a-z0-9-]{0,31}$/.test(text);
}

/**
 * Gives the start of the addresses of models' pages at `source`, which a model's id follows; undefined if the template
 * does not put all files of a model below its id. The addresses name the source itself, even if a mirror replaces it
 * here, because people sign in at the source.
 */
export function modelHomes({ host, template }: Pick<Source, 'host' | 'template'>): string | undefined {
  return template.startsWith('/{id}/') && host.includes('.') ? `https://${host}/` : undefined;
}

const PLACEHOLDER = new RegExp(`\\{(${[...PLACE_NAMES, 'path', 'sha256'].join('|')})\\}`, 'g');

/**
 * Makes the absolute, percent-encoded URL of a file; `place` has the source's names for the model. A template with
 * {sha256} needs the file's hash.
 */
export function sourceUrl(source: Source, place: Place, { path, sha256 }: { path: string; sha256?: string }): string {
  const names = { ...place, path, sha256 };
  const filled = source.template.replace(PLACEHOLDER, (_, name: string) => encodePath(own(names, name) ?? ''));
  // Without a path, the root is the file itself; a slash after it would request a folder.
  return source.base + (path === '' ? filled.replace(/\/$/, '') : filled);
}
