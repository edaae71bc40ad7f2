// The byte sources: one table with three spellings (decision 0012), and the addresses of files there.

import { own } from '../basics/own.ts';
import { encodePath } from '../nouns/file-path.ts';
import { PLACE_NAMES, type Place } from '../nouns/source-kinds.ts';

/** One byte source as `content/service.yaml` declares it. */
export interface Source {
  /** The token of `/via/{source}/`. */
  token: string;
  /** The spelling in `hub.sources`. */
  display: string;
  /** The spelling in health and in `X-Hub-Source`. */
  host: string;
  /** The URL base without a trailing slash; `HUB_SOURCE_*` overrides it. */
  base: string;
  /**
   * The path after the base, with {path} or {sha256} of a file, and names of its kind, such as {id} (`source-kinds.ts`).
   */
  template: string;
  /** The source's name for the revision of a model whose row has none; by default the model's own revision. */
  defaultRevision?: string;
  /** The file for probes; absent if the source is never checked, only offered. */
  probe?: Probe;
}

/** A public file, small if its hash is known, with the source's names for it. */
export interface Probe extends Place {
  /** The path; empty if the root is the file itself. */
  path: string;
  /** The hash; absent if a probe only tests whether the file answers. */
  sha256?: string;
  /** The most seconds for a probe. */
  timeLimit: number;
}

/** `P2P` only appears in `hub.sources`: it has no route and no health. */
export const P2P = { token: 'p2p', display: 'P2P' } as const;

/** True if `text` can be a source segment (decision 0012). */
export function isSourceToken(text: string): boolean {
  return /^[a-z][a-z0-9-]{0,31}$/.test(text);
}

/**
 * Gives the address at `source` to which a model's id is added for the model's page there; undefined if its template does
 * not put everything of a model below its id. It names the source itself, even if a mirror answers for it here: people
 * sign in there.
 */
export function modelHomes({ host, template }: Pick<Source, 'host' | 'template'>): string | undefined {
  return template.startsWith('/{id}/') && host.includes('.') ? `https://${host}/` : undefined;
}

const PLACEHOLDER = new RegExp(`\\{(${[...PLACE_NAMES, 'path', 'sha256'].join('|')})\\}`, 'g');

/**
 * Makes the absolute, percent-encoded URL of a file in `place` at `source`; a template with {sha256} needs the file's
 * hash.
 */
export function sourceUrl(source: Source, place: Place, { path, sha256 }: { path: string; sha256?: string }): string {
  const names = { ...place, path, sha256 };
  const filled = source.template.replace(PLACEHOLDER, (_, name: string) => encodePath(own(names, name) ?? ''));
  // If there is no path, the root is a file, and a slash after it would ask for a folder.
  return source.base + (path === '' ? filled.replace(/\/$/, '') : filled);
}
