// Refuses what the registry never does: writes, and paths without a row.
import { refuseOci } from '../../src/dialects/oci/registry/refusals.ts';
import { isRepositoryName, repositoryName } from '../../src/model/reference.ts';
import { refuse } from '../../src/table/refusals.ts';
import { registryRefusal } from '../answers/refusal-answer.ts';
import type { Ports } from '../ports/ports.ts';
import type { Answer, Ask } from '../request/answer.ts';

/**
 * Refuses a write. A caller without the registry token gets a challenge for it; a caller with the token learns that the
 * registry accepts no pushes.
 */
export function refuseWrite(ask: Ask, ports: Ports): Answer {
  const holds = ports.holdsRegistryToken(ask.authorization());
  return registryRefusal(refuseOci(holds ? 'ReadOnly' : 'TokenNeeded', undefined));
}

/**
 * Returns the refusal for a path under /v2 that has no row. A repository name of one or three parts, which other
 * registries allow, is a repository that this registry lacks. Any other path is no route.
 */
export function nothingAt(path: string): Answer {
  const [, asked] = /^\/v2\/(.+)\/(?:(?:manifests|blobs|referrers)\/[^/]+|tags\/list)$/.exec(path) ?? [];
  if (asked === undefined) return registryRefusal(refuse('NotFound', { path }));
  const name = repositoryName(asked);
  return registryRefusal(refuseOci(isRepositoryName(name) ? 'NameUnknown' : 'NameInvalid', { name }));
}
