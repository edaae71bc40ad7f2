// Writes a few rows of the list of models as a compact table, in which the name of each fact occurs only once.
import type { ModelRow } from '../../shapes/models.ts';
import { LICENSE } from '../facet-groups.ts';

/** The facts that no list of models shows, or that follow from the id. */
const LEFT_OUT = new Set([
  'modelId',
  'author',
  'sha',
  'private',
  'gated',
  'disabled',
  'tags',
  'hub.files',
  'hub.manifest',
]);
const HUB = 'hub.';

/** Rows as a table. `null` stands for a row that was removed, and for a missing fact. */
interface RowTable {
  names: string[];
  rows: (unknown[] | null)[];
}

/** Returns rows as the JSON of a table. */
export function rowTable(rows: readonly (ModelRow | undefined)[]): string {
  const facts = rows.map((row) => row && factsOf(row));
  const names = [...new Set(facts.flatMap((row) => (row ? [...row.keys()] : [])))];
  const table: RowTable = {
    names,
    rows: facts.map((row) => (row?.size ? listOf(names.map((name) => row.get(name) ?? null)) : null)),
  };
  return JSON.stringify(table);
}

/** Reads the rows of a table. They lack the facts that no list of models shows. */
export function rowsIn(json: string): (ModelRow | undefined)[] {
  const { names, rows } = JSON.parse(json) as RowTable;
  return rows.map((values) => (values?.length ? rowOf(names, values) : undefined));
}

/** Returns those facts of a row that the table contains, by their names in the table. */
function factsOf({ hub, tags = [], ...row }: ModelRow): Map<string, unknown> {
  const license = tags.find((tag) => tag.startsWith(LICENSE));
  const facts = [...Object.entries(row), ...Object.entries(hub).map(([name, value]) => [HUB + name, value] as const)];
  const shown = facts.filter(([name, value]) => !LEFT_OUT.has(name) && value !== undefined);
  return new Map([...shown, ...(license ? [['license', license] as const] : [])]);
}

/** Removes unknown values at the end of a row. */
const listOf = (values: unknown[]) => values.slice(0, values.findLastIndex((value) => value !== null) + 1);

function rowOf(names: readonly string[], values: readonly unknown[]): ModelRow {
  const known = names.flatMap((name, at) => ((values[at] ?? null) === null ? [] : [[name, values[at]] as const]));
  const { license, ...facts } = Object.fromEntries(known.filter(([name]) => !name.startsWith(HUB)));
  const hub = known.filter(([name]) => name.startsWith(HUB)).map(([name, value]) => [name.slice(HUB.length), value]);
  const tags = license === undefined ? [] : [license];
  return { ...facts, modelId: facts.id, tags, hub: Object.fromEntries(hub) } as unknown as ModelRow;
}
