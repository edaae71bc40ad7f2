// A row of the route table: a pattern and its facts. Params, links and matches are derived from rows.
import { own } from '../basics/own.ts';

/**
 * When an answer is made: once a day by the generator (`built`), on request by the functions (`live`), or never, and
 * then the row says why (`refused`).
 */
export type When = 'built' | 'live' | 'refused';

/**
 * The time for which an answer may be kept (decision 0017): `revalidate` 60 s and after that only if revalidated,
 * `brief` 5 s, `immutable` for ever, `no-store` not at all. Under /v2, `tag` is `revalidate` and `digest` is
 * `immutable`, and proxies may not transform the answer.
 */
export type CacheLife = 'revalidate' | 'brief' | 'immutable' | 'no-store' | 'tag' | 'digest';

/** The dialect of a row, which decides the shape of a refusal's body (decision 0018). */
export type Dialect = 'hub' | 'objects' | 'plain' | 'page' | 'oci' | 'account' | 'mcp';

/** The forms of an answer. If a row has several, `Accept` chooses among them. */
export type Representation = 'html' | 'json' | 'markdown' | 'text' | 'xml';

/** The file of each representation. */
type Files = Readonly<Partial<Record<Representation, string>>>;

/** The facts of answers whose address contains their hash. */
interface Hashed {
  /** The param that contains the hash, and a regular expression for the whole value of the param. */
  param: string;
  like: string;
  /** The cache life in place of the row's own. */
  cache: CacheLife;
  /** The headers besides those of the row. */
  headers?: readonly string[];
}

interface RowFacts {
  dialect: Dialect;
  /** Describes the row in one line, for the API description. */
  summary: string;
  cache: CacheLife;
  /** The methods that the row answers; GET and HEAD by default. */
  methods?: readonly string[];
  /**
   * True if a request with another method gets a plain text which says that nothing is there, instead of the refusal
   * that the path is read-only.
   */
  hidesMethods?: true;
  /** The content type of the answer. */
  type?: string;
  /**
   * The path of the answer among the files of a tree and of an export, with the params of the pattern. If the row has
   * several representations, each has a path. By default the path is the address itself (see `ownFile`). Several rows
   * may have the same file.
   */
  file?: string | Files;
  /**
   * The pack of the tree that has the file, with params too. By default it is the pack of the model or the pack of the
   * documents.
   */
  pack?: string;
  /**
   * A query whose values may have files of their own, such as `recursive-true.json` beside `index.json`: for each
   * value, the ways to spell it.
   */
  variants?: { query: string; values: Readonly<Record<'true' | 'false', readonly string[]>> };
  /** The representations of a document. A caller who names none gets the last. `html` is a page of the website. */
  as?: readonly Representation[];
  /**
   * The headers that every answer of the row has and that no other fact implies, such as `Link`: name, value, name,
   * value. A value may contain params of the pattern, and `{self}` for the path of the answer (see `headersOf`).
   */
  headers?: readonly string[];
  /** The headers that depend on the answer's content, and not only on its address. */
  tells?: readonly string[];
  /** The names in a query on which the answer depends; `any` for the whole query. Other names are ignored. */
  reads?: readonly string[] | 'any';
  /** The content type for each kind of answer, for addresses that do not show the kind. */
  kinds?: Readonly<Record<string, string>>;
  /** Set if some addresses of the row contain the hash of their answer, which therefore never changes. */
  hashed?: Hashed;
  /** True if the address without its trailing slash redirects to the address with it. */
  needsSlash?: true;
  /** True if the row exists only at the address of apps, provided that there is one (`spacesUrl`). */
  apart?: true;
  /** The Content-Security-Policy of the row's answers, if it differs from that of the website's pages. */
  csp?: string;
  /** True if a POST to the row only reads, as clients of some protocols send it. */
  postReads?: true;
  /** True if the row answers a single byte range. */
  ranges?: true;
  /** For a refused row: what clients look for there and this hub does not have. */
  refuses?: 'datasets' | 'Spaces' | 'writes' | 'git' | 'identity';
  /** True if callers must name this hub in `Host`; otherwise scripts of any origin could ask (DNS rebinding). */
  ownHost?: true;
  /**
   * True if only a hub that attests answers the row. No tree has its file, and an export has it only with attestations.
   */
  attested?: true;
  /** True if the row is answered before any tree is built. */
  treeless?: true;
  /**
   * True for a row whose addresses are those of the public hub, as people type them. The row answers only reads, and
   * only for owners that models can have.
   */
  typed?: true;
  /** True if compressed forms (.br and .gz) are written with the answer, unless it is too small. */
  compressed?: true;
  /** True if the file lacks the day's figures, which each request inserts. */
  figures?: true;
}

export interface Row<P extends string = string, W extends When = When> extends RowFacts {
  pattern: P;
  when: W;
}

/** Lets the type of a row say whether the row is a document. */
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
 * Makes a row whose answers the functions make. If it has a `file`, every plain request gets the same answer; `true`
 * means the file at its own address.
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
 * Gives the path at which a plain file server looks for a pattern: `{revision}` is `main`, and a folder has an
 * `index.html`.
 */
export function ownFile(pattern: string): string {
  return pattern
    .slice(1)
    .replace('{revision}', 'main')
    .replace(/(^|\/)$/, '$1index.html');
}

const packOf = (pattern: string) => (pattern.includes('{owner}/{name}') ? 'models/{owner}/{name}' : 'documents');

/**
 * Gives the path of a row's file, with its params replaced by their values, unencoded. `as` is a representation, if the
 * row has several. Throws if the row has no file, which means that only a function answers it.
 */
export function fileOf(row: Pick<Row, 'pattern' | 'file'>, params: object, as?: Representation): string {
  const file = typeof row.file === 'object' ? row.file[as!] : row.file;
  if (file === undefined) throw new Error(`the answer of ${row.pattern} as ${as} is no file`);
  return filled(file, params);
}

/** A private folder of an export. No path in it is the address of an answer. */
export const OWN_FOLDER = '.export';

/**
 * The folder in which files with several kinds have a second name that ends with the kind, for servers that choose
 * types by endings.
 */
export const KIND_FILES = `${OWN_FOLDER}/kinds`;
export const kindFile = (file: string, kind: string) => `${KIND_FILES}/${file}.${kind}`;

/** Gives the path of a row's file in a tree: its pack, and its name in the pack. */
export function treePath(row: Pick<Row, 'pattern' | 'file' | 'pack'>, params: object, as?: Representation): string {
  return `${filled(row.pack!, params)}/${fileOf(row, params, as)}`;
}

/**
 * Gives the headers of a row with their params replaced by their values, unencoded. If the headers have no params,
 * gives the row's own array.
 */
export function headersOf({ headers = [] }: Pick<Row, 'headers'>, params: object): readonly string[] {
  if (!headers.some((text) => text.includes('{'))) return headers;
  return headers.map((text) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => own(params as Record<string, string>, name) ?? ''),
  );
}

function filled(template: string, params: object): string {
  let path = '';
  // The path of a model's root is empty, and must not add a second slash.
  for (const { before, name } of partsOf(template))
    path +=
      (path.endsWith('/') && before.startsWith('/') ? before.slice(1) : before) +
      (own(params as Record<string, string>, name) ?? '');
  return path;
}

/** Makes a row that is never answered. The public hub answers at such paths; the refusal says why this hub does not. */
export const refused = <const P extends string>(
  pattern: P,
  facts: Pick<RowFacts, 'dialect' | 'summary'> & Required<Pick<RowFacts, 'refuses'>>,
): Row<P, 'refused'> => ({ ...facts, pattern, when: 'refused', cache: 'no-store', treeless: true });

/** The methods that a row has by default. */
export const READ: readonly string[] = ['GET', 'HEAD'];

/** True if `method` is a read of this row, so that `/via/{source}` may come before its path. */
export const readsBy = ({ methods = READ, postReads }: Row, method: string): boolean =>
  methods.includes(method) && (postReads === true || READ.includes(method));

/**
 * True for a row of the public hub that names a model. Its clients follow a redirect to the right spelling of the id.
 */
export const namesModel = ({ pattern, dialect, typed }: Row): boolean =>
  dialect === 'hub' && !typed && /^\/(?:api\/models\/)?\{owner\}\/\{name\}(?:\/|$)/.test(pattern);

type NameIn<Segment extends string> = Segment extends `${string}{${infer Name}}${string}`
  ? Name extends `${infer Rest}...`
    ? Rest
    : Name
  : never;

type NamesIn<P extends string> = P extends `${infer Head}/${infer Tail}` ? NameIn<Head> | NamesIn<Tail> : NameIn<P>;

/** The params of a pattern by name. A `{path...}` param may contain slashes. */
export type ParamsOf<P extends string> = { [K in NamesIn<P>]: string };

/**
 * Gives the path of a row with its params replaced by their values, percent-encoded. Slashes stay in a `{path...}`
 * param, and are encoded in any other.
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

/** A param of a pattern, with the text before it. The last part has no param. */
interface Part {
  before: string;
  name: string;
  rest: boolean;
}

/** The parsed patterns. They are kept, because a page has dozens of links, and a build makes a page for every model. */
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

/** Percent-encodes a segment. The colon of an object's address stays, as RFC 3986 3.3 allows. */
function encodeSegment(text: string): string {
  if (/^[\w.-]*$/.test(text)) return text;
  return encodeURIComponent(text).replaceAll('%3A', ':');
}
