// Every refusal: its code, its status, its sentence, and the case in which the hub gives it. The dialect
// of the row decides the form of the body.
import { own } from '../basics/records.ts';
import type { OciCode } from '../nouns/media-types.ts';
import { parseModelId } from '../nouns/model-id.ts';
import { registryRefusals } from './registry-refusals.ts';

/** A sentence with `{name}` in place of each value, or a function that makes it. It is one line, for a header too. */
type Sentence = string | ((values: never) => string);

interface RefusalKind {
  status: number;
  sentence: Sentence;
  /** Set for a refusal that only the registry gives: its code there. The answer has no `X-Error-Code`. */
  oci?: OciCode;
  /** True if the answer of the registry is plain text. */
  isText?: boolean;
}

/** Makes a kind of refusal. `when` says in which case the hub gives it, for the table of errors in the docs. */
const kind = <const S extends Sentence>(status: number, when: string, sentence: S) => ({ status, when, sentence });

interface MissingModel {
  id: string;
  /** The id of a model in the index that the caller probably meant. */
  better?: string | undefined;
  /** True if the owner is the first segment of one of the hub's own paths, so no model of this owner can exist. */
  reserved?: boolean;
}

export const refusals = {
  ReadOnly: kind(
    405,
    'the path was asked with another method',
    (
      asked:
        | { allow: string }
        | { unpinned: string }
        | { origin: string }
        | { clone: string | undefined; hub: string; origin: string },
    ) => {
      if ('clone' in asked && asked.clone === undefined)
        return `There is no git repository here, and the index has no such model to download. Look at ${asked.origin}.`;
      if ('clone' in asked)
        return `There is no git repository here: "HF_ENDPOINT=${asked.hub} hf download ${asked.clone}" fetches the model, or clone it from ${asked.origin}.`;
      if ('origin' in asked) return `This hub is read-only: write to ${asked.origin}, where its models come from.`;
      if ('unpinned' in asked) return `A pin takes only reads: send this to ${asked.unpinned}.`;
      return asked.allow === 'GET, HEAD'
        ? 'This route is read-only: use GET or HEAD.'
        : `Ask this route with ${anyOf(asked.allow)}.`;
    },
  ),
  BadParameter: kind(400, 'a query parameter is not what it must be', 'Bad "{name}": {fix}.'),
  BadPath: kind(
    400,
    'the path is not well encoded',
    'The path {fault}: send it percent-encoded once, without dot segments.',
  ),
  BadBody: kind(400, 'the body is not what it must be', "The body can't be used: {fix}."),
  BadRange: kind(416, 'the range lies outside', 'The range lies outside the {size} bytes there are: ask within them.'),
  BadRequest: kind(
    400,
    'the request is not well-formed, or its `Host` is no host',
    "The request can't be used: {fault}.",
  ),
  BadAddress: kind(
    400,
    'the path holds no object address',
    'An object address is "blake3:" and 64 lowercase hex digits.',
  ),
  RepoNotFound: kind(
    404,
    'the index lacks the model',
    (asked: MissingModel | { elsewhere: string; origin: string }) => {
      if ('elsewhere' in asked)
        return `This hub has models only: ${asked.elsewhere} are at ${asked.origin}, which tools ask when HF_ENDPOINT is not set.`;
      const { id, better, reserved } = asked;
      if (better) return `No model "${id}" in the index. Did you mean "${better}"?`;
      if (!parseModelId(id) && id.includes('/'))
        return `No model "${id}": an id is owner/name in letters, digits, ".", "_" and "-", and no part begins with "." or "-".`;
      if (!id.includes('/')) return `No model "${id}" in the index: ids are owner/name, see /api/models?search=.`;
      const none = `No model "${id}" in the index: see /api/models?search=.`;
      return reserved ? `${none} No owner can have that name.` : `${none} The name is noted for the next index run.`;
    },
  ),
  RevisionNotFound: kind(
    404,
    'the model is indexed at another revision',
    '"{id}" is indexed at one revision, {indexed}, and not at "{asked}": ask for "main".',
  ),
  EntryNotFound: kind(
    404,
    'the model has no such file or folder',
    '"{id}" has no "{path}" at the indexed revision: /api/models/{id}/tree/main lists what it has.',
  ),
  GatedRepo: kind(
    403,
    'the model’s origin gives it to signed-in people only',
    '"{id}" is gated at its origin: ask for access there. Only public models are served here.',
  ),
  Withdrawn: kind(
    451,
    'the operator withdrew the model: 451, or 410 where he chose that',
    ({ id, day, reason, until }: { id: string; day: string; reason: string; until?: string | undefined }) =>
      `"${id}" was withdrawn on ${day}${until === undefined ? '' : ` until ${until}`}: ${reason.replace(/\.$/, '')}.`,
  ),
  SourceHasNotGotIt: kind(
    404,
    'the source, or every source, lacks the file',
    ({ source, path, holders }: { source: string | undefined; path: string; holders: string[] }) => {
      if (source === undefined)
        return `No source of the index holds "${path}": look for a copy elsewhere, and check it by SHA256SUMS.`;
      const others = holders.length > 0 ? `These do: ${holders.join(', ')}.` : 'No source of the index does.';
      return `Source "${source}" does not hold "${path}". ${others}`;
    },
  ),
  UnknownSource: kind(404, 'there is no such source', 'No source "{source}": the sources are {known}.'),
  HashNotFound: kind(
    404,
    'no file of the index has the hash',
    'No file of the index has the SHA-256 {sha256}: hash the whole file, as sha256sum does.',
  ),
  ObjectNotFound: kind(
    404,
    'there is no object at the address',
    'No object at {address}: addresses are listed in the catalog.',
  ),
  Unauthorized: kind(401, 'a token is needed', 'Nobody is signed in here: every read is anonymous and needs no token.'),
  PublisherOnly: kind(
    401,
    'the publisher token is missing, or another',
    'Published objects are listed and added with the publisher token, as a Bearer token; reading one needs none.',
  ),
  NotSignedIn: kind(
    401,
    'no identity token was sent, or it is not one of this service',
    ({ fault }: { fault: string | undefined }) =>
      fault === undefined
        ? 'Nobody is signed in: send an identity token as "Authorization: Bearer TOKEN".'
        : `The identity token ${fault}: sign in again.`,
  ),
  SignInOff: kind(
    503,
    'the service has no sign-in key',
    'Nobody can sign in here: the service has no sign-in key. Everything else works without accounts.',
  ),
  SignInRefused: kind(
    400,
    'the identity provider gave no token for what the browser came back with',
    'Nobody is signed in: {fault}. Begin again from the account page.',
  ),
  ProviderAway: kind(
    503,
    'the identity provider can’t be asked',
    'The identity provider can not be asked just now: try again. Everything else works without accounts.',
  ),
  AccountsDown: kind(
    503,
    'the store of accounts can’t be reached',
    'The accounts can not be reached just now: try again. Everything else works without accounts.',
  ),
  SavedListFull: kind(
    409,
    'the saved list is full',
    'The saved list holds {limit} models and is full: remove one first.',
  ),
  RequestsFull: kind(
    409,
    'the account has asked for enough for now',
    '{limit} requests of this account are open, which is enough for now: ask again when one of them is met.',
  ),
  RateLimited: kind(
    429,
    'the account asks too much in a minute',
    (asked: { kind: 'reads' | 'writes'; limit: number } | { kind: 'instance' }) =>
      asked.kind === 'instance'
        ? 'Too much is asked at a time: wait as long as Retry-After says.'
        : `More than ${asked.limit} ${asked.kind} in a minute: wait as long as Retry-After says.`,
  ),
  NotAttested: kind(
    404,
    'the operator attests nothing',
    'The operator of this hub attests nothing: it has no key for that. SHA256SUMS has the hashes of every model.',
  ),
  NotFound: kind(
    404,
    'this deployment serves nothing there',
    (
      asked:
        | { path: string }
        | { path: string; method: string; allow: string }
        | { unpinned: string; allow: string }
        | { pinned: string },
    ) => {
      if ('unpinned' in asked) return `A pin takes only reads: send ${anyOf(asked.allow)} to ${asked.unpinned}.`;
      if ('pinned' in asked) return `A path takes one pin: ask for ${asked.pinned}.`;
      if ('method' in asked) return `Nothing answers ${asked.method} at ${asked.path}: use ${anyOf(asked.allow)}.`;
      const bytes = asked.path.replace(/^(\/[^/]+\/[^/]+)\/blob\//, '$1/resolve/');
      return `Nothing is served at ${asked.path}: ${bytes === asked.path ? 'see /llms.txt for what is' : `ask for ${bytes}`}.`;
    },
  ),
  WrongHost: kind(
    403,
    '`Host` names another service',
    'This hub goes by the name {own}: ask it by that, or let the operator add the name you use to HUB_HOSTS.',
  ),
  BadMessage: kind(
    400,
    'the body is no message of a revision that is spoken here, or its headers say something else',
    '{fault}',
  ),
  UnknownMethod: kind(404, 'the revision 2026-07-28 has no such method', '{fault}'),
  UnsupportedMediaType: kind(
    415,
    'the body is of another type',
    'The body is of another type: send {wanted}, and say so in Content-Type.',
  ),
  TooLarge: kind(413, 'the body is too large', 'The body is larger than {limit} bytes: send less at a time.'),
  UriTooLong: kind(414, 'the URL is too long', 'The URL is longer than {limit} bytes: shorten the query.'),
  UnknownCoding: kind(
    501,
    'the `Transfer-Encoding` is not `chunked`',
    'A body comes as it is or chunked: send no other Transfer-Encoding.',
  ),
  HeadersTooLarge: kind(431, 'the headers are too large', 'The headers are larger than {limit} bytes: send fewer.'),
  NoLog: kind(404, 'no log is kept here yet', 'This hub keeps no log yet: the operator runs "model-hub build".'),
  NoLogFile: kind(
    404,
    'the log has no such file',
    'The log has no "{path}": /log/checkpoint says how many leaves there are, and tiles have the paths of C2SP tlog-tiles.',
  ),
  NotLogged: kind(
    404,
    'the newest day of the log does not have the model yet',
    '"{id}" is not logged yet: the log has it with its next day, so ask again later.',
  ),
  LogBehind: kind(
    503,
    'index and log are of two days just now, between which the model changed',
    'The index and the log are not of the same day just now, and "{id}" differs between them: ask again in a moment.',
  ),
  LogExpired: kind(
    503,
    'the newest day of the log is too old',
    'The newest day of the log was good until {expires}, so it proves nothing: the operator runs "model-hub build".',
  ),
  Internal: kind(
    500,
    'the service failed',
    'The service failed at this request; the fault is ours and is in its log. Try again.',
  ),
  TreeAway: kind(
    503,
    'the folder, the bucket or the other hub that the answer is read from is away',
    (asked: { stores: true } | undefined) =>
      asked
        ? 'The object can not be stored just now, and nothing was stored: try again, or tell the operator to look after the disk.'
        : 'The place that holds this can not be read just now: try again.',
  ),
  SearchAway: kind(
    503,
    'the search index does not fit into the memory of this host',
    'The index is too large to be searched here: ask for a model by its id, which works as ever.',
  ),
  NotBuilt: kind(
    503,
    'no index is built yet',
    (values: { isOlder: true } | undefined) =>
      `${values ? 'The search index is one of another release' : 'No index is built yet'}: the operator runs "model-hub build".`,
  ),
} as const;

const kinds = { ...refusals, ...registryRefusals };
export type RefusalCode = keyof typeof kinds;

type NamesIn<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
/** The values that a sentence needs. */
type ValuesOf<S> = S extends (values: infer V) => string
  ? V
  : [NamesIn<S>] extends [never]
    ? undefined
    : { [N in NamesIn<S>]: string | number | readonly string[] };

/** Returns the facts that all refusals of this code share. */
export const refusalKind = (code: RefusalCode): RefusalKind => kinds[code];

/** A refusal that answers a request. */
export interface Refusal {
  refusal: RefusalCode;
  status: number;
  sentence: string;
  /** Additional headers of the answer: name, value, name, value. */
  headers: string[];
  /** The requested id if it is misspelt, and the right id in the index. */
  meant?: { asked: string; id: string };
}

/** Makes the refusal `code` with the values for its sentence. The answer also gets `headers`. */
export function refuse<C extends RefusalCode>(
  code: C,
  values: ValuesOf<(typeof kinds)[C]['sentence']>,
  headers: string[] = [],
): Refusal {
  const { status, sentence } = refusalKind(code);
  const text =
    typeof sentence === 'function'
      ? sentence(values as never)
      : sentence.replace(/\{(\w+)\}/g, (_, name: string) => [own(values as object, name)].flat().join(', '));
  return { refusal: code, status, sentence: oneLine(text), headers };
}

/** Makes the refusal of a query parameter. `fix` says what the caller should send instead. */
export const refuseParameter = (name: string, fix: string): Refusal => refuse('BadParameter', { name, fix });

/** True if `value` is a refusal. */
export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && (value as Partial<Refusal>).refusal !== undefined;
}

/** Returns the methods in an `Allow` with "or" before the last one. */
const anyOf = (allow: string) => allow.replace(/, (?=\w+$)/, ' or ');

/** Makes one short line of printable ASCII for a header. Percent-encodes all other characters. */
function oneLine(sentence: string): string {
  const line = sentence.toWellFormed().replace(/[^\x20-\x7e]/gu, encodeURIComponent);
  return line.length <= 700 ? line : `${line.slice(0, 500)} ... ${line.slice(-150)}`;
}
