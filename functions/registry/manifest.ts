// Answers requests for manifests. For a tag, `Accept` decides which manifest is sent; a digest names one manifest
// (decision 0021).
import { type Awaitable, andThen } from '../../src/basics/awaitable.ts';
import { askedManifest, type ManifestKind } from '../../src/dialects/oci/asked-manifest.ts';
import { isOciRefusal } from '../../src/dialects/oci/registry/refusals.ts';
import { findManifest } from '../../src/dialects/oci/registry/registry-index.ts';
import { hashedRow } from '../../src/table/answer-facts.ts';
import { CACHE_CONTROL, REGISTRY_HEADERS } from '../../src/table/headers.ts';
import type { Refusal } from '../../src/table/refusals.ts';
import { headersOf, type Row } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { builtAnswer, type Extra } from '../answers/built-answer.ts';
import { registryRefusal } from '../answers/refusal-answer.ts';
import type { BuiltFile } from '../ports/built-file.ts';
import type { Call, Handler } from '../ports/handler.ts';
import { type Answer, type Ask, answer } from '../request/answer.ts';
import { attestedManifest } from './attested.ts';
import { inRepository, pathIn } from './repository.ts';

const byTag: Row = routes.manifest;
const byDigest = hashedRow(routes.manifest);

/**
 * The headers of each manifest: one object for requests by tag, and one for requests by digest. They stay the same
 * objects, so that whole answers can be kept.
 */
const extras = new WeakMap<BuiltFile, { byTag: Extra; byDigest: Extra }>();

/** A manifest with the row and the headers of its answer. */
interface Found {
  row: Row;
  file: BuiltFile;
  extra: Extra;
}

/**
 * The manifests to which a target leads, by their kinds. The tree keeps them under the `params` of the target, which all
 * requests for that target share (bench: "manifest by tag", "manifest by digest").
 */
interface FoundManifests extends Partial<Record<ManifestKind, Found>> {
  weight: number;
}

export const manifest: Handler<'manifest'> = (call) => {
  const kind = kindOf(call.ask);
  const known = (call.tree.memory.known(call.params) as FoundManifests | undefined)?.[kind];
  return known ? builtAnswer({ ask: call.ask, row: known.row }, known.file, known.extra) : foundManifest(call);
};

const kindOf = (ask: Ask) => askedManifest(ask.header('accept') ?? '', ask.header('user-agent') ?? '');

const foundManifest = inRepository((call: Call<'manifest'>, repository): Awaitable<Answer | Refusal> => {
  const kind = kindOf(call.ask);
  const { ask, params, tree } = call;
  const found = findManifest(repository.index, params.reference, kind);
  if (isOciRefusal(found))
    return andThen(attestedManifest(call, repository), (attested) => attested ?? registryRefusal(found));
  if ('ggufFile' in found) {
    // The answer has no digest, so no client takes these bytes for the manifest (decision 0021).
    const headers = [...REGISTRY_HEADERS, 'Cache-Control', CACHE_CONTROL.tag, 'Vary', 'Accept, User-Agent'];
    return answer(200, 'application/json', JSON.stringify(found.ggufFile), headers);
  }
  const path = pathIn(repository, routes.manifest, { reference: found.digest });
  return andThen(tree.read(path), (file) => {
    if (!file) throw new Error(`torn tree ${tree.id}: ${path} is missing; rebuild with "model-hub build"`);
    let extra = extras.get(file);
    if (!extra) {
      extra = tellOf(found);
      extras.set(file, extra);
    }
    const isByDigest = found.digest === params.reference;
    const one: Found = isByDigest
      ? { row: byDigest, file, extra: extra.byDigest }
      : { row: byTag, file, extra: extra.byTag };
    const { weight = 2000, ...kinds } = (tree.memory.known(params) ?? {}) as Partial<FoundManifests>;
    tree.memory.put(params, { ...kinds, [kind]: one, weight: weight + file.size } satisfies FoundManifests);
    return builtAnswer({ ask, row: one.row }, file, one.extra);
  });
});

function tellOf({ digest, mediaType: type }: { digest: string; mediaType: string }): { byTag: Extra; byDigest: Extra } {
  const headers = headersOf(byDigest, { reference: digest });
  return {
    byTag: { type, headers: [...headers, 'Vary', 'Accept, User-Agent'], steady: true },
    byDigest: { type, headers, steady: true },
  };
}
