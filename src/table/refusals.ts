// Every no the service gives: code, status and the sentence that names the fix. The row's dialect decides the body.
import { parseModelId } from '../nouns/model-id.ts';

interface Kind<V> {
  status: number;
  /** One line of text; must hold no line break, since it stands in a header too. */
  sentence: (values: V) => string;
}

interface MissingModel {
  id: string;
  /** The id of the index that was meant. */
  better?: string | undefined;
  /** True: the owner is a first segment of ours, so the model will never be there. */
  reserved?: boolean;
}

const kind = <V = void>(status: number, sentence: (values: V) => string): Kind<V> => ({ status, sentence });

export const refusals = {
  ReadOnly: kind(
    405,
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
      if ('unpinned' in asked) return `Only reads stand behind a pin: send this to ${asked.unpinned}.`;
      return asked.allow === 'GET, HEAD'
        ? 'This route is read-only: use GET or HEAD.'
        : `Ask this route with ${asked.allow.replace(/, (?=\w+$)/, ' or ')}.`;
    },
  ),
  BadParameter: kind(400, ({ name, fix }: { name: string; fix: string }) => `Bad "${name}": ${fix}.`),
  BadPath: kind(
    400,
    ({ fault }: { fault: string }) => `The path ${fault}: send it percent-encoded once, without dot segments.`,
  ),
  BadBody: kind(400, ({ fix }: { fix: string }) => `The body can't be used: ${fix}.`),
  BadRange: kind(
    416,
    ({ size }: { size: number }) => `The range lies outside the ${size} bytes there are: ask within them.`,
  ),
  BadRequest: kind(400, ({ fault }: { fault: string }) => `The request can't be used: ${fault}.`),
  BadAddress: kind(400, () => 'An object address is "blake3:" and 64 lowercase hex digits.'),
  RepoNotFound: kind(404, (asked: MissingModel | { elsewhere: string; origin: string }) => {
    if ('elsewhere' in asked)
      return `This hub has models only: ${asked.elsewhere} are at ${asked.origin}, which tools ask when HF_ENDPOINT is not set.`;
    const { id, better, reserved } = asked;
    if (better) return `No model "${id}" in the index. Did you mean "${better}"?`;
    if (!parseModelId(id) && id.includes('/'))
      return `No model "${id}": an id is owner/name in letters, digits, ".", "_" and "-", and no part begins with "." or "-".`;
    if (!id.includes('/')) return `No model "${id}" in the index: ids are owner/name, see /api/models?search=.`;
    const none = `No model "${id}" in the index: see /api/models?search=.`;
    return reserved ? `${none} No owner can have that name.` : `${none} The name is noted for the next index run.`;
  }),
  RevisionNotFound: kind(
    404,
    ({ id, asked, indexed }: { id: string; asked: string; indexed: string }) =>
      `"${id}" is indexed at one revision, ${indexed}; "${asked}" is not it: ask for "main".`,
  ),
  EntryNotFound: kind(
    404,
    ({ id, path }: { id: string; path: string }) =>
      `"${id}" has no "${path}" at the indexed revision: /api/models/${id}/tree/main lists what it has.`,
  ),
  GatedRepo: kind(
    403,
    ({ id }: { id: string }) =>
      `"${id}" is gated at its origin: ask for access there. Only public models are served here.`,
  ),
  SourceHasNotGotIt: kind(
    404,
    ({ source, path, holders }: { source: string | undefined; path: string; holders: string[] }) => {
      if (source === undefined)
        return `No source of the index holds "${path}": look for a copy elsewhere, and check it by SHA256SUMS.`;
      const others = holders.length > 0 ? `These do: ${holders.join(', ')}.` : 'No source of the index does.';
      return `Source "${source}" does not hold "${path}". ${others}`;
    },
  ),
  UnknownSource: kind(
    404,
    ({ source, known }: { source: string; known: string[] }) =>
      `No source "${source}": the sources are ${known.join(', ')}.`,
  ),
  HashNotFound: kind(
    404,
    ({ sha256 }: { sha256: string }) =>
      `No file of the index has the SHA-256 ${sha256}: hash the whole file, as sha256sum does.`,
  ),
  ObjectNotFound: kind(
    404,
    ({ address }: { address: string }) => `No object at ${address}: addresses are listed in the catalog.`,
  ),
  Unauthorized: kind(401, () => 'Nobody is signed in here: every read is anonymous and needs no token.'),
  PublisherOnly: kind(
    401,
    () => 'Published objects are listed and added with the publisher token, as a Bearer token; reading one needs none.',
  ),
  NotSignedIn: kind(401, ({ fault }: { fault: string | undefined }) =>
    fault === undefined
      ? 'Nobody is signed in: send an identity token as "Authorization: Bearer TOKEN".'
      : `The identity token ${fault}: sign in again.`,
  ),
  SignInOff: kind(503, () => 'Nobody can sign in here: the service has no sign-in key. Everything else works without.'),
  SignInRefused: kind(
    400,
    ({ fault }: { fault: string }) => `Nobody is signed in: ${fault}. Begin again from the account page.`,
  ),
  ProviderAway: kind(
    503,
    () => 'The identity provider can not be asked just now: try again. Everything else works without.',
  ),
  AccountsDown: kind(503, () => 'The accounts can not be reached just now: try again. Everything else works without.'),
  SavedListFull: kind(
    409,
    ({ limit }: { limit: number }) => `The saved list holds ${limit} models and is full: remove one first.`,
  ),
  RequestsFull: kind(
    409,
    ({ limit }: { limit: number }) =>
      `${limit} requests of this account are open, which is enough for now: ask again when one of them is met.`,
  ),
  RateLimited: kind(429, (asked: { kind: 'reads' | 'writes'; limit: number } | { kind: 'instance' }) =>
    asked.kind === 'instance'
      ? 'Too much is asked at a time: wait as long as Retry-After says.'
      : `More than ${asked.limit} ${asked.kind} in a minute: wait as long as Retry-After says.`,
  ),
  NotAttested: kind(
    404,
    () => 'The operator of this hub attests nothing: it has no key for that. SHA256SUMS has the hashes of every model.',
  ),
  NotFound: kind(404, (asked: { path: string } | { unpinned: string }) =>
    'unpinned' in asked
      ? `Only reads stand behind a pin: send this to ${asked.unpinned}.`
      : `Nothing is served at ${asked.path}: see /llms.txt for what is.`,
  ),
  WrongHost: kind(
    403,
    ({ own }: { own: string }) =>
      `This hub goes by the name ${own}: ask it by that, or let the operator add the name you use to HUB_HOSTS.`,
  ),
  BadMessage: kind(400, ({ fault }: { fault: string }) => fault),
  UnknownMethod: kind(
    404,
    ({ method }: { method: string }) => `There is no method "${method}" in this revision: tools/list lists the tools.`,
  ),
  UnsupportedMediaType: kind(
    415,
    ({ wanted }: { wanted: string }) => `The body is of another type: send ${wanted}, and say so in Content-Type.`,
  ),
  TooLarge: kind(413, ({ limit }: { limit: number }) => `The body is larger than ${limit} bytes: send less at a time.`),
  UriTooLong: kind(414, ({ limit }: { limit: number }) => `The URL is longer than ${limit} bytes: shorten the query.`),
  UnknownCoding: kind(501, () => 'A body comes as it is or chunked: send no other Transfer-Encoding.'),
  HeadersTooLarge: kind(
    431,
    ({ limit }: { limit: number }) => `The headers are larger than ${limit} bytes: send fewer.`,
  ),
  NoLog: kind(404, () => 'This hub keeps no log yet: the operator runs "model-hub build".'),
  NoLogFile: kind(
    404,
    ({ path }: { path: string }) =>
      `The log has no "${path}": /log/checkpoint says how many leaves there are, and tiles have the paths of C2SP tlog-tiles.`,
  ),
  NotLogged: kind(
    404,
    ({ id }: { id: string }) => `"${id}" is not logged yet: the log has it with its next day, so ask again later.`,
  ),
  LogBehind: kind(
    503,
    ({ id }: { id: string }) =>
      `The index and the log are not of the same day just now, and "${id}" differs between them: ask again in a moment.`,
  ),
  LogExpired: kind(
    503,
    ({ expires }: { expires: string }) =>
      `The newest day of the log was good until ${expires}, so it proves nothing: the operator runs "model-hub build".`,
  ),
  Internal: kind(500, () => 'The service failed at this request; the fault is ours and is in its log. Try again.'),
  Unreachable: kind(502, () => 'The part of the service that answers this is out of reach just now: try again.'),
  TreeAway: kind(503, (asked: { stores: true } | undefined) =>
    asked
      ? 'The object can not be stored just now, and nothing of it was: try again, or tell the operator to look after the disk.'
      : 'What is asked for can not be read just now where it is kept: try again.',
  ),
  NotBuilt: kind(503, () => 'No index is built yet: the operator runs "model-hub build".'),
} as const;

export type RefusalCode = keyof typeof refusals;
type ValuesOf<C extends RefusalCode> = Parameters<(typeof refusals)[C]['sentence']>[0];

/** A no we meant to give. */
export interface Refusal {
  refusal: RefusalCode;
  status: number;
  sentence: string;
  /** Further headers of the answer: name, value, name, value. */
  headers: string[];
  /** The id that was asked for, and the one of the index that it is another spelling of. */
  meant?: { asked: string; id: string };
}

/** Makes the refusal `code` from what its sentence needs; `headers` are added to the answer. */
export function refuse<C extends RefusalCode>(code: C, values: ValuesOf<C>, headers: string[] = []): Refusal {
  const { status, sentence } = refusals[code] as Kind<ValuesOf<C>>;
  return { refusal: code, status, sentence: oneLine(sentence(values)), headers };
}

/** True when `value` is a refusal. */
export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refusal' in value;
}

/** Printable ASCII on one short line, so that the sentence can stand in a header: anything else is percent-encoded. */
function oneLine(sentence: string): string {
  const line = sentence.toWellFormed().replace(/[^\x20-\x7e]/gu, encodeURIComponent);
  return line.length <= 700 ? line : `${line.slice(0, 500)} ... ${line.slice(-150)}`;
}
