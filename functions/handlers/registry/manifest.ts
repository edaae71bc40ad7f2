// Manifests: a tag leads to the one that `Accept` asks for, a digest to its bytes (decision 0021).
import { type Awaitable, andThen } from '../../../src/awaitable.ts';
import { askedManifest } from '../../../src/dialects/oci/asked-manifest.ts';
import { isDigest } from '../../../src/dialects/oci/reference.ts';
import { isOciRefusal } from '../../../src/dialects/oci/refusals.ts';
import { findManifest } from '../../../src/dialects/oci/registry-index.ts';
import { CACHE_CONTROL, REGISTRY_HEADERS } from '../../../src/headers.ts';
import type { Refusal } from '../../../src/refusals.ts';
import type { Row } from '../../../src/route.ts';
import { routes } from '../../../src/routes.ts';
import { type Answer, answer } from '../../answer.ts';
import { builtAnswer, type Extra } from '../../built-answer.ts';
import type { Call, Handler } from '../../handler.ts';
import type { BuiltFile } from '../../ports.ts';
import { registryRefusal } from '../../refusal-answer.ts';
import { pathIn, type Repository, repositoryAt } from '../../repository.ts';

const byTag: Row = { ...routes.manifest, cache: 'tag' };
const byDigest: Row = { ...routes.manifest, cache: 'digest' };

/** What a stored manifest says beside its bytes: under a tag, and under its digest. */
const told = new WeakMap<BuiltFile, { byTag: Extra; byDigest: Extra }>();

export const manifest: Handler<'manifest'> = (call) =>
  andThen(repositoryAt(call.ports, call.tree, call.params.owner, call.params.name), (repository) =>
    'index' in repository ? manifestOf(call, repository) : registryRefusal(repository),
  );

function manifestOf(call: Call<'manifest'>, repository: Repository): Awaitable<Answer | Refusal> {
  const { ask, params, tree } = call;
  const kind = askedManifest(ask.header('accept') ?? '', ask.header('user-agent') ?? '');
  const found = findManifest(repository.index, params.reference, kind);
  if (isOciRefusal(found)) return registryRefusal(found);
  if ('ggufFile' in found) {
    // These bytes are of no digest: a client must not take them for the manifest (decision 0021).
    const headers = [...REGISTRY_HEADERS, 'Cache-Control', CACHE_CONTROL.tag, 'Vary', 'Accept, User-Agent'];
    return answer(200, 'application/json', JSON.stringify(found.ggufFile), headers);
  }
  const path = pathIn(repository, routes.manifest, { reference: found.digest });
  return andThen(tree.read(path), (file) => {
    if (!file) throw new Error(`torn tree ${tree.id}: ${path} is missing; rebuild with "model-hub build"`);
    let extra = told.get(file);
    if (!extra) {
      extra = tellOf(found);
      told.set(file, extra);
    }
    return isDigest(params.reference)
      ? builtAnswer(ask, byDigest, file, extra.byDigest)
      : builtAnswer(ask, byTag, file, extra.byTag);
  });
}

function tellOf({ digest, mediaType: type }: { digest: string; mediaType: string }): { byTag: Extra; byDigest: Extra } {
  const headers = [...REGISTRY_HEADERS, 'Docker-Content-Digest', digest];
  return {
    byTag: { type, headers: [...headers, 'Vary', 'Accept, User-Agent'], steady: true },
    byDigest: { type, headers, steady: true },
  };
}
