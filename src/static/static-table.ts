// The table in the documentation that says for each answer what plain files give, what needs a rule of the host, and
// what needs the function.
import { markdownTable } from '../basics/markdown-table.ts';
import { type StaticAnswer, staticAnswers } from './static-answer.ts';

/** Writes the table as Markdown, with a row for each answer. */
export function staticTable(): string {
  const rows = staticAnswers.map((answer) => [
    `\`${answer.row.pattern}\``,
    filesCell(answer),
    ruleCell(answer),
    answer.reached === undefined ? 'all of it' : answer.beside.join('; '),
  ]);
  return markdownTable(['Answer', 'From files alone', 'Needs a rule', 'Needs the function'], rows);
}

function filesCell({ name, row, reached }: StaticAnswer): string {
  if (reached === undefined || reached === 'rule') return '';
  if (reached === 'folder') return 'the page; servers add the slash';
  if (row.attested) return 'with `--attest`';
  if (row.pattern.includes('{revision}')) return '`main`';
  // In an export, the Markdown and the page name the sources themselves, while those of a hub name the hub.
  if (name === 'modelTwin') return 'the page, as Markdown';
  const isPage = row.as?.includes('html') || row.type?.startsWith('text/html');
  return isPage ? 'the page' : 'yes';
}

function ruleCell({ reached, file }: StaticAnswer): string {
  return reached === 'rule' ? `leads to \`${file}\`` : '';
}
