// Makes an example of each refusal. `table/refusals.ts` and `dialects/oci/registry/refusals.ts` say in which cases the
// hub refuses.
import { MAX_URL } from '../../basics/limits.ts';
import { type RegistryRefusal, type RegistryValues, refuseOci } from '../../dialects/oci/registry/refusals.ts';
import { type RefusalCode, refuse } from '../../table/refusals.ts';
import type { ShownAnswers } from '../examples/shown-answers.ts';

type RefusalValues<C extends RefusalCode> = Parameters<typeof refuse<C>>[1];

/** Makes the values for a refusal's sentence from the example model. */
type Sample<V> = (shown: ShownAnswers, tokens: string[]) => V;

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

const registrySamples: { [N in RegistryRefusal]: Sample<RegistryValues<N>> } = {
  NameInvalid: () => ({ name: 'owner/...' }),
  NameUnknown: () => ({ name: nobody.id }),
  TagUnknown: ({ id, tags }) => ({ name: id.toLowerCase(), tag: 'v9', tags: [...tags] }),
  ManifestUnknown: ({ id }) => ({ name: id.toLowerCase(), reference: `sha256:${zeros}` }),
  NoGguf: ({ id }) => ({ name: id.toLowerCase(), tag: 'latest' }),
  ShardedOnly: ({ id }) => ({ name: id.toLowerCase(), tag: 'F16' }),
  ShardedTag: ({ id }) => ({ name: id.toLowerCase(), tag: 'F16' }),
  BlobUnknown: ({ id }) => ({ name: id.toLowerCase(), digest: `sha256:${zeros}` }),
  DigestInvalid: () => undefined,
  TokenNeeded: () => undefined,
  ReadOnly: () => undefined,
};

/** Makes an example of the refusal `code`, as the hub would give it. */
export function sampleRefusal<C extends RefusalCode>(code: C, shown: ShownAnswers, tokens: string[]) {
  return refuse(code, samples[code](shown, tokens));
}

/** Makes an example of the registry's refusal `name`. */
export function sampleRegistryRefusal<N extends RegistryRefusal>(name: N, shown: ShownAnswers) {
  return refuseOci(name, registrySamples[name](shown, []));
}
