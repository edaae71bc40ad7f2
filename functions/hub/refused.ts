// Refuses requests for rows that only the public hub serves, even before there is a tree.
import { type Awaitable, andThen } from '../../src/basics/awaitable.ts';
import { type Refusal, refuse } from '../../src/table/refusals.ts';
import type { Row } from '../../src/table/route.ts';
import { directionsOf } from '../models/model.ts';
import type { Ports } from '../ports/ports.ts';
import type { Ask } from '../request/answer.ts';
import type { Path } from '../request/request-target.ts';

/**
 * Returns the refusal of a request for `row`. For a read at a path to which clients of the public hub only write, it
 * returns undefined: nothing exists there.
 */
export function refusalOf(
  row: Row,
  ask: Ask,
  path: Path,
  ports: Pick<Ports, 'origin' | 'baseUrl' | 'sources' | 'tree'>,
): Awaitable<Refusal | undefined> {
  const origin = ports.origin.host;
  if (row.refuses === 'git') return gitRefusal(path, ports);
  if (row.refuses === 'identity') return refuse('Unauthorized', undefined);
  if (row.refuses !== 'writes') return refuse('RepoNotFound', { elsewhere: row.refuses!, origin });
  if (ask.method === 'GET' || ask.method === 'HEAD') return undefined;
  return refuse('ReadOnly', { origin }, ['Allow', 'GET, HEAD']);
}

/**
 * Refuses requests of git. Its first request names the git service in the query, later ones in the path
 * (gitprotocol-http, "Smart Clients"). No method is allowed here.
 */
function gitRefusal({ segments, query }: Path, ports: Parameters<typeof refusalOf>[3]): Awaitable<Refusal> {
  const allow = ['Allow', ''];
  const origin = ports.origin.host;
  const service = new URLSearchParams(query).get('service') ?? segments.at(-1);
  if (service === 'git-receive-pack') return refuse('ReadOnly', { origin }, allow);
  const [owner = '', name = ''] = segments;
  return andThen(idServed(ports, owner, name.replace(/\.git$/, '')), (clone) =>
    refuse('ReadOnly', { clone, hub: ports.baseUrl, origin }, allow),
  );
}

/** Returns the id of a model whose files can be downloaded; undefined if the model is gated or the index lacks it. */
function idServed(
  { sources, tree }: Pick<Ports, 'sources' | 'tree'>,
  owner: string,
  name: string,
): Awaitable<string | undefined> {
  const current = tree();
  return andThen(current && directionsOf(current, owner, name, sources), (model) =>
    model && !('gated' in model) ? model.id : undefined,
  );
}
