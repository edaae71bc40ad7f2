// Blobs: what the registry made itself is sent, what is a file of the model is 307 to a live source (decision 0021).
import { type Awaitable, andThen } from '../../../src/awaitable.ts';
import { hexOfDigest, isDigest } from '../../../src/dialects/oci/reference.ts';
import { refuseOci } from '../../../src/dialects/oci/refusals.ts';
import { CACHE_CONTROL, CORS, REGISTRY_HEADERS } from '../../../src/headers.ts';
import { own } from '../../../src/own.ts';
import { pinnedPath } from '../../../src/pinned-path.ts';
import { isRefusal, type Refusal } from '../../../src/refusals.ts';
import { href } from '../../../src/route.ts';
import { routes } from '../../../src/routes.ts';
import type { Answer } from '../../answer.ts';
import { builtAnswer } from '../../built-answer.ts';
import type { Call, Handler } from '../../handler.ts';
import { type Located, locatedOf } from '../../located.ts';
import { registryRefusal } from '../../refusal-answer.ts';
import { registryRedirect } from '../../registry-answer.ts';
import { pathIn, type Repository, repositoryAt } from '../../repository.ts';
import type { FileDirections } from '../../served-model.ts';
import { chooseHolder } from '../resolve.ts';

export const blob: Handler<'blob'> = (call) => {
  const known = locatedOf(call.tree).known(call.params);
  return known ? fileAnswer(call, known) : foundBlob(call);
};

function foundBlob(call: Call<'blob'>): Awaitable<Answer | Refusal> {
  return andThen(repositoryAt(call.ports, call.tree, call.params.owner, call.params.name), (repository) => {
    if (!('index' in repository)) return registryRefusal(repository);
    const { digest } = call.params;
    if (!isDigest(digest)) return registryRefusal(refuseOci('DigestInvalid', undefined));
    const hex = hexOfDigest(digest);
    return andThen(repository.model?.fileWithHash(hex), (file) => {
      if (!file) return madeBlob(call, repository, hex);
      const found = { model: repository.model!, file };
      locatedOf(call.tree).put(call.params, found);
      return fileAnswer(call, found);
    });
  });
}

/** A blob that the registry made. */
function madeBlob(call: Call<'blob'>, repository: Repository, hex: string): Awaitable<Answer | Refusal> {
  const { digest } = call.params;
  const { index, layers } = repository;
  return andThen(call.tree.read(own(layers, hex) ?? pathIn(repository, routes.blob, { digest })), (made) => {
    if (!made) return registryRefusal(refuseOci('BlobUnknown', { name: index.name, digest }));
    // Ollama asks a 200 where it came from, and gives up without an answer.
    const headers = [...REGISTRY_HEADERS, 'Docker-Content-Digest', digest, 'Location', ownPath(call)];
    return builtAnswer(call.ask, routes.blob, made, { type: 'application/octet-stream', headers });
  });
}

/** The path of this blob, pin included, in the one spelling that leads nowhere else: `//v2/…` would name a host. */
function ownPath({ params, pin }: Call<'blob'>): string {
  return pinnedPath(pin, href(routes.blob, params));
}

/** Its size to a HEAD, without a redirect. */
function sizeOf(file: FileDirections, digest: string): Answer {
  const headers = ['Docker-Content-Digest', digest, 'Accept-Ranges', 'bytes', 'Content-Length', String(file.size)];
  const about = ['Content-Type', 'application/octet-stream', 'Cache-Control', CACHE_CONTROL.digest];
  return { status: 200, headers: [...CORS, ...REGISTRY_HEADERS, ...headers, ...about], body: undefined };
}

/** A file of the model: refused alike by HEAD and GET where no source holds it that may be used. */
function fileAnswer({ ask, params: { digest }, pin, ports }: Call<'blob'>, { model, file }: Located): Answer {
  const choice = chooseHolder(model.id, file, pin, ports);
  if (isRefusal(choice)) return registryRefusal(choice);
  if (ask.method === 'HEAD') return sizeOf(file, digest);
  const { holder, ok } = choice;
  ports.holders.directed(model.id, holder);
  const headers = ['Docker-Content-Digest', digest, 'X-Hub-Source', holder.host];
  return registryRedirect(holder.url, ok ? headers : [...headers, 'X-Hub-Source-Ok', 'false']);
}
