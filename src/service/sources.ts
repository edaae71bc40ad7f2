// The byte sources: the three names of each source (decision 0012), and the addresses of files at a source.

import { own } from '../basics/records.ts';
import { encodePath } from '../nouns/file-path.ts';
import { PLACE_NAMES, type Place } from '../nouns/source-kinds.ts';

/** A byte source as `content/service.yaml` declares it. */
export interface Source {
  /** The short name of the source, as in the paths `/via/{source}/`. */
  token: string;
  /** The name in the member `hub.sources` of answers. */
  display: string;
  /** The name in the health answer and in `X-Hub-Source`. */
  host: string;
  /** The start of the source's URLs, without a trailing slash. `HUB_SOURCE_*` overrides it. */
  base: string;
  /**
   * The path after `base`. It has the placeholder {path} or {sha256} for a file, and placeholders for the source's
   * names of a model, such as {id} (`source-kinds.ts`).
   */
  template: string;
  /**
   * The source's name for the revision of a model whose import row has no revision. If absent, the model's own revision
   * is used.
   */
  defaultRevision?: string;
  /** The file that probes request. Absent if the hub never checks the source. */
  probe?: Probe;
}

/**
 * A public file that probes request, with the source's names for the file's model. A file with a known hash should be
 * small, because a probe reads all of it.
 */
export interface Probe extends Place {
  /** The path of the file; empty if the root is the file itself. */
  path: string;
  /** The hash of the file; absent if a probe only tests that the source answers. */
  sha256?: string;
  /** The maximum number of seconds that a probe may take. */
  timeLimit: number;
}

/** `P2P` occurs only in `hub.sources`: no path selects it, and no probe checks it. */
export const P2P = { token: 'p2p', display: 'P2P' } as const;

/** True if `text` can be the token of a source (decision 0012). */
export function isSourceToken(text: string): boolean {
  return /^[a-z][a-z0-9-]{0,31}$/.test(text);
}

/**
 * Returns the text that becomes the address of a model's page at a source when the model's id is added. Undefined if
 * the template does not put all files of a model below its id. The address names the source itself, even if this hub
 * uses a mirror of the source, because people sign in at the source.
 */
export function modelHomes({ host, template }: Pick<Source, 'host' | 'template'>): string | undefined {
  return template.startsWith('/{id}/') && host.includes('.') ? `https://${host}/` : undefined;
}

const PLACEHOLDER = new RegExp(`\\{(${[...PLACE_NAMES, 'path', 'sha256'].join('|')})\\}`, 'g');

/**
 * Returns the absolute, percent-encoded URL of a file. `place` has the source's names for the model. A template with
 * {sha256} needs the file's hash.
 */
export function sourceUrl(source: Source, place: Place, { path, sha256 }: { path: string; sha256?: string }): string {
  const names = { ...place, path, sha256 };
  const filled = source.template.replace(PLACEHOLDER, (_, name: string) => encodePath(own(names, name) ?? ''));
  // An empty path means that the root is the file itself. A slash after the root would request a folder.
  return source.base + (path === '' ? filled.replace(/\/$/, '') : filled);
}
