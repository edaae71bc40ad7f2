// The rows of the route table: a pattern and its facts. Params, links and matches are derived from rows.
import { own } from '../basics/records.ts';
import type { ShapeName } from '../shapes/components.ts';
import type { CACHE_CONTROL, REPRESENTATION_TYPES } from './headers.ts';
import type { RefusalCode } from './refusals.ts';

/**
 * The time at which an answer is made. The build makes a `built` answer once a day, and the hub makes a `live` answer
 * on request. A `refused` row has no answer but a refusal, which says why.
 */
export type When = 'built' | 'live' | 'refused';

/** The dialect of a row, which decides the form of a refusal's body (decision 0018). */
export type Dialect = 'hub' | 'objects' | 'plain' | 'page' | 'oci' | 'account' | 'mcp';

export type Representation = keyof typeof REPRESENTATION_TYPES;

/** The file for each representation. */
type Files = Readonly<Partial<Record<Representation, string>>>;

/** A JSON schema. */
export type Schema = { readonly [keyword: string]: unknown };

/** A JSON schema, or the name of a schema in `src/shapes`. */
export type Shape = ShapeName | Schema;

/** A parameter: its schema with a `description`. An example is the first of `examples`. */
export type Parameters = Readonly<Record<string, Schema & { description: string }>>;

/** The chapters of the API description, with a sentence about each. */
export const chapters = {
  Models: 'Find models and list their files, in the words of the public model hub.',
  Files: 'From a file’s name to a live source of its bytes, and the SHA-256 that they must have.',
  Registry: 'The same models as OCI repositories, for registry tools and local runners.',
  Objects:
    'The index itself, catalog, model and source objects, and what was published: all named by their own BLAKE3.',
  Log: 'The transparency log: what this hub says of models, signed and kept where it can’t be taken back, and the proofs of it.',
  Agents: 'The index as tools of the Model Context Protocol.',
  Accounts: 'A saved list, requests for models, and an interest in publishing. Signing in unlocks no extra reads.',
  Health: 'Whether the service answers, and what it last found of every byte source.',
  Documentation: 'The pages as Markdown, and the programs that are handed out.',
  Discovery:
    'Where everything is: the descriptor, the briefs, this description. Start here when only the address is known.',
} as const;

type Chapter = keyof typeof chapters;

/** A successful answer. */
export interface Success {
  /** Describes the answer as Markdown; by default the row's summary. */
  is?: string;
  /** The schema of the body by media type; by default the row's media type with its `shape`. `{}` means no body. */
  content?: Readonly<Record<string, Shape>>;
  /** Headers besides those that the row implies. */
  headers?: readonly string[];
}

/** The words of a row, or of one of its methods, for the API description. */
export interface Operation {
  /** The id of the operation, a verb and a noun; by default `get` and the name of the row. */
  id?: string;
  /** Says what the operation is for and what callers should know. It is one paragraph of Markdown. */
  why?: string;
  query?: Parameters;
  /** The request headers that the operation reads. */
  sent?: Parameters;
  /** The token that the operation requires; absent if callers are anonymous. */
  token?: 'publisherToken' | 'identityToken';
  /** A token that the operation accepts, but does not require. */
  welcome?: 'registryToken';
  /** The body: its schema by media type, and an example of the first type. */
  request?: { description: string; optional?: true; content: Readonly<Record<string, Shape>>; example: unknown };
  /** The schema of JSON answers; absent if the row has none. */
  shape?: Shape;
  /** The answers by status; by default 200 alone. A 304 and a 206 follow from the row. */
  answers?: Readonly<Record<number, Success>>;
  /** The refusals besides those that follow from the row. */
  refusals?: readonly RefusalCode[];
}

/** The words of a row: those of its first method, and which chapter of the API description they are in. */
interface Words extends Operation {
  chapter?: Chapter;
  /** True for a live row whose answers have an `ETag`, although neither cache life nor forms imply it. */
  tagged?: true;
  /** The id of the row's operation below `/via/{source}`, and what it is for. */
  pinned?: { id: string; why: string };
  /** The row's other methods. */
  also?: Readonly<Partial<Record<'POST' | 'PATCH' | 'DELETE', Operation>>>;
}

interface RowFacts extends Words {
  dialect: Dialect;
  /** A description of the row in one line, for the API description. */
  summary: string;
  /** The time for which the answer may be cached. */
  cache: keyof typeof CACHE_CONTROL;
  /** The methods that the row answers; by default GET and HEAD, and those in `also`. */
  methods?: readonly string[];
  /**
   * True if a request with another method gets a plain text which says that nothing exists there. Other rows refuse
   * the method, because the path is read-only.
   */
  hidesMethods?: true;
  /** The content type of the answer. */
  type?: string;
  /**
   * The path of the answer among the files of a tree and of an export, with the params of the pattern. A row with
   * several representations has a path for each. The default is the path of the address itself (see `ownFile`). Several
   * rows may have the same file.
   */
  file?: string | Files;
  /**
   * The pack of the tree that has the file; it may contain params. The default is the pack of the model, or the pack of
   * the documents.
   */
  pack?: string;
  /** True for the listing of a folder, of which `recursive` chooses one of three files (see `listingVariant`). */
  listing?: true;
  /**
   * The representations of a document. A caller who names no representation gets the last. `html` is a page of the
   * website.
   */
  as?: readonly Representation[];
  /**
   * The headers that every answer of the row has and that no other fact implies, such as `Link`: name, value, name,
   * value. A value may contain params of the pattern, and `{self}` for the path of the answer (see `headersOf`).
   */
  headers?: readonly string[];
  /** The facts that differ for an answer whose address contains its hash, so that it never changes. */
  hashed?: Pick<RowFacts, 'cache' | 'headers'>;
  /** True if the row exists only at the address of apps, provided that apps have one (`spacesUrl`). */
  apart?: true;
  /** True if a POST to the row only reads. Clients of some protocols send such requests. */
  postReads?: true;
  /** True if the row answers a single byte range. */
  ranges?: true;
  /** The thing that clients look for at a refused row, and that this hub does not have. */
  refuses?: 'datasets' | 'Spaces' | 'writes' | 'git' | 'identity';
  /**
   * True if callers must name this hub in `Host`. Otherwise scripts of any origin could send requests (DNS rebinding).
   */
  ownHost?: true;
  /**
   * True if only a hub with an attestation key answers the row. No tree has its file, and an export has it only with
   * such a key.
   */
  attested?: true;
  /** The path of the row's page at the website; the row's own by default. */
  page?: string;
  /** True for a page without live facts: the build makes it, and the hub sends it as a file unless there is a query. */
  ahead?: true;
  /** True if the hub answers the row even if no tree is built yet. */
  treeless?: true;
  /**
   * True for a row whose addresses people type as they know them from the public hub. The hub answers only reads there,
   * and only for owners that models can have.
   */
  typed?: true;
  /** True if the build writes compressed forms (.br and .gz) with each answer that is not too small. */
  compressed?: true;
  /** True if the file lacks the day's figures, such as downloads. The hub inserts them before it answers. */
  figures?: true;
}

export interface Row<P extends string = string, W extends When = When> extends RowFacts {
  pattern: P;
  when: W;
}

/** Keeps `as` in the type of a row, so that the type shows which rows are documents. */
type Documented = Pick<RowFacts, 'as'>;

/** Puts rows into a chapter, unless they name one of their own. */
export const chapter = <const R extends Record<string, Row>>(chapter: Chapter, rows: R): R =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { chapter, ...row }])) as R;

/** The methods that a row has by default. */
export const READ: readonly string[] = ['GET', 'HEAD'];

/** Makes a row whose answers the build writes. */
export const built = <const P extends string, const D extends Documented>(
  pattern: P,
  facts: RowFacts & D,
): Row<P, 'built'> & Pick<D, 'as'> & { file: string | Files } => ({
  file: ownFile(pattern),
  pack: packOf(pattern),
  ...facts,
  pattern,
  when: 'built',
});

/**
 * Makes a row whose answers the hub makes on request. A row with a `file` gives the same answer to every plain request,
 * so an export can have the answer as a file. `true` means the file at the row's own address.
 */
export const live = <const P extends string, const D extends Documented>(
  pattern: P,
  { file, ...facts }: Omit<RowFacts, 'file'> & D & { file?: string | Files | true },
): Row<P, 'live'> & Pick<D, 'as'> => ({
  pack: packOf(pattern),
  ...(facts.also && { methods: [...READ, ...Object.keys(facts.also)] }),
  ...(facts as unknown as RowFacts & D),
  ...(file !== undefined && { file: file === true ? ownFile(pattern) : file }),
  pattern,
  when: 'live',
});

/**
 * Returns the path at which a plain file server looks for a pattern. `{revision}` is `main`, and a folder has an
 * `index.html`.
 */
export function ownFile(pattern: string): string {
  return pattern
    .slice(1)
    .replace('{revision}', 'main')
    .replace(/(^|\/)$/, '$1index.html');
}

/**
 * Returns the path in an export of an answer in a model's pack, which may be a template. The listings of a model lie
 * beside each other, since a folder for each would hold one file. Returns undefined for an answer that an export lacks:
 * the listing of all files tells what a listing of some folder tells.
 */
export function exportedFile(file: string): string | undefined {
  const [, model, kind, rest] = /^(api\/models\/[^/]+\/[^/]+\/)(tree|treesize)\/main\/(.*)$/.exec(file) ?? [];
  if (model === undefined) return file;
  return rest === 'index.json' ? `${model}${kind}.json` : undefined;
}

const packOf = (pattern: string) => (pattern.includes('{owner}/{name}') ? 'models/{owner}/{name}' : 'documents');

/**
 * Returns the path of a row's file, with the values of its params, unencoded. `as` is the representation, if the row
 * has several. Throws if the row has no file, which means that only a function answers it.
 */
export function fileOf(row: Row, params: object, as?: Representation): string {
  const file = typeof row.file === 'object' ? row.file[as!] : row.file;
  if (file === undefined) throw new Error(`the answer of ${row.pattern} as ${as} is no file`);
  return filled(file, params);
}

/** A private folder of an export. No path in it is the address of an answer. */
export const OWN_FOLDER = '.export';

/** Returns the path of a row's file in a tree: the file's pack, and its name in the pack. */
export function treePath(row: Row, params: object, as?: Representation): string {
  return `${filled(row.pack!, params)}/${fileOf(row, params, as)}`;
}

/**
 * Returns the headers of a row with the values of their params, unencoded. Returns the row's own array if the headers
 * have no params.
 */
export function headersOf({ headers = [] }: Row, params: object): readonly string[] {
  return headers.some((text) => text.includes('{')) ? headers.map((text) => filled(text, params)) : headers;
}

function filled(template: string, params: object): string {
  let path = '';
  // The folder in the path of a model's root is empty, and must not add a second slash.
  for (const { before, name } of partsOf(template))
    path +=
      (path.endsWith('/') && before.startsWith('/') ? before.slice(1) : before) +
      (own(params as Record<string, string>, name) ?? '');
  return path;
}

/**
 * Makes a row that has only a refusal. The public hub answers at the row's path, and the refusal says why this hub does
 * not.
 */
export const refused = <const P extends string>(
  pattern: P,
  facts: Pick<RowFacts, 'dialect' | 'summary'> & Required<Pick<RowFacts, 'refuses'>>,
): Row<P, 'refused'> => ({ ...facts, pattern, when: 'refused', cache: 'no-store', treeless: true });

/** True if a request with `method` only reads this row, so that `/via/{source}` may come before its path. */
export const readsBy = ({ methods = READ, postReads }: Row, method: string): boolean =>
  methods.includes(method) && (postReads === true || READ.includes(method));

/**
 * True for a row of the hub dialect or of the website that names a model. Clients of such rows follow a redirect to the
 * right spelling of the id.
 */
export const namesModel = ({ pattern, dialect, typed }: Row): boolean =>
  (dialect === 'hub' || dialect === 'page') && !typed && /\{owner\}\/\{name\}(?:\/|$)/.test(pattern);

/** True for a row with a page that the website makes on request. */
const isLivePage = ({ when, type, as }: Row): boolean =>
  when === 'live' && (type?.startsWith('text/html') || as?.includes('html')) === true;

/** True if the answers of the row may have compressed forms. All documents and pages may. */
export function hasForms(row: Row): boolean {
  return row.compressed === true || row.as !== undefined || isLivePage(row);
}

/** Lists the request headers that decide between forms of an answer, for `Vary`. */
export function variesBy(row: Row): string[] {
  const isNegotiated = (row.as?.length ?? 0) > 1 || isLivePage(row);
  return [...(isNegotiated ? ['Accept'] : []), ...(hasForms(row) ? ['Accept-Encoding'] : [])];
}

/** Returns the row for an answer whose address contains its hash. */
export const hashedRow = ({ hashed, ...row }: Row): Row => ({ ...row, ...hashed });

type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The params of a pattern by name. A `{path...}` param may contain slashes. */
export type ParamsOf<P extends string> = { [K in NamesIn<P> as K extends `${infer Name}...` ? Name : K]: string };

/**
 * Returns the path of a row with the values of its params, percent-encoded. Slashes stay in a `{path...}` param, and
 * are encoded in any other.
 */
export function href<P extends string>(
  row: { pattern: P },
  ...[values]: object extends ParamsOf<P> ? [values?: object] : [values: ParamsOf<P>]
): string {
  let path = '';
  for (const { before, name, rest } of partsOf(row.pattern)) {
    const value = own((values ?? {}) as Record<string, string>, name) ?? '';
    path += before + (rest ? value.split('/').map(encodeSegment).join('/') : encodeSegment(value));
  }
  return path;
}

/**
 * Returns the path of a row with the params in `known`. All others stay in braces, without the dots of `{path...}`, as
 * in a URI template.
 */
export function templateOf(row: { pattern: string }, known: Record<string, string> = {}): string {
  return row.pattern.replace(/\{(\w+)(?:\.\.\.)?\}/g, (_, name: string) => own(known, name) ?? `{${name}}`);
}

/** A param of a pattern, with the text before it. The last part has no param. */
interface Part {
  before: string;
  name: string;
  rest: boolean;
}

/** A cache of parsed patterns, because a page has dozens of links, and a build makes a page for every model. */
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

/** Percent-encodes a segment of a path. The colon in an object's address stays, as RFC 3986 3.3 allows. */
function encodeSegment(text: string): string {
  if (/^[\w.-]*$/.test(text)) return text;
  return encodeURIComponent(text).replaceAll('%3A', ':');
}
