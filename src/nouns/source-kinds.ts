// The kinds of byte sources, which differ in the names that a source has for a model. Templates, import rows, stored
// places, probes, addresses and the API description all use this table.
import { isCid } from './cid.ts';
import { filePathFault } from './file-path.ts';

/** A name that a source has for a model. */
interface SourceName {
  /** A sentence for the API description. */
  about: string;
  /** Says what is wrong with such a name, as the end of a sentence; undefined for a good name. */
  fault: (name: string) => string | undefined;
  /** Gives the name for an import row that leaves it out. If absent, the row must have the name. */
  otherwise?: (model: { id: string; revision: string }, source: { defaultRevision?: string }) => string;
}

interface Kind {
  /** The placeholder in the template of sources of this kind. */
  key: string;
  /** The names, in the order in which they are stored. */
  names: Readonly<Record<string, SourceName>>;
  /**
   * True if somebody must pin the bytes for the source to keep them. An import row may say that nobody does, or since
   * when somebody does.
   */
  isPinned?: true;
}

export const SOURCE_KINDS = {
  /** Such a source finds files by their SHA-256 alone: it does not know models. */
  content: { key: 'sha256', names: {} },
  /** Such a source finds a model by its id and a revision. */
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
  /** Such a source finds a model by its root, a hash over its bytes. */
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

/** The names that sources of all kinds have for models. */
export const PLACE_NAMES = kinds.flatMap((kind) => Object.keys(kindOf(kind).names)) as PlaceName[];

/** The placeholder of each kind; a template with this placeholder is of that kind. */
export const KEY_NAMES = kinds.map((kind) => kindOf(kind).key);

/**
 * Gives the kind of a source by the placeholder in its template. If there are several, the last kind in the table
 * counts.
 */
export function sourceKind({ template }: { template: string }): SourceKind {
  return kinds.findLast((_, at) => template.includes(`{${KEY_NAMES[at]}}`)) ?? 'http';
}

/** A source's own names for a model. They fill in the source's template. */
export type Place = { [N in PlaceName]?: string | undefined };

type Names = { [N in PlaceName]?: string };

/** Gives only the names that a place has. */
export function namesOf(place: Place): Names {
  return Object.fromEntries(PLACE_NAMES.flatMap((name) => (place[name] === undefined ? [] : [[name, place[name]]])));
}
