// Shows the result for a model's files as a card.

import type { ModelReport } from '../../checking/judge-files.ts';
import { counted } from '../../model/figures.ts';
import { element } from '../element.ts';
import type { ModelLink } from './model-link.ts';

/** The maximum number of missing files that are named. */
const SHOWN = 50;

/** Makes the card of `report`. `rowOf` gives the id of the row that shows a file. */
export function modelCard(report: ModelReport, link: ModelLink, rowOf: (path: string) => string | undefined) {
  const { guess, matching, differing, absent } = report;
  const sound = differing.length === 0;
  return element(
    'li',
    { class: 'card' },
    element('h3', {}, link(guess.model)),
    element('p', { class: `state state-${sound ? 'good' : 'bad'}` }, sentenceOf(report)),
    element(
      'p',
      { class: 'note' },
      'Revision ',
      element('code', {}, guess.revision),
      guess.base !== '' && `, in the folder ${guess.base.replace(/\/$/, '')}`,
    ),
    !sound && element('ul', { class: 'paths' }, ...differing.map((path) => jumpTo(path, rowOf(path)))),
    absent.length > 0 && matching + differing.length > 0 && missingList(absent),
  );
}

/** Sums up in a sentence how the visitor's files compare with the model's files. */
function sentenceOf({ matching, differing, absent, files }: ModelReport): string {
  const wrong = differing.length;
  if (wrong > 0)
    return `${wrong} of ${counted(files, 'file')} ${wrong === 1 ? 'differs' : 'differ'}, ${matching} match`;
  if (absent.length === 0) return files === 1 ? 'Complete: its one file matches' : `Complete: all ${files} files match`;
  return `${matching} of ${counted(files, 'file')} ${matching === 1 ? 'is here, and matches' : 'are here, and match'}`;
}

function jumpTo(path: string, row: string | undefined): HTMLLIElement {
  return element('li', {}, row === undefined ? path : element('a', { href: `#${row}` }, path));
}

function missingList(absent: readonly string[]): HTMLDetailsElement {
  const more = absent.length - SHOWN;
  return element(
    'details',
    {},
    element('summary', {}, `Not among them: ${counted(absent.length, 'file')}`),
    element('ul', { class: 'paths' }, ...absent.slice(0, SHOWN).map((path) => element('li', {}, path))),
    more > 0 && element('p', { class: 'note' }, `and ${more} more`),
  );
}
