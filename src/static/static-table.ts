// Writes the table of the documentation about exports: what plain files give for each answer, what needs a rule of the
// host, and what needs a running hub.
import { markdownTable } from '../basics/shown-text.ts';
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
  // In an export, the page of a model and its Markdown name the sources themselves; on a hub, both name the hub.
  if (name === 'modelTwin') return 'the page, as Markdown';
  const isPage = row.as?.includes('html') || row.type?.startsWith('text/html');
  return isPage ? 'the page' : 'yes';
}

function ruleCell({ reached, file }: StaticAnswer): string {
  return reached === 'rule' ? `leads to \`${file}\`` : '';
}
