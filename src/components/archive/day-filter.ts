// The filter of a day's lists: only lines that hold what is written stay, and the lists that have some are open.

import { counted } from '../../model/figures.ts';

/** A line: that of a model, or of a file below its model, which is found by either name. */
interface Line {
  line: HTMLElement;
  words: string;
}

const field = document.querySelector<HTMLInputElement>('#day-filter');
const folds = [...document.querySelectorAll<HTMLDetailsElement>('.day-list, .day-list details')];
/** How each fold was before anything was written. */
const wereOpen = folds.map(({ open }) => open);
const groups = [...document.querySelectorAll<HTMLElement>('.day-list .of-files')];
const lines = [...document.querySelectorAll<HTMLElement>('.day-list li:not(.of-files)')].map((line): Line => {
  const model = line.closest('.of-files')?.querySelector('p')?.textContent ?? '';
  return { line, words: `${model} ${line.textContent}`.toLowerCase() };
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
