// Checks the row of a model in another hub's catalog: an import into this hub must make the same row.
import { canonicalJson } from '../../../src/basics/canonical-json.ts';
import { shownLine } from '../../../src/basics/shown-text.ts';
import type { ModelRow } from '../../../src/shapes/models.ts';

/**
 * Members that later versions added to rows. An older row may lack them, but must not have a value other than the
 * expected one.
 */
const LATER = new Set([
  'hub.copy_bytes',
  'hub.format_bytes',
  'hub.tensors',
  'hub.quants',
  'hub.parameters',
  'hub.context',
]);
/**
 * The member with a list in the order of the service's sources, which differs between hubs. Its order is not compared.
 */
const UNORDERED = 'hub.sources';
/** The maximum number of faults that a message names, and the maximum number of characters of a field's name in it. */
const [TOLD, LONGEST] = [5, 60];

/**
 * Lists the differences between the row of another hub and the row that an import into this hub would make, as ends of
 * sentences. `partial` names the sources with only some of the files: versions before 0.2 listed these too.
 */
export function rowFaults({ hub, ...row }: ModelRow, { hub: madeHub, ...made }: ModelRow, partial: string[]): string[] {
  const earlier = [...new Set([...(madeHub.sources ?? []), ...partial])];
  const isEarlier = textOf(UNORDERED, hub.sources) === textOf(UNORDERED, earlier);
  const expected = isEarlier ? { ...madeHub, sources: hub.sources } : madeHub;
  return [...differing('', row, made), ...differing('hub.', hub, expected)].slice(0, TOLD);
}

function differing(prefix: string, found: object, made: object): string[] {
  const expected = new Map(Object.entries(made).map(([name, value]) => [prefix + name, value as unknown]));
  const faults: string[] = [];
  for (const [name, value] of Object.entries(found)) {
    const field = prefix + name;
    if (!expected.has(field))
      faults.push(`${shownLine(field).slice(0, LONGEST)} in its row is a field that an import does not make of it`);
    else if (textOf(field, value) !== textOf(field, expected.get(field)))
      faults.push(`${field} in its row is not what an import here makes of its objects`);
  }
  for (const field of expected.keys())
    if (!Object.hasOwn(found, field.slice(prefix.length)) && !LATER.has(field))
      faults.push(`${field} in its row is missing`);
  return faults;
}

function textOf(field: string, value: unknown): string {
  return canonicalJson(field === UNORDERED && Array.isArray(value) ? value.map(canonicalJson).sort() : value);
}
