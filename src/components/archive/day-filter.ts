// Filters the lists of a day: shows only the lines that contain the visitor's text, and opens the `details` elements
// around them.

import { counted } from '../../model/figures.ts';

/**
 * A line of a list, about a model or about a file of a model. `words` has its text in lower case, with the id of the
 * model's task.
 */
interface Line {
  line: HTMLElement;
  words: string;
}

const field = document.querySelector<HTMLInputElement>('#day-filter');
const folds = [...document.querySelectorAll<HTMLDetailsElement>('.day-list, .day-list details')];
/** Remembers which `details` elements were open before the filter was used. */
const wereOpen = folds.map(({ open }) => open);
const groups = [...document.querySelectorAll<HTMLElement>('.day-list .of-files')];
const lines = [...document.querySelectorAll<HTMLElement>('.day-list li:not(.of-files)')].map((line): Line => {
  const model = line.closest('.of-files')?.querySelector('p')?.textContent ?? '';
  return { line, words: `${model} ${line.dataset.words ?? ''} ${line.textContent}`.toLowerCase() };
});

const holdsShown = (part: HTMLElement) => part.querySelector('li:not(.of-files):not([hidden])') !== null;

field?.addEventListener('input', () => {
  const wanted = field.value.trim().toLowerCase();
  for (const { line, words } of lines) line.hidden = !words.includes(wanted);
  for (const group of groups) group.hidden = !holdsShown(group);
  for (const [at, fold] of folds.entries()) fold.open = wanted === '' ? wereOpen[at]! : holdsShown(fold);
  const found = lines.filter(({ line }) => !line.hidden).length;
  const status = field.parentElement?.querySelector('[role=status]');
  if (status) status.textContent = wanted === '' ? '' : `${counted(found, 'line')} of those shown here`;
});
