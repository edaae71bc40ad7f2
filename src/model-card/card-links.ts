// Finds the target of a link in a card: only places in the card, files of the repository, and addresses on the web.
import { encodePath, filePathFault } from '../nouns/file-path.ts';

/** The start of every id in a card, so that none equals an id of the page around the card. */
const CARD_ID = 'in-card-';

/**
 * The maximum length in characters of an address. A longer address is dropped, since a card may repeat it thousands of
 * times.
 */
const LONGEST = 2000;

/** Stands for the address of the card when relative links are resolved. No such address exists on the web. */
const HERE = 'https://card.invalid/';

/** The repository that a card belongs to. */
export interface CardPlace {
  /** The address of the model's page at its origin, without a trailing slash. */
  home: string;
  revision: string;
  /** The paths of all files in the repository. */
  files: readonly string[];
}

interface CardLink {
  href: string;
  /** True if the link leads to another site. */
  isOutside: boolean;
}

export type CardLinks = ReturnType<typeof cardLinks>;

export function cardLinks(place: CardPlace) {
  const files = new Set(place.files);
  let folders: Set<string> | undefined;

  /**
   * Gives the target of `written`: a place in the card, an http(s) or mailto address, or a file or folder of the
   * repository. Undefined for any other text, for an address with a login, and for a file that the repository lacks.
   */
  function linkOf(written: string): CardLink | undefined {
    if (written.length > LONGEST) return undefined;
    if (written.startsWith('#'))
      return written === '#' ? undefined : { href: `#${anchorOf(written.slice(1))}`, isOutside: false };
    const url = URL.parse(written, HERE);
    if (!url) return undefined;
    if (url.username !== '' || url.password !== '' || url.href.length > LONGEST) return undefined;
    if (url.protocol === 'mailto:') return { href: url.href, isOutside: true };
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
    return url.href.startsWith(HERE) ? fileLink(written, url) : { href: url.href, isOutside: true };
  }

  /**
   * Gives the address of a file or folder at the origin. Undefined for a path from the root of a site, which is outside
   * of the repository, and for a link that names the host of `HERE`.
   */
  function fileLink(written: string, { pathname }: URL): CardLink | undefined {
    if (/^[/\\]|^[a-z][a-z\d+.-]*:/i.test(written)) return undefined;
    const { home, revision } = place;
    const path = decoded(pathname.slice(1).replace(/\/$/, ''));
    if (path === undefined || filePathFault(path) !== undefined) return undefined;
    folders ??= new Set(place.files.flatMap(foldersOf));
    if (!files.has(path) && !folders.has(path)) return undefined;
    const kind = files.has(path) ? 'blob' : 'tree';
    return { href: `${home}/${kind}/${revision}/${encodePath(path)}`, isOutside: true };
  }

  return linkOf;
}

/** Returns the id in a card of a place that a link calls `name`. */
export const anchorOf = (name: string) => CARD_ID + encodeURIComponent(decoded(name) ?? '').toLowerCase();

/** Lists the folders around a path: those of `a/b/c.txt` are `a` and `a/b`. */
function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
