// The script of the file table: sorts rows, changes the source of the links, and copies from rows, all without a
// request.

import { own } from '../../basics/own.ts';
import { fileCommand } from '../../get-it/shell/one-file.ts';
import { pinnedPath } from '../../nouns/pinned-path.ts';
import { copyText, sayOn } from '../copying/clipboard.ts';
import { element } from '../element.ts';

/** Handles the links in the table's head, the choice of sources above it, and its rows. */
export function startFiles(table: HTMLTableElement): void {
  const rows = [...table.querySelectorAll<HTMLTableRowElement>('tbody tr:not(.group)')];
  startOrder(table, rows);
  startRows(table);
  startSources(table);
}

function startSources(table: HTMLTableElement): void {
  const choice = document.querySelector<HTMLElement>('.leads');
  let start = table.dataset.files ?? '';
  choice?.addEventListener('click', (event) => {
    const chosen = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-via]') : null;
    if (!chosen || changed(event)) return;
    event.preventDefault();
    choice.querySelector('[aria-current]')?.removeAttribute('aria-current');
    chosen.setAttribute('aria-current', 'true');
    const before = start;
    start = pinned(before, chosen.dataset.via ?? '');
    for (const link of table.querySelectorAll('.fetch'))
      link.setAttribute('href', start + (link.getAttribute('href')?.slice(before.length) ?? ''));
  });
}

/** Gives the start of file addresses with the source `token` pinned, or with no source pinned if `token` is ''. */
function pinned(start: string, token: string): string {
  const free = start.replace(/^\/via\/[^/]+/, '');
  return pinnedPath(token === '' ? undefined : token, free);
}

/** Reads the path that a row shows. */
const pathOf = (row: HTMLTableRowElement) => row.querySelector('summary bdi')?.textContent ?? '';
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
function startRows(table: HTMLTableElement): void {
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

/** Fills an opened row with what a long table leaves out, and with the command in the visitor's shell. */
function fill(opened: HTMLDetailsElement): void {
  const row = opened.closest('tr');
  if (!row || !opened.open) return;
  const shown = opened.querySelector('pre code');
  const command = commandOf(row);
  if (shown && command !== '') shown.textContent = command;
  if (shown || opened.querySelector('.more')) return;
  const button = (what: string) => element('button', { type: 'button', class: 'copy' }, `Copy ${what}`);
  const block = element('div', { class: 'block' }, element('pre', {}, element('code', {}, command)), button('curl'));
  const whole = element('p', { class: 'block' }, element('code', {}, hashOf(row)), ' ', button('hash'));
  opened.append(element('div', { class: 'more' }, whole, command !== '' && block));
}

function startOrder(table: HTMLTableElement, rows: HTMLTableRowElement[]): void {
  const built = [...table.tBodies];
  const flat = document.createElement('tbody');
  flat.setAttribute('role', 'rowgroup');
  const sizes = new Map(rows.map((row) => [row, sizeOf(row)]));
  const home = new Map(rows.map((row) => [row, [row.parentElement, row.nextElementSibling] as const]));
  table.tHead?.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-sort]') : null;
    const column = link?.closest('th');
    // If the hub sorted the page by size, the page does not know the order by path, so the link loads another page.
    if (!link || !column || changed(event) || new URLSearchParams(location.search).has('sort')) return;
    event.preventDefault();
    const down = column.getAttribute('aria-sort') !== 'descending';
    for (const other of table.tHead?.querySelectorAll('th[aria-sort]') ?? []) other.removeAttribute('aria-sort');
    if (link.dataset.sort === 'path') {
      column.setAttribute('aria-sort', 'ascending');
      for (const row of [...rows].reverse()) {
        const [parent, next] = home.get(row)!;
        parent?.insertBefore(row, next);
      }
      flat.replaceWith(...built);
      return;
    }
    column.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const sign = down ? -1 : 1;
    flat.append(...[...rows].sort((one, other) => sign * (sizes.get(one)! - sizes.get(other)!)));
    for (const body of built) body.remove();
    table.tHead?.after(flat);
  });
}

const UNITS: Record<string, number> = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, PB: 1e15 };

/** Gives the bytes of a row's file: exact if the page has the number, otherwise as shown. */
function sizeOf({ cells }: HTMLTableRowElement): number {
  const exact = cells[1]?.querySelector('data')?.value;
  if (exact) return Number(exact);
  const [figure, unit] = cells[1]?.textContent?.trim().split(' ') ?? [];
  return Number(figure) * (own(UNITS, unit ?? '') ?? 1);
}

/** True if the click asks the browser for something else, such as a new tab. */
function changed(event: Event): boolean {
  return event instanceof MouseEvent && (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0);
}
