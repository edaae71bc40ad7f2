// Where the public hub has a file.
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';

/** The path of a file at a commit: ours are the same, since that is whose clients we serve. */
export function hubPath(id: string, revision: string, path: string): string {
  const [owner = '', name = ''] = id.split('/');
  return href(routes.resolve, { owner, name, revision, path });
}
