// Answers requests for blobs. It sends a blob that the registry made. For a file of the model, it redirects with 307 to
// a source that is up (decision 0021).

import { own } from '../../src/basics/records.ts';
import { type Awaitable, andThen } from '../../src/basics/remembered.ts';
import { hexOfDigest, isDigest } from '../../src/model/reference.ts';
import { pinnedPath } from '../../src/nouns/source-kinds.ts';
import { CACHE_CONTROL, CORS, REGISTRY_HEADERS } from '../../src/table/headers.ts';
import { isRefusal, type Refusal, refuse } from '../../src/table/refusals.ts';
import { headersOf, href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { builtAnswer } from '../answers/built-answer.ts';
import type { FileDirections } from '../models/model.ts';
import { chooseHolder, knownLocated, type Located, locatedAt } from '../models/resolve.ts';
import type { Call, Handler } from '../ports/ports.ts';
import { type Answer, redirectTo } from '../request/answer.ts';
import { attestedBlob } from './attested.ts';
import { inRepository, pathIn, type Repository } from './repository.ts';

export const blobAnswer: Handler<'blob'> = (call) => {
  const known = knownLocated(call);
  return known ? fileAnswer(call, known) : foundBlob(call);
};

const foundBlob = inRepository((call: Call<'blob'>, repository) => {
  const { digest } = call.params;
  if (!isDigest(digest)) return refuse('DigestInvalid', undefined);
  const hex = hexOfDigest(digest);
  return andThen(repository.model?.fileWithHash(hex), (file) => {
    if (!file) return madeBlob(call, repository, hex);
    return fileAnswer(call, locatedAt(call, repository.model!, file));
  });
});

/** Sends a blob that is no file of the model, but was made by the registry or for an attestation. */
function madeBlob(call: Call<'blob'>, repository: Repository, hex: string): Awaitable<Answer | Refusal> {
  const { digest } = call.params;
  const { index, layers } = repository;
  return andThen(call.tree.read(own(layers, hex) ?? pathIn(repository, routes.blob, { digest })), (made) =>
    andThen(made ?? attestedBlob(call, repository), (file) => {
      if (!file) return refuse('BlobUnknown', { name: index.name, digest });
      // The path is not that of the request, because `//v2/…` would name a host.
      const self = pinnedPath(call.pin, href(routes.blob, call.params));
      return builtAnswer(call, file, { headers: headersOf(call.row, { digest, self }) });
    }),
  );
}

/** Answers a HEAD with the size of the file, without a redirect. */
function sizeOf(file: FileDirections, digest: string): Answer {
  return {
    status: 200,
    headers: [
      ...CORS,
      ...REGISTRY_HEADERS,
      'Docker-Content-Digest',
      digest,
      'Accept-Ranges',
      'bytes',
      'Content-Length',
      String(file.size),
      'Content-Type',
      'application/octet-stream',
      'Cache-Control',
      CACHE_CONTROL.digest,
    ],
    body: undefined,
  };
}

/** Answers with a file of the model. If no usable source holds the file, GET and HEAD are refused alike. */
function fileAnswer({ ask, params: { digest }, pin, ports }: Call<'blob'>, { id, file }: Located): Answer | Refusal {
  const choice = chooseHolder(id, file, pin, ports);
  if (isRefusal(choice)) return choice;
  if (ask.method === 'HEAD') return sizeOf(file, digest);
  const { holder, ok } = choice;
  ports.holders.directed(id, choice.holder);
  const headers = ['Docker-Content-Digest', digest, 'X-Hub-Source', holder.host];
  if (!ok) headers.push('X-Hub-Source-Ok', 'false');
  // The status is 307, because Ollama follows no other (decision 0021).
  return redirectTo(307, holder.url, [...REGISTRY_HEADERS, ...headers]);
}
