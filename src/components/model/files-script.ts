// The script of the file table: copies from rows, in the shell that the visitor chose.

import { fileCommand } from '../../get-it/shells.ts';
import { copyText, sayOn } from '../copying/copying.ts';
import { element } from '../element.ts';

/** Reads the path that a row shows. */
const pathOf = (row: HTMLTableRowElement) => row.querySelector('th bdi')?.textContent ?? '';
const hashOf = (row: HTMLTableRowElement) => row.cells[2]?.textContent?.trim() ?? '';

/** Makes the command that fetches the file of a row, in the shell that the visitor chose. */
function commandOf(row: HTMLTableRowElement): string {
  const link = row.querySelector<HTMLAnchorElement>('.fetch');
  const isPowershell = document.querySelector<HTMLInputElement>('#shell-powershell')?.checked === true;
  return link ? fileCommand(link.href, { path: pathOf(row), sha256: hashOf(row) }, isPowershell) : '';
}

/**
 * Shows two buttons, which serve all rows: they move to the row that has the pointer or the focus, or that was tapped.
 */
export function startFiles(table: HTMLTableElement): void {
  const [hash, curl] = ['Copy hash', 'Copy curl'].map((words) =>
    element('button', { type: 'button' }, words, element('span', { class: 'out-of-sight' })),
  ) as [HTMLButtonElement, HTMLButtonElement];
  const actions = element('span', { class: 'acts' }, hash, curl);
  let row: HTMLTableRowElement | undefined;
  const moveTo = ({ target }: Event) => {
    const found = target instanceof Element ? target.closest<HTMLTableRowElement>('tbody tr:not(.group)') : null;
    if (!found || found === row || actions.querySelector(':focus-visible')) return;
    row = found;
    curl.hidden = !row.querySelector('.fetch');
    for (const button of [hash, curl]) button.lastElementChild!.textContent = ` of ${pathOf(row)}`;
    row.cells[3]?.prepend(actions);
  };
  table.addEventListener('pointerover', moveTo);
  table.addEventListener('focusin', moveTo);
  hash.addEventListener('click', () => row && void copy(hash, hashOf(row)));
  curl.addEventListener('click', () => row && void copy(curl, commandOf(row)));
  // Listens in the capture phase, since the event `toggle` does not bubble.
  table.addEventListener('toggle', ({ target }) => fill(target as HTMLDetailsElement), { capture: true });
}

async function copy(button: HTMLButtonElement, text: string): Promise<void> {
  sayOn(button, (await copyText(text)) ? 'Copied' : 'Failed');
}

/** Shows the command of an opened row in the visitor's shell. */
function fill(opened: HTMLDetailsElement): void {
  const row = opened.closest('tr');
  const shown = opened.querySelector('pre code');
  const command = row && opened.open ? commandOf(row) : '';
  if (shown && command !== '') shown.textContent = command;
}
