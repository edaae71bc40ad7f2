// One real sentence of each refusal; `table/refusals.ts` says when each is given, and this file when the registry's are.
import { MAX_URL } from '../../basics/limits.ts';
import { refuseOci } from '../../dialects/oci/registry/refusals.ts';
import { type RefusalCode, refuse } from '../../table/refusals.ts';
import type { ShownAnswers } from '../examples/shown-answers.ts';

type RefusalValues<C extends RefusalCode> = Parameters<typeof refuse<C>>[1];
export type RegistryRefusal = Parameters<typeof refuseOci>[0];
type RegistryValues<N extends RegistryRefusal> = Parameters<typeof refuseOci<N>>[1];

/** Makes the values of a refusal's sentence, from the model that is shown. */
type Sample<V> = (shown: ShownAnswers, tokens: string[]) => V;

interface Words<V> {
  /** When it is given. */
  when: string;
  sample: Sample<V>;
}

const MISSING = 'no-such-file.bin';
const nobody = { id: 'nobody/has-this' };
const zeros = '0'.repeat(64);

const samples: { [C in RefusalCode]: Sample<RefusalValues<C>> } = {
  ReadOnly: () => ({ allow: 'GET, HEAD' }),
  BadParameter: () => ({ name: 'parameter', fix: 'give it once' }),
  BadPath: () => ({ fault: 'has a broken percent-encoding' }),
  BadBody: () => ({ fix: 'send {"paths": ["a", "b"], "expand": false} or a form with paths=a&paths=b' }),
  BadRange: ({ sumsBytes }) => ({ size: sumsBytes }),
  BadRequest: () => ({ fault: 'it has more than one Host header' }),
  BadAddress: () => undefined,
  RepoNotFound: () => nobody,
  RevisionNotFound: ({ id, revision }) => ({ id, asked: 'v9', indexed: revision }),
  EntryNotFound: ({ id }) => ({ id, path: MISSING }),
  GatedRepo: ({ gated }) => ({ id: gated }),
  Withdrawn: () => ({ id: 'owner/withdrawn-model', day: '2026-11-25', reason: 'a court order' }),
  SourceHasNotGotIt: ({ path, holders }, tokens) => {
    const source = tokens.find((token) => !holders.includes(token));
    return { source, path, holders: source ? [...holders] : [] };
  },
  UnknownSource: (_, tokens) => ({ source: 'elsewhere', known: tokens }),
  HashNotFound: () => ({ sha256: zeros }),
  ObjectNotFound: () => ({ address: `blake3:${zeros}` }),
  Unauthorized: () => undefined,
  PublisherOnly: () => undefined,
  NotSignedIn: () => ({ fault: 'is not one of this service' }),
  SignInOff: () => undefined,
  SignInRefused: () => ({ fault: 'the provider did not take the code (invalid_grant)' }),
  ProviderAway: () => undefined,
  AccountsDown: () => undefined,
  SavedListFull: () => ({ limit: 500 }),
  RequestsFull: () => ({ limit: 50 }),
  RateLimited: () => ({ kind: 'writes', limit: 60 }),
  NotAttested: () => undefined,
  NotFound: () => ({ path: '/nothing' }),
  WrongHost: () => ({ own: 'hub.example' }),
  BadMessage: () => ({ fault: 'The body is not JSON in UTF-8.' }),
  UnknownMethod: () => ({ method: 'ping' }),
  UnsupportedMediaType: () => ({ wanted: 'application/json' }),
  TooLarge: () => ({ limit: 65536 }),
  UriTooLong: () => ({ limit: MAX_URL }),
  UnknownCoding: () => undefined,
  HeadersTooLarge: () => ({ limit: 16384 }),
  Internal: () => undefined,
  Unreachable: () => undefined,
  TreeAway: () => undefined,
  NoLog: () => undefined,
  NoLogFile: () => ({ path: 'tile/0/999' }),
  NotLogged: ({ id }) => ({ id }),
  LogBehind: ({ id }) => ({ id }),
  LogExpired: () => ({ expires: '2026-11-27T00:00:00Z' }),
  NotBuilt: () => undefined,
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

/** One refusal of this kind, as the hub would give it. */
export function sampleRefusal<C extends RefusalCode>(code: C, shown: ShownAnswers, tokens: string[]) {
  return refuse(code, samples[code](shown, tokens));
}

/** When the registry refuses so. */
export function whenRegistryRefuses(name: RegistryRefusal): string {
  return registryWords[name].when;
}

/** One refusal of the registry of this kind. */
export function sampleRegistryRefusal<N extends RegistryRefusal>(name: N, shown: ShownAnswers) {
  return refuseOci(name, registryWords[name].sample(shown, []));
}
