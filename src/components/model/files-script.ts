// The file table with script: ordered and pinned without a request, and every path a link, however many there are.

import { own } from '../../basics/own.ts';
import { encodePath } from '../../nouns/file-path.ts';
import { pinnedPath } from '../../nouns/pinned-path.ts';
import { element } from '../element.ts';

/** Rows that become links at a time, so that a long table never delays a key press. */
const AT_ONCE = 200;

/** Takes over the links in the table's head and the choice of sources above it. */
export function startFiles(table: HTMLTableElement): void {
  const choice = document.querySelector<HTMLElement>('.leads');
  const rows = [...table.querySelectorAll<HTMLTableRowElement>('tbody tr:not(.group)')];
  const view = { start: table.dataset.files ?? '' };
  startOrder(table, rows);
  if (!choice) return;
  linkFarRows(rows, view);
  choice.addEventListener('click', (event) => {
    const chosen = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-via]') : null;
    if (!chosen || changed(event)) return;
    event.preventDefault();
    choice.querySelector('[aria-current]')?.removeAttribute('aria-current');
    chosen.setAttribute('aria-current', 'true');
    const before = view.start;
    view.start = pinned(before, chosen.dataset.via ?? '');
    for (const link of table.querySelectorAll('tbody a')) {
      const path = link.getAttribute('href')?.slice(before.length) ?? '';
      link.setAttribute('href', view.start + path);
    }
    for (const address of document.querySelectorAll('.files-start')) address.textContent = view.start;
  });
}

/** Gives the start of paths behind another source, or behind none. */
function pinned(start: string, token: string): string {
  const free = start.replace(/^\/via\/[^/]+/, '');
  return pinnedPath(token === '' ? undefined : token, free);
}

function linkFarRows(rows: HTMLTableRowElement[], view: { start: string }): void {
  const far = rows.filter(({ cells }) => cells[0]?.firstElementChild?.tagName !== 'A');
  const soon = window.requestIdleCallback ?? ((next: () => void) => setTimeout(next, 20));
  const go = () => {
    for (const { cells } of far.splice(0, AT_ONCE)) {
      const text = cells[0]?.firstChild;
      if (!text) continue;
      const path = text.textContent?.trim() ?? '';
      text.replaceWith(element('a', { href: view.start + encodePath(path) }, path), ' ');
    }
    if (far.length > 0) soon(go);
    else document.querySelector('.files-far')?.remove();
  };
  if (far.length > 0) soon(go);
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
    // A page that came sorted by size knows no other order, so the link requests one.
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

/** Gives the bytes of a row: exact if the page has them, else as shown. */
function sizeOf({ cells }: HTMLTableRowElement): number {
  const exact = cells[1]?.querySelector('data')?.value;
  if (exact) return Number(exact);
  const [figure, unit] = cells[1]?.textContent?.trim().split(' ') ?? [];
  return Number(figure) * (own(UNITS, unit ?? '') ?? 1);
}

/** True if the visitor asked the browser for more than a plain click. */
function changed(event: Event): boolean {
  return event instanceof MouseEvent && (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0);
}
