// When each refusal is given, in a phrase, and one real sentence of each.
import { MAX_URL } from '../../basics/limits.ts';
import { refuseOci } from '../../dialects/oci/registry/refusals.ts';
import { type RefusalCode, refuse } from '../../table/refusals.ts';
import type { Exhibit } from '../examples/exhibit.ts';

type RefusalValues<C extends RefusalCode> = Parameters<typeof refuse<C>>[1];
export type RegistryRefusal = Parameters<typeof refuseOci>[0];
type RegistryValues<N extends RegistryRefusal> = Parameters<typeof refuseOci<N>>[1];

interface Words<V> {
  /** When it is given. */
  when: string;
  /** What its sentence needs, of the model that is shown. */
  sample: (shown: Exhibit, tokens: string[]) => V;
}

const MISSING = 'no-such-file.bin';
const nobody = { id: 'nobody/has-this' };
const zeros = '0'.repeat(64);

const words: { [C in RefusalCode]: Words<RefusalValues<C>> } = {
  ReadOnly: { when: 'the path was asked with another method', sample: () => ({ allow: 'GET, HEAD' }) },
  BadParameter: {
    when: 'a query parameter is not what it must be',
    sample: () => ({ name: 'parameter', fix: 'give it once' }),
  },
  BadPath: { when: 'the path is not well encoded', sample: () => ({ fault: 'has a broken percent-encoding' }) },
  BadBody: {
    when: 'the body is not what it must be',
    sample: () => ({ fix: 'send {"paths": ["a", "b"], "expand": false} or a form with paths=a&paths=b' }),
  },
  BadRange: { when: 'the range lies outside', sample: ({ sumsBytes }) => ({ size: sumsBytes }) },
  BadRequest: {
    when: 'the request is not well-formed, or its `Host` is no host',
    sample: () => ({ fault: 'it has more than one Host header' }),
  },
  BadAddress: { when: 'the path holds no object address', sample: () => undefined },
  RepoNotFound: { when: 'the index lacks the model', sample: () => nobody },
  RevisionNotFound: {
    when: 'the model is indexed at another revision',
    sample: ({ id, revision }) => ({ id, asked: 'v9', indexed: revision }),
  },
  EntryNotFound: {
    when: 'the model has no such file or folder',
    sample: ({ id }) => ({ id, path: MISSING }),
  },
  GatedRepo: {
    when: 'the model’s origin gives it to signed-in people only',
    sample: ({ gated }) => ({ id: gated }),
  },
  SourceHasNotGotIt: {
    when: 'the source, or every source, lacks the file',
    sample: ({ path, holders }, tokens) => {
      const source = tokens.find((token) => !holders.includes(token));
      return { source, path, holders: source ? [...holders] : [] };
    },
  },
  UnknownSource: { when: 'there is no such source', sample: (_, tokens) => ({ source: 'elsewhere', known: tokens }) },
  HashNotFound: { when: 'no file of the index has the hash', sample: () => ({ sha256: zeros }) },
  ObjectNotFound: { when: 'there is no object at the address', sample: () => ({ address: `blake3:${zeros}` }) },
  Unauthorized: { when: 'a token is needed', sample: () => undefined },
  PublisherOnly: { when: 'the publisher token is missing, or another', sample: () => undefined },
  NotSignedIn: {
    when: 'no identity token was sent, or it is not one of this service',
    sample: () => ({ fault: 'is not one of this service' }),
  },
  SignInOff: { when: 'the service has no sign-in key', sample: () => undefined },
  SignInRefused: {
    when: 'the identity provider gave no token for what the browser came back with',
    sample: () => ({ fault: 'the provider did not take the code (invalid_grant)' }),
  },
  ProviderAway: { when: 'the identity provider can’t be asked', sample: () => undefined },
  AccountsDown: { when: 'the store of accounts can’t be reached', sample: () => undefined },
  SavedListFull: { when: 'the saved list is full', sample: () => ({ limit: 500 }) },
  RequestsFull: { when: 'the account has asked for enough for now', sample: () => ({ limit: 50 }) },
  RateLimited: { when: 'the account asks too much in a minute', sample: () => ({ kind: 'writes', limit: 60 }) },
  NotAttested: { when: 'the operator attests nothing', sample: () => undefined },
  NotFound: { when: 'this deployment serves nothing there', sample: () => ({ path: '/nothing' }) },
  WrongHost: { when: '`Host` names another service', sample: () => ({ own: 'hub.example' }) },
  BadMessage: {
    when: 'the body is no message of a revision that is spoken here, or its headers say something else',
    sample: () => ({ fault: 'The body is not JSON in UTF-8.' }),
  },
  UnknownMethod: { when: 'the revision 2026-07-28 has no such method', sample: () => ({ method: 'ping' }) },
  UnsupportedMediaType: {
    when: 'the body is of another type',
    sample: () => ({ wanted: 'application/json' }),
  },
  TooLarge: { when: 'the body is too large', sample: () => ({ limit: 65536 }) },
  UriTooLong: { when: 'the URL is too long', sample: () => ({ limit: MAX_URL }) },
  UnknownCoding: { when: 'the `Transfer-Encoding` is not `chunked`', sample: () => undefined },
  HeadersTooLarge: { when: 'the headers are too large', sample: () => ({ limit: 16384 }) },
  Internal: { when: 'the service failed', sample: () => undefined },
  Unreachable: { when: 'a web server stands in front and can’t reach the service', sample: () => undefined },
  TreeAway: {
    when: 'the folder, the bucket or the other hub that the answer is read from is away',
    sample: () => undefined,
  },
  NoLog: { when: 'no log is kept here yet', sample: () => undefined },
  NoLogFile: { when: 'the log has no such file', sample: () => ({ path: 'tile/0/999' }) },
  NotLogged: { when: 'the newest day of the log does not have the model yet', sample: ({ id }) => ({ id }) },
  LogBehind: {
    when: 'index and log are of two days just now, between which the model changed',
    sample: ({ id }) => ({ id }),
  },
  LogExpired: { when: 'the newest day of the log is too old', sample: () => ({ expires: '2026-11-27T00:00:00Z' }) },
  NotBuilt: { when: 'no index is built yet', sample: () => undefined },
};

const registryWords: { [N in RegistryRefusal]: Words<RegistryValues<N>> } = {
  NameInvalid: { when: 'the name can’t be a repository’s', sample: () => ({ name: 'owner/...' }) },
  NameUnknown: { when: 'there is no such repository', sample: () => ({ name: nobody.id }) },
  TagUnknown: {
    when: 'the repository has no such tag',
    sample: ({ id, tags }) => ({ name: id.toLowerCase(), tag: 'v9', tags: [...tags] }),
  },
  ManifestUnknown: {
    when: 'the repository has no such manifest',
    sample: ({ id }) => ({ name: id.toLowerCase(), reference: `sha256:${zeros}` }),
  },
  NoGguf: {
    when: 'the model has no GGUF file there',
    sample: ({ id }) => ({ name: id.toLowerCase(), tag: 'latest' }),
  },
  ShardedOnly: {
    when: 'Docker’s manifest was asked for, and the model has this GGUF only in several files',
    sample: ({ id }) => ({ name: id.toLowerCase(), tag: 'F16' }),
  },
  ShardedTag: {
    when: 'the tag means a GGUF in several files',
    sample: ({ id }) => ({ name: id.toLowerCase(), tag: 'F16' }),
  },
  BlobUnknown: {
    when: 'the repository has no such blob',
    sample: ({ id }) => ({ name: id.toLowerCase(), digest: `sha256:${zeros}` }),
  },
  DigestInvalid: { when: 'the digest is none', sample: () => undefined },
  TokenNeeded: {
    when: 'the path was asked with another method, without the registry token',
    sample: () => undefined,
  },
  ReadOnly: {
    when: 'the path was asked with another method, by a holder of the registry token',
    sample: () => undefined,
  },
};

/** When the refusal is given. */
export function whenRefused(code: RefusalCode): string {
  return words[code].when;
}

/** One refusal of this kind, as the hub would give it. */
export function sampleRefusal<C extends RefusalCode>(code: C, shown: Exhibit, tokens: string[]) {
  return refuse(code, words[code].sample(shown, tokens));
}

/** When the registry refuses so. */
export function whenRegistryRefuses(name: RegistryRefusal): string {
  return registryWords[name].when;
}

/** One refusal of the registry of this kind. */
export function sampleRegistryRefusal<N extends RegistryRefusal>(name: N, shown: Exhibit) {
  return refuseOci(name, registryWords[name].sample(shown, []));
}
