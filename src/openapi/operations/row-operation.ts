// The operation of a row that has no words of its own, read off the route table.
import type { CacheLife, Dialect, Row } from '../../table/route.ts';
import type { Operation } from './operation.ts';
import type { TagName } from './tags.ts';

const TAG: Record<Dialect, TagName> = {
  hub: 'Models',
  objects: 'Objects',
  oci: 'Registry',
  account: 'Accounts',
  mcp: 'Agents',
  page: 'Website',
  plain: 'Discovery',
};

const KEPT: Record<CacheLife, string> = {
  revalidate: 'It may be kept for a minute, and is then asked for again with its tag.',
  brief: 'It may be kept for a few seconds, and is then asked for again with its tag.',
  tag: 'It may be kept for a minute, and is then asked for again with its tag.',
  immutable: 'It never changes, and may be kept for good.',
  digest: 'It never changes, and may be kept for good.',
  'no-store': 'It is kept by nobody on the way.',
};

/** The operation of the row called `name`: its summary in the table, when it is made, and how long it may be kept. */
export function rowOperation(name: string, row: Row): Operation {
  const made = row.when === 'built' ? 'Written with every build of the index.' : 'Made when it is asked for.';
  return {
    id: `get${name[0]!.toUpperCase()}${name.slice(1)}`,
    tag: row.as === undefined ? TAG[row.dialect] : 'Discovery',
    why: `${made} ${KEPT[row.cache]}`,
    shape: { description: 'JSON.' },
    answers: { 200: { is: `${row.summary}.` } },
  };
}
