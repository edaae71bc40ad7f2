// Makes the desk of a page of the website. The page loads this module when the visitor adds the first file.
import type { CheckedFile } from '../../checking/file-check.ts';
import HashWorker from '../../checking/hash-worker.ts?worker';
import { CheckDesk } from './check-desk.ts';
import { type ResultView, stateHtml } from './results-html.ts';

export const deskIn = (panel: HTMLElement) => new CheckDesk(panel, () => new HashWorker(), markFile);

/** Marks the rows of a judged file in the table of files, which only the page of a model has. */
function markFile({ verdict, sha256, matches = [], ...file }: CheckedFile, view: ResultView): void {
  const expected = verdict?.kind === 'differs' ? [verdict.expected] : matches.map(({ path }) => ({ path, sha256 }));
  for (const row of document.querySelectorAll<HTMLTableRowElement>('.files tbody tr:not(.group)')) {
    const name = row.querySelector('summary, th > .fetch');
    const path = name?.querySelector('bdi')?.textContent;
    const hash = row.cells[2]?.textContent?.trim();
    if (!name || !expected.some((one) => one.path === path && one.sha256 === hash)) continue;
    name.querySelector('.state')?.remove();
    name.insertAdjacentHTML('beforeend', stateHtml({ ...file, ...(verdict && { verdict }) }, view).text);
    const fold = name.closest('tbody')?.querySelector<HTMLInputElement>('.unfold');
    if (fold) fold.checked = true;
  }
}
