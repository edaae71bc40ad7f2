// The filter of a day's lists: only lines that hold what is written stay, and the lists that have some are open.

import { counted } from '../../model/figures.ts';

const field = document.querySelector<HTMLInputElement>('#day-filter');
const lists = [...document.querySelectorAll<HTMLDetailsElement>('.day-list')];
/** How each list was before anything was written. */
const wereOpen = lists.map(({ open }) => open);

field?.addEventListener('input', () => {
  const wanted = field.value.trim().toLowerCase();
  let found = 0;
  for (const [at, list] of lists.entries()) {
    let inList = 0;
    for (const line of list.querySelectorAll<HTMLElement>('li')) {
      line.hidden = !(line.textContent ?? '').toLowerCase().includes(wanted);
      if (!line.hidden) inList++;
    }
    list.open = wanted === '' ? wereOpen[at]! : inList > 0;
    found += inList;
  }
  const status = field.parentElement?.querySelector('[role=status]');
  if (status) status.textContent = wanted === '' ? '' : `${counted(found, 'line')} of those shown here`;
});
