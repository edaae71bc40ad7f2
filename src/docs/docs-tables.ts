// Tables and lists that pages of the documentation name and the code knows: such as `{{edge table}}` in a line of its own.
import { own } from '../basics/own.ts';
import { edgeTable } from '../edge/edge-table.ts';
import { staticTable } from '../static/static-table.ts';
import { agentsList } from './agents-list.ts';
import { toolsTable } from './tools-table.ts';

const TABLES: Readonly<Record<string, () => string>> = {
  'edge table': edgeTable,
  'static table': staticTable,
  'agents list': agentsList,
  'tools table': toolsTable,
};

const NAMED = /^\{\{([^{}]+)\}\}$/;

/** The table, as Markdown, that a line of a page names; undefined for any other line. Throws where there is no such table. */
export function tableAt(line: string): string | undefined {
  const [, name] = NAMED.exec(line.trim()) ?? [];
  if (name === undefined) return undefined;
  const table = own(TABLES, name);
  if (!table) throw new Error(`a page of content/docs names {{${name}}}, which is no table`);
  return table();
}

/** A page's Markdown with its tables in it. */
export function withTables(text: string): string {
  return text
    .split('\n')
    .map((line) => tableAt(line) ?? line)
    .join('\n');
}
