// A row of the route table, a pattern with facts; and the params, links and matches derived from it.
import { own } from '../basics/own.ts';

/**
 * The time when an answer is made: by the generator once a day, by the functions on request, or never, in which case the
 * row says why.
 */
export type When = 'built' | 'live' | 'refused';

/**
 * The time for which an answer may be kept: 60 s and then revalidated, 5 s, for ever, or not at all (decision 0017). `tag`
 * and `digest` are the first two under /v2, where proxies may not transform anything either.
 */
export type CacheLife = 'revalidate' | 'brief' | 'immutable' | 'no-store' | 'tag' | 'digest';

/** The shape of a refusal's body on this route (decision 0018). */
export type Dialect = 'hub' | 'objects' | 'plain' | 'page' | 'oci' | 'account' | 'mcp';

/** The forms of an answer, which are negotiated if a row has several. */
export type Representation = 'html' | 'json' | 'markdown' | 'text' | 'xml';

/** A file for each representation. */
type Files = Readonly<Partial<Record<Representation, string>>>;

/** The facts of a row whose address contains the hash of its answer. */
interface Hashed {
  /** The param that contains the hash, and a regular expression for the whole of it. */
  param: string;
  like: string;
  /** Replaces the row's own. */
  cache: CacheLife;
  /** Headers of such an answer beyond those of the row. */
  headers?: readonly string[];
}

interface RowFacts {
  dialect: Dialect;
  /** One line for the API description. */
  summary: string;
  cache: CacheLife;
  /** Methods answered; GET and HEAD by default. */
  methods?: readonly string[];
  /** True if the plain-text answer to any other method says that nothing is there, and not that the path is read-only. */
  hidesMethods?: true;
  /** The content type of a built answer. */
  type?: string;
  /**
   * The place of the answer among the files of a tree, and so of an export, with the params of the pattern; one for each
   * of several representations. By default the address itself (see `ownFile`). Several rows may share one.
   */
  file?: string | Files;
  /** The pack of the tree that holds it, with params too: by default the model's, or that of the documents. */
  pack?: string;
  /**
   * A query whose values have files of their own, `recursive-true.json` beside `index.json`, if they differ: the file of
   * each value, and the spellings of that value.
   */
  variants?: { query: string; values: Readonly<Record<'true' | 'false', readonly string[]>> };
  /** The representations of a document; callers who name none get the last. `html` is a page of the website. */
  as?: readonly Representation[];
  /**
   * Headers of every answer of the row that no other fact implies, such as `Link`: name, value, name, value. A value may
   * contain params of the pattern, and `{self}` for the path of the answer (see `headersOf`).
   */
  headers?: readonly string[];
  /** Headers that depend on the answer itself, and not only on its address. */
  tells?: readonly string[];
  /** The names in a query that an answer depends on; `any` for the whole query. Other names are ignored. */
  reads?: readonly string[] | 'any';
  /** Content types by the kind of the answer, if its address does not name the kind. */
  kinds?: Readonly<Record<string, string>>;
  /** Addresses that contain a hash of their answer, which therefore never changes. */
  hashed?: Hashed;
  /** True if an address without the final slash redirects to the one with it. */
  needsSlash?: true;
  /** True if the row is only at an address of apps, if there is one (`spacesUrl`). */
  apart?: true;
  /** The Content-Security-Policy of the row's answers, if it differs from that of the website's pages. */
  csp?: string;
  /** True if a POST to the row is a read, as clients of some protocols send it. */
  postReads?: true;
  /** True if the row answers a single byte range. */
  ranges?: true;
  /** For a refused row: the thing that clients look for and that this hub does not have. */
  refuses?: 'datasets' | 'Spaces' | 'writes' | 'git' | 'identity';
  /** True if only callers that name this hub in `Host` may ask, because scripts of any origin might (DNS rebinding). */
  ownHost?: true;
  /** True if only a hub that attests answers it; its file is in no tree, and only in an export with attestations. */
  attested?: true;
  /** True if it is answered before any tree is built. */
  treeless?: true;
  /** True for an address of the public hub as people type it. It only answers reads, and owners that models can have. */
  typed?: true;
  /** True if it is written with compressed forms (.br and .gz) when these pay. */
  compressed?: true;
  /** True if the file lacks the figures of the day, which are inserted on request. */
  figures?: true;
}

export interface Row<P extends string = string, W extends When = When> extends RowFacts {
  pattern: P;
  when: W;
}

/** Records in the type of a row that it is a document. */
type Documented = Pick<RowFacts, 'as'>;

/** Makes a row whose answers the generator writes. */
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
 * Makes a row whose answers the functions make. A row with a `file` gives the same answer to every plain request; `true`
 * means its own address.
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

/**
 * Gives the file that a plain file server sends for a pattern: `{revision}` is `main`, and a folder has an `index.html`.
 */
export function ownFile(pattern: string): string {
  return pattern
    .slice(1)
    .replace('{revision}', 'main')
    .replace(/(^|\/)$/, '$1index.html');
}

const packOf = (pattern: string) => (pattern.includes('{owner}/{name}') ? 'models/{owner}/{name}' : 'documents');

/**
 * Gives the file of a row with its params filled in unchanged. `as` is a representation, if the row has several. Throws if
 * there is no file: then only a function answers.
 */
export function fileOf(row: Pick<Row, 'pattern' | 'file'>, params: object, as?: Representation): string {
  const file = typeof row.file === 'object' ? row.file[as!] : row.file;
  if (file === undefined) throw new Error(`the answer of ${row.pattern} as ${as} is no file`);
  return filled(file, params);
}

/** An export's private folder among its files: no name in it is the address of an answer. */
export const OWN_FOLDER = '.export';

/** The folder where files with kinds have a second name, which ends with the kind, for servers that go by endings. */
export const KIND_FILES = `${OWN_FOLDER}/kinds`;
export const kindFile = (file: string, kind: string) => `${KIND_FILES}/${file}.${kind}`;

/** Gives the place of a row's file in a tree: its pack, and its name there. */
export function treePath(row: Pick<Row, 'pattern' | 'file' | 'pack'>, params: object, as?: Representation): string {
  return `${filled(row.pack!, params)}/${fileOf(row, params, as)}`;
}

/** Gives the headers of a row with their params filled in unchanged; the row's own array if there are none. */
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

/** Makes a row that is never answered: the public hub has something there, and the refusal says why this hub does not. */
export const refused = <const P extends string>(
  pattern: P,
  facts: Pick<RowFacts, 'dialect' | 'summary'> & Required<Pick<RowFacts, 'refuses'>>,
): Row<P, 'refused'> => ({ ...facts, pattern, when: 'refused', cache: 'no-store', treeless: true });

/** The methods of every row by default. */
export const READ: readonly string[] = ['GET', 'HEAD'];

/** True if a row answers `method` as a read, so that `/via/{source}` may precede it. */
export const readsBy = ({ methods = READ, postReads }: Row, method: string): boolean =>
  methods.includes(method) && (postReads === true || READ.includes(method));

/** True for a row of the public hub that names a model: its clients follow a redirect to another spelling of the id. */
export const namesModel = ({ pattern, dialect, typed }: Row): boolean =>
  dialect === 'hub' && !typed && /^\/(?:api\/models\/)?\{owner\}\/\{name\}(?:\/|$)/.test(pattern);

type NameIn<Segment extends string> = Segment extends `${string}{${infer Name}}${string}`
  ? Name extends `${infer Rest}...`
    ? Rest
    : Name
  : never;

type NamesIn<P extends string> = P extends `${infer Head}/${infer Tail}` ? NameIn<Head> | NamesIn<Tail> : NameIn<P>;

/** The params of a pattern, by name. A `{path...}` param contains slashes. */
export type ParamsOf<P extends string> = { [K in NamesIn<P>]: string };

/**
 * Gives the path of a row with its params filled in and percent-encoded. Keeps the slashes of a `{path...}` param, and
 * encodes those of any other.
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

/** Parsed patterns: a page has dozens of links, and a build a page for every model. */
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

/** Percent-encodes a path segment; the colon of an object address may stay (RFC 3986 3.3). */
function encodeSegment(text: string): string {
  if (/^[\w.-]*$/.test(text)) return text;
  return encodeURIComponent(text).replaceAll('%3A', ':');
}
