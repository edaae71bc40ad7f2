// The kinds of byte sources, by the names that a source has for a model. Templates, import rows, stored places, probes,
// addresses and the API description derive from this table.
import { isCid } from './cid.ts';
import { filePathFault } from './file-path.ts';

/** A name that a source has for a model. */
interface SourceName {
  /** A sentence for the API description. */
  about: string;
  /** Gives the fault of such a name, as the end of a sentence. */
  fault: (name: string) => string | undefined;
  /** Gives the default for an import row without the name; if absent, the row must have it. */
  otherwise?: (model: { id: string; revision: string }, source: { defaultRevision?: string }) => string;
}

interface Kind {
  /** The placeholder in the template of every source of this kind. */
  key: string;
  /** The names, in the order in which they are stored. */
  names: Readonly<Record<string, SourceName>>;
  /** True if somebody has to keep the bytes there: an import row may say that nobody does, or since when. */
  isPinned?: true;
}

export const SOURCE_KINDS = {
  /** Names files only by their SHA-256: such a store knows no models. */
  content: { key: 'sha256', names: {} },
  /** Names a model by its id and a revision. */
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
  /** Names a model by the root that its bytes hash to. */
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

/** Every name that a kind of source has for models. */
export const PLACE_NAMES = kinds.flatMap((kind) => Object.keys(kindOf(kind).names)) as PlaceName[];

/** The placeholder of each kind; a template with this placeholder is of that kind. */
export const KEY_NAMES = kinds.map((kind) => kindOf(kind).key);

/**
 * Gives the kind of a source by its template. If the template has several of the placeholders, the last kind in the
 * table applies.
 */
export function sourceKind({ template }: { template: string }): SourceKind {
  return kinds.findLast((_, at) => template.includes(`{${KEY_NAMES[at]}}`)) ?? 'http';
}

/** A source's own names for a model, which fill in its template. */
export type Place = { [N in PlaceName]?: string | undefined };

type Names = { [N in PlaceName]?: string };

/** Gives only the present names of a place. */
export function namesOf(place: Place): Names {
  return Object.fromEntries(PLACE_NAMES.flatMap((name) => (place[name] === undefined ? [] : [[name, place[name]]])));
}
