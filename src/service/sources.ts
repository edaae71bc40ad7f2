// The byte sources: one table, three spellings (decision 0012), and where each keeps a file.

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
  /** The URL base, no trailing slash; `HUB_SOURCE_*` overrides it. */
  base: string;
  /** The path after the base, with {path} or {sha256} of a file and names of its kind to fill in, such as {id} (`source-kinds.ts`). */
  template: string;
  /** The source's name for the revision of a model whose row has none; absent: the model's own revision. */
  defaultRevision?: string;
  /** The file the prober asks for; absent: the source is never checked, only offered. */
  probe?: Probe;
}

/** A public file, small where its hash is known, and the names the source has for it. */
export interface Probe extends Place {
  /** Empty where the root is the file itself. */
  path: string;
  /** Absent: a probe only looks whether the file answers. */
  sha256?: string;
  /** Seconds a probe may take. */
  timeLimit: number;
}

/** `P2P` is shown in `hub.sources` and nowhere else: it has no route and no health. */
export const P2P = { token: 'p2p', display: 'P2P' } as const;

/** True when `text` can be a source segment at all (decision 0012). */
export function isSourceToken(text: string): boolean {
  return /^[a-z][a-z0-9-]{0,31}$/.test(text);
}

/**
 * Gives the address that turns into a model's page at `source` itself when its id follows; undefined where its template
 * does not say that everything of a model lies beneath its id. It uses the source's own name, whatever mirror answers
 * for it here: people sign in there.
 */
export function modelHomes({ host, template }: Pick<Source, 'host' | 'template'>): string | undefined {
  return template.startsWith('/{id}/') && host.includes('.') ? `https://${host}/` : undefined;
}

const PLACEHOLDER = new RegExp(`\\{(${[...PLACE_NAMES, 'path', 'sha256'].join('|')})\\}`, 'g');

/** The absolute, percent-encoded URL of a file in `place` at `source`; a template with {sha256} needs that of the file. */
export function sourceUrl(source: Source, place: Place, { path, sha256 }: { path: string; sha256?: string }): string {
  const names = { ...place, path, sha256 };
  const filled = source.template.replace(PLACEHOLDER, (_, name: string) => encodePath(own(names, name) ?? ''));
  // Without a path the root is a file, and a slash behind it would ask for a folder.
  return source.base + (path === '' ? filled.replace(/\/$/, '') : filled);
}
