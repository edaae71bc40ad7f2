// A row of the route table, a pattern and facts; and what is read off it: params, links, matches.
import { own } from '../basics/own.ts';

/** When an answer is made: by the generator once a day, by the functions on request, or never: the row says why not. */
export type When = 'built' | 'live' | 'refused';

/**
 * How long an answer may be kept: 60 s and then checked, 5 s, for good, or not at all (decision 0017).
 * `tag` and `digest` are the first two under /v2, where nothing may be transformed on the way either.
 */
export type CacheLife = 'revalidate' | 'brief' | 'immutable' | 'no-store' | 'tag' | 'digest';

/** Which body shape a refusal takes on this route (decision 0018). */
export type Dialect = 'hub' | 'objects' | 'plain' | 'page' | 'oci' | 'account' | 'mcp';

/** The forms an answer may take; which one is sent is negotiated when a row has several. */
export type Representation = 'html' | 'json' | 'markdown' | 'text' | 'xml';

/** A file for each representation. */
type Files = Readonly<Partial<Record<Representation, string>>>;

/** The facts of a row whose address holds the hash of its answer. */
interface Hashed {
  /** The param with the hash in it, and how it looks then: a regular expression for the whole of it. */
  param: string;
  like: string;
  /** In place of the row's own. */
  cache: CacheLife;
  /** Headers that such an answer has besides those of the row. */
  headers?: readonly string[];
}

interface RowFacts {
  dialect: Dialect;
  /** One line for the API description. */
  summary: string;
  cache: CacheLife;
  /** Methods answered; GET and HEAD by default. */
  methods?: readonly string[];
  /** True: any other method is answered in plain text that nothing is there, not that the path is read-only. */
  hidesMethods?: true;
  /** The content type of a built answer. */
  type?: string;
  /**
   * Where the answer lies among the files of a tree, and so of an export, with the params of the pattern in it; for
   * each representation where there are several. The address itself by default (see `ownFile`). Several rows may share
   * one.
   */
  file?: string | Files;
  /** The pack of the tree that holds it, with params likewise: the model's by default, or that of the documents. */
  pack?: string;
  /**
   * A query whose values have files of their own, `recursive-true.json` beside `index.json`, where they say something else:
   * the file of each value, and the ways to write that value.
   */
  variants?: { query: string; values: Readonly<Record<'true' | 'false', readonly string[]>> };
  /** The representations of a document; callers who name none get the last. `html` is a page of the website. */
  as?: readonly Representation[];
  /**
   * Headers of every answer of the row that follow from no other fact, such as `Link`: name, value, name, value. A value
   * may hold params of the pattern, and `{self}` for the path of the answer (see `headersOf`).
   */
  headers?: readonly string[];
  /** Headers that tell of the very answer: whoever has no more than its address does not know them. */
  tells?: readonly string[];
  /** The names in a query that an answer depends on; `any`: all that stands there. All else in it is ignored. */
  reads?: readonly string[] | 'any';
  /** Content types by the kind of the answer, where its address does not say which kind it is. */
  kinds?: Readonly<Record<string, string>>;
  /** Addresses that hold a hash of their answer, which therefore never changes. */
  hashed?: Hashed;
  /** True: without the slash at its end it leads to where it has one. */
  needsSlash?: true;
  /** True: at an address of apps alone, where there is one (`spacesUrl`). */
  apart?: true;
  /** The Content-Security-Policy of the row's answers, where it is not that of the website's pages. */
  csp?: string;
  /** True: its POST is a read, which clients send so. */
  postReads?: true;
  /** True: a single byte range is honoured. */
  ranges?: true;
  /** For a refused row: what clients look for there and this hub does not have. */
  refuses?: 'datasets' | 'Spaces' | 'writes' | 'git' | 'identity';
  /** True: only for callers who name this hub in `Host`: it is asked by scripts of any origin (DNS rebinding). */
  ownHost?: true;
  /** True: answered where the operator attests; its file is in no tree, and in an export with attestations alone. */
  attested?: true;
  /** True: answered before any tree is built. */
  treeless?: true;
  /**
   * True: an address of the public hub as people type it. It is there for reads, and for owners that models can have; to
   * any other request nothing stands there.
   */
  typed?: true;
  /** True: written with .br and .gz twins when that pays. */
  compressed?: true;
  /** True: the file is kept without the figures of the day, which are put in when it is asked for. */
  figures?: true;
}

export interface Row<P extends string = string, W extends When = When> extends RowFacts {
  pattern: P;
  when: W;
}

/** Remembers in the type of a row that it is a document. */
type Documented = Pick<RowFacts, 'as'>;

/** A row whose answers the generator writes. */
export const built = <const P extends string, const D extends Documented>(
  pattern: P,
  facts: RowFacts & D,
): Row<P, 'built'> & Pick<D, 'as'> & { file: string | Files } => ({
  ...{ file: ownFile(pattern), pack: packOf(pattern) },
  ...facts,
  pattern,
  when: 'built',
});

/**
 * A row whose answers the functions make. One with a `file` gives the same answer to every plain request; `true` is its
 * own address.
 */
export const live = <const P extends string, const D extends Documented>(
  pattern: P,
  { file, ...facts }: Omit<RowFacts, 'file'> & D & { file?: string | Files | true },
): Row<P, 'live'> & Pick<D, 'as'> => ({
  pack: packOf(pattern),
  ...(facts as unknown as RowFacts & D),
  ...(file !== undefined && { file: file === true ? ownFile(pattern) : file }),
  pattern,
  when: 'live',
});

/** The file that a plain file server sends for a pattern: `{revision}` is `main`, and a folder has an `index.html`. */
export function ownFile(pattern: string): string {
  return pattern
    .slice(1)
    .replace('{revision}', 'main')
    .replace(/(^|\/)$/, '$1index.html');
}

const packOf = (pattern: string) => (pattern.includes('{owner}/{name}') ? 'models/{owner}/{name}' : 'documents');

/**
 * The file of a row with its params filled in, as they are. `as` is a representation, where the row has several. Throws
 * where it has none: only a function answers then.
 */
export function fileOf(row: Pick<Row, 'pattern' | 'file'>, params: object, as?: Representation): string {
  const file = typeof row.file === 'object' ? row.file[as!] : row.file;
  if (file === undefined) throw new Error(`the answer of ${row.pattern} as ${as} is no file`);
  return filled(file, params);
}

/** The folder of an export's own among its files: nothing in it is an answer by its name. */
export const OWN_FOLDER = '.export';

/** Where exported files whose rows have kinds have a second name with the kind as its ending, by which servers go. */
export const KIND_FILES = `${OWN_FOLDER}/kinds`;
export const kindFile = (file: string, kind: string) => `${KIND_FILES}/${file}.${kind}`;

/** Where the file of a row lies in a tree: in which pack, and under which name in it. */
export function treePath(row: Pick<Row, 'pattern' | 'file' | 'pack'>, params: object, as?: Representation): string {
  return `${filled(row.pack!, params)}/${fileOf(row, params, as)}`;
}

/** The headers of a row with their params filled in, as they are; the very array of the row where none is in them. */
export function headersOf({ headers = [] }: Pick<Row, 'headers'>, params: object): readonly string[] {
  if (!headers.some((text) => text.includes('{'))) return headers;
  return headers.map((text) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => own(params as Record<string, string>, name) ?? ''),
  );
}

function filled(template: string, params: object): string {
  let path = '';
  // The root of a model is no segment.
  for (const { before, name } of partsOf(template))
    path +=
      (path.endsWith('/') && before.startsWith('/') ? before.slice(1) : before) +
      (own(params as Record<string, string>, name) ?? '');
  return path;
}

/** A row that is never answered: the public hub has something there, and the refusal says why this hub does not. */
export const refused = <const P extends string>(
  pattern: P,
  facts: Pick<RowFacts, 'dialect' | 'summary'> & Required<Pick<RowFacts, 'refuses'>>,
): Row<P, 'refused'> => ({ ...facts, pattern, when: 'refused', cache: 'no-store', treeless: true });

/** The methods that every row answers unless it says otherwise. */
export const READ: readonly string[] = ['GET', 'HEAD'];

/** True when a row answers `method` as a read: `/via/{source}` may stand in front of it. */
export const readsBy = ({ methods = READ, postReads }: Row, method: string): boolean =>
  methods.includes(method) && (postReads === true || READ.includes(method));

/** True for a row of the public hub that names a model: its clients follow where another spelling of the id is sent. */
export const namesModel = ({ pattern, dialect, typed }: Row): boolean =>
  dialect === 'hub' && !typed && /^\/(?:api\/models\/)?\{owner\}\/\{name\}(?:\/|$)/.test(pattern);

type NameIn<Segment extends string> = Segment extends `${string}{${infer Name}}${string}`
  ? Name extends `${infer Rest}...`
    ? Rest
    : Name
  : never;

type NamesIn<P extends string> = P extends `${infer Head}/${infer Tail}` ? NameIn<Head> | NamesIn<Tail> : NameIn<P>;

/** The params of a pattern, by name. A `{path...}` param holds slashes. */
export type ParamsOf<P extends string> = { [K in NamesIn<P>]: string };

/**
 * The path of a row with its params filled in, percent-encoded.
 * Slashes of a `{path...}` param are kept, those of any other are encoded.
 */
export function href<P extends string>(row: { pattern: P }, params: ParamsOf<P>): string {
  const values = params as Record<string, string>;
  let path = '';
  for (const { before, name, rest } of partsOf(row.pattern)) {
    const value = own(values, name) ?? '';
    path += before + (rest ? value.split('/').map(encodeSegment).join('/') : encodeSegment(value));
  }
  return path;
}

/** A param of a pattern and the text before it; the last one of a pattern has no name. */
interface Part {
  before: string;
  name: string;
  rest: boolean;
}

/** Patterns taken apart: a page has dozens of links, and a build a page for every model. */
const parts = new Map<string, readonly Part[]>();

function partsOf(pattern: string): readonly Part[] {
  let known = parts.get(pattern);
  if (!known) {
    const split = pattern.split(/\{(\w+)(\.\.\.)?\}/);
    known = Array.from({ length: (split.length + 2) / 3 }, (_, at) => ({
      before: split[at * 3]!,
      name: split[at * 3 + 1] ?? '',
      rest: split[at * 3 + 2] !== undefined,
    }));
    parts.set(pattern, known);
  }
  return known;
}

/** A path segment, percent-encoded; the colon of an object address may stand as it is (RFC 3986 3.3). */
function encodeSegment(text: string): string {
  if (/^[\w.-]*$/.test(text)) return text;
  return encodeURIComponent(text).replaceAll('%3A', ':');
}
