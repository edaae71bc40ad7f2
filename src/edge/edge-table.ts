// Makes a table for the documentation. It says which rows a server in front of the hub answers itself, and in which
// cases the server still asks the hub.
import { markdownTable } from '../basics/markdown-table.ts';
import { readsOf } from '../table/answer-facts.ts';
import type { Row } from '../table/route.ts';
import { answeredNames, routes } from '../table/routes.ts';
import { isAnsweredFromFiles } from './edge-rule.ts';

/** Returns the table as Markdown, with a line for each row in the order of the route table. */
export function edgeTable(): string {
  const rows = answeredNames.map((name) => {
    const row: Row = routes[name];
    const isFile = isAnsweredFromFiles(row);
    const pattern = row.pattern.replaceAll('...}', '}');
    return [code(pattern), isFile ? 'yes' : 'no', (isFile ? exceptions(row) : reasons(row)).join('; ')];
  });
  return markdownTable(['Address', 'From files', 'Asks the hub'], rows);
}

const code = (text: string) => `\`${text}\``;

/** Lists the reasons why no file holds the answer. */
function reasons({ file, tells = [] }: Row): string[] {
  return file === undefined || tells.length === 0
    ? ['always']
    : [`always: ${tells.map(code).join(' and ')} of the answer`];
}

/** Lists the cases in which the server asks the hub although there are files. */
function exceptions(row: Row): string[] {
  const { as = [], hashed, needsSlash, pattern, ranges, tells, variants } = row;
  const reads = readsOf(row);
  const named = reads === 'any' || reads === undefined ? [] : reads.filter((name) => name !== variants?.query);
  return [
    ...(tells && hashed ? [`a ${code(hashed.param)} that is no hash`] : []),
    ...(as.length > 1 ? [`an ${code('Accept')} that has to be weighed`] : []),
    ...(reads === 'any' ? ['a query'] : named.map((name) => code(`?${name}`))),
    ...(pattern.includes('{revision}') ? ['a commit'] : []),
    ...(ranges ? ['a range that does not begin with the first byte'] : []),
    ...(needsSlash ? ['without the slash'] : []),
  ];
}
