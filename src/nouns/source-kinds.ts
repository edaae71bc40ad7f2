// The kinds of byte source: by what names of its own a source knows a model. Templates, import rows, stored places, probes,
// addresses and the API description are read off this table.
import { isCid } from './cid.ts';
import { filePathFault } from './file-path.ts';

/** A name that a source has for a model. */
interface SourceName {
  /** One sentence for the API description. */
  about: string;
  /** Says what is wrong with such a name, as the end of a sentence. */
  fault: (name: string) => string | undefined;
  /** The default for an import row without the name; absent: the row must have it. */
  otherwise?: (model: { id: string; revision: string }, source: { defaultRevision?: string }) => string;
}

interface Kind {
  /** The placeholder that stands in the template of every source of the kind. */
  key: string;
  /** In the order in which they are stored. */
  names: Readonly<Record<string, SourceName>>;
  /** True: somebody has to keep the bytes there, and an import row may say who does not, and since when. */
  isPinned?: true;
}

export const SOURCE_KINDS = {
  /** By the SHA-256 of a file alone: such a store knows no models. */
  content: { key: 'sha256', names: {} },
  /** By an id and a revision. */
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
  /** By the root that the bytes hash to. */
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

/** A kind of the table, whichever it is. */
export const kindOf = (kind: SourceKind): Kind => SOURCE_KINDS[kind];

const kinds = Object.keys(SOURCE_KINDS) as SourceKind[];

/** Every name that some kind of source has for a model. */
export const PLACE_NAMES = kinds.flatMap((kind) => Object.keys(kindOf(kind).names)) as PlaceName[];

/** The placeholders by which templates tell their kind. */
export const KEY_NAMES = kinds.map((kind) => kindOf(kind).key);

/** How a source names a model's bytes, as its template tells: of several keys the one that stands last in the table. */
export function sourceKind({ template }: { template: string }): SourceKind {
  return kinds.findLast((_, at) => template.includes(`{${KEY_NAMES[at]}}`)) ?? 'http';
}

/** A source's own names for the model, which fill in its template. */
export type Place = { [N in PlaceName]?: string | undefined };

type Names = { [N in PlaceName]?: string };

/** The names of a place without whatever else is known of it, and without those that are absent. */
export function namesOf(place: Place): Names {
  return Object.fromEntries(PLACE_NAMES.flatMap((name) => (place[name] === undefined ? [] : [[name, place[name]]])));
}
