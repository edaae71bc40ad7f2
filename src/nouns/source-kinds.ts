// The kinds of byte sources, which differ in the names that a source has for a model. Templates, import rows, source
// objects, probes, addresses and the API description all use this table.
import { isCid } from './address.ts';
import { filePathFault } from './file-path.ts';

/** A kind of name that sources have for a model, such as an id or a revision. */
interface SourceName {
  /** Describes the name in a sentence, for the API description. */
  about: string;
  /** Says what is wrong with a name, as the end of a sentence; undefined for a good name. */
  fault: (name: string) => string | undefined;
  /** Returns the name for an import row that leaves it out. If this function is absent, the row must have the name. */
  otherwise?: (model: { id: string; revision: string }, source: { defaultRevision?: string }) => string;
}

interface Kind {
  /** The placeholder in the template of sources of this kind. */
  key: string;
  /** The names that a source needs for a model, in the order in which they are stored. */
  names: Readonly<Record<string, SourceName>>;
  /**
   * True if a source keeps the bytes only while somebody pins them. An import row may say since when the bytes are
   * pinned, or that they are not.
   */
  isPinned?: true;
}

export const SOURCE_KINDS = {
  /** A `content` source finds files by their SHA-256 alone; it does not know models. */
  content: { key: 'sha256', names: {} },
  /** An `http` source finds a model by an id and a revision. */
  http: {
    key: 'id',
    names: {
      id: {
        about: 'The source’s own name for the model.',
        fault: filePathFault,
        otherwise: ({ id }) => id,
      },
      revision: {
        about: 'The source’s own name for the revision.',
        fault: filePathFault,
        otherwise: ({ revision }, { defaultRevision = revision }) => defaultRevision,
      },
    },
  },
  /** An `ipfs` source finds a model by its root, a hash over the model's bytes. */
  ipfs: {
    key: 'root',
    names: {
      root: { about: 'The root CID on IPFS.', fault: (root) => (isCid(root) ? undefined : 'must be a CID') },
    },
    isPinned: true,
  },
} as const satisfies Record<string, Kind>;

type Kinds = typeof SOURCE_KINDS;
export type SourceKind = keyof Kinds;
export type PlaceName = { [K in SourceKind]: keyof Kinds[K]['names'] }[SourceKind] & string;

export const kindOf = (kind: SourceKind): Kind => SOURCE_KINDS[kind];

const kinds = Object.keys(SOURCE_KINDS) as SourceKind[];

/** The names of all kinds, such as `id`, `revision` and `root`. */
export const PLACE_NAMES = kinds.flatMap((kind) => Object.keys(kindOf(kind).names)) as PlaceName[];

/** The placeholder of each kind. A template with a kind's placeholder is of that kind. */
export const KEY_NAMES = kinds.map((kind) => kindOf(kind).key);

/**
 * Returns the kind of a source by the placeholder in its template. The last kind in the table counts if the template
 * has several placeholders.
 */
export function sourceKind({ template }: { template: string }): SourceKind {
  return kinds.findLast((_, at) => template.includes(`{${KEY_NAMES[at]}}`)) ?? 'http';
}

/** The names that a source has for a model. They fill in the source's template. */
export type Place = { [N in PlaceName]?: string | undefined };

/** Returns only the names in `place`, without other members. */
export function namesOf(place: Place): { [N in PlaceName]?: string } {
  return Object.fromEntries(PLACE_NAMES.flatMap((name) => (place[name] === undefined ? [] : [[name, place[name]]])));
}

/**
 * Returns the host of a source, because people know hosts. Returns the name if the two differ only in letter case, as
 * for IPFS.
 */
export function sourceName({ name, host }: { name: string; host: string }): string {
  return name.toLowerCase() === host.toLowerCase() ? name : host;
}

/**
 * Returns `path` with `/via/{pin}` in front of it. `pin` is the token of a source. If `pin` is undefined, `path` stays
 * unchanged.
 */
export function pinnedPath(pin: string | undefined, path: string): string {
  return pin === undefined ? path : `/via/${pin}${path}`;
}
