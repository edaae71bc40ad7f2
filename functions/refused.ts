// Rows of the route table that are refused whatever stands behind them: what the public hub has, and this one has not.
import { type Refusal, refuse } from '../src/refusals.ts';
import type { Row } from '../src/route.ts';
import type { Ask } from './answer.ts';
import type { Path } from './door.ts';
import type { Ports } from './ports.ts';

/** Why `row` serves nothing; undefined where a read is asked of a path that only takes writes elsewhere: nothing is there. */
export function refusalOf(
  row: Row,
  ask: Ask,
  path: Path,
  ports: Pick<Ports, 'origin' | 'baseUrl'>,
): Refusal | undefined {
  const origin = ports.origin.host;
  if (row.refuses === 'git') return gitRefusal(path, origin, ports.baseUrl);
  if (row.refuses !== 'writes') return refuse('RepoNotFound', { elsewhere: row.refuses!, origin });
  if (ask.method === 'GET' || ask.method === 'HEAD') return undefined;
  return refuse('ReadOnly', { origin }, ['Allow', 'GET, HEAD']);
}

/** git names the service it wants in the query, then in the path (gitprotocol-http, "Smart Clients"). No method is allowed here. */
function gitRefusal({ segments, query }: Path, origin: string, hub: string): Refusal {
  const allow = ['Allow', ''];
  const service = new URLSearchParams(query).get('service') ?? segments.at(-1);
  if (service === 'git-receive-pack') return refuse('ReadOnly', { origin }, allow);
  const id = segments
    .slice(0, 2)
    .join('/')
    .replace(/\.git$/, '');
  return refuse('ReadOnly', { clone: id, hub, origin }, allow);
}
