// Answers requests for manifests. For a tag, `Accept` decides which manifest is sent; a digest names one manifest
// (decision 0021).
import { type Awaitable, andThen } from '../../src/basics/remembered.ts';
import { askedManifest, findManifest, type ManifestKind } from '../../src/dialects/oci/registry/registry-index.ts';
import { CACHE_CONTROL, REGISTRY_HEADERS } from '../../src/table/headers.ts';
import { isRefusal, type Refusal } from '../../src/table/refusals.ts';
import { hashedRow, headersOf, type Row } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { builtAnswer, type Extra } from '../answers/built-answer.ts';
import type { BuiltFile, Call, Handler } from '../ports/ports.ts';
import { type Answer, answer } from '../request/answer.ts';
import { attestedManifest } from './attested.ts';
import { inRepository, pathIn } from './repository.ts';

const byTag: Row = routes.manifest;
const byDigest = hashedRow(routes.manifest);

/** A manifest with the row and the headers of its answer. */
interface Found {
  row: Row;
  file: BuiltFile;
  extra: Extra;
}

/**
 * The answers of each manifest to requests by tag and by digest. Their headers stay the same objects, so that whole
 * answers can be kept.
 */
const founds = new WeakMap<BuiltFile, { byTag: Found; byDigest: Found }>();

/**
 * The manifests to which a target leads, by their kinds. The tree keeps them under the `params` of the target, which all
 * requests for that target share (bench: "manifest by tag", "manifest by digest").
 */
interface FoundManifests extends Partial<Record<ManifestKind, Found>> {
  weight: number;
}

export const manifest: Handler<'manifest'> = (call) => {
  const kind = kindOf(call);
  const known = (call.tree.memory.known(call.params) as FoundManifests | undefined)?.[kind];
  return known ? builtAnswer({ ask: call.ask, row: known.row }, known.file, known.extra) : foundManifest(call);
};

const kindOf = ({ ask, path }: Pick<Call<'manifest'>, 'ask' | 'path'>): ManifestKind =>
  path.isGguf ? 'gguf' : askedManifest(ask.header('accept') ?? '', ask.header('user-agent') ?? '');

const foundManifest = inRepository((call: Call<'manifest'>, repository): Awaitable<Answer | Refusal> => {
  const kind = kindOf(call);
  const { ask, params, tree } = call;
  const found = findManifest(repository.index, params.reference, kind);
  if (isRefusal(found)) return andThen(attestedManifest(call, repository), (attested) => attested ?? found);
  if ('ggufFile' in found) {
    // The answer has no digest, so no client takes these bytes for the manifest (decision 0021).
    const headers = [...REGISTRY_HEADERS, 'Cache-Control', CACHE_CONTROL.tag, 'Vary', 'Accept, User-Agent'];
    return answer(200, 'application/json', JSON.stringify(found.ggufFile), headers);
  }
  const path = pathIn(repository, routes.manifest, { reference: found.digest });
  return andThen(tree.read(path), (file) => {
    if (!file) throw new Error(`torn tree ${tree.id}: ${path} is missing; rebuild with "model-hub build"`);
    const both = founds.get(file) ?? foundBy(file, found);
    founds.set(file, both);
    const one = found.digest === params.reference ? both.byDigest : both.byTag;
    const { weight = 2000, ...kinds } = (tree.memory.known(params) ?? {}) as Partial<FoundManifests>;
    tree.memory.put(params, { ...kinds, [kind]: one, weight: weight + file.size } satisfies FoundManifests);
    return builtAnswer({ ask, row: one.row }, file, one.extra);
  });
});

function foundBy(file: BuiltFile, { digest, mediaType: type }: { digest: string; mediaType: string }) {
  const headers = headersOf(byDigest, { reference: digest });
  const varied = [...headers, 'Vary', 'Accept, User-Agent'];
  return {
    byTag: { row: byTag, file, extra: { type, headers: varied, steady: true } },
    byDigest: { row: byDigest, file, extra: { type, headers, steady: true } },
  } as const;
}
