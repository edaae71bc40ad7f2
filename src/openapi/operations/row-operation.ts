// Makes the operation of a row for which nobody wrote one.
import type { CacheLife, Dialect, Row } from '../../table/route.ts';
import type { Operation } from './operation.ts';
import type { TagName } from './tags.ts';

const TAG: Record<Dialect, TagName> = {
  hub: 'Models',
  objects: 'Objects',
  oci: 'Registry',
  account: 'Accounts',
  mcp: 'Agents',
  page: 'Documentation',
  plain: 'Discovery',
};

const KEPT: Record<CacheLife, string> = {
  revalidate: 'It may be kept for a minute, and is then asked for again with its tag.',
  brief: 'It may be kept for a few seconds, and is then asked for again with its tag.',
  tag: 'It may be kept for a minute, and is then asked for again with its tag.',
  immutable: 'It never changes, and may be kept for good.',
  digest: 'It never changes, and may be kept for good.',
  'no-store': 'No cache may keep it.',
};

/**
 * Makes the operation of the row `name` from the row's summary, its cache life, and the time at which its answer is
 * made.
 */
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
