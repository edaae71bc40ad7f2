// Handles the keys of the browse page: `/` goes to the search, arrows move along the rows, `c` copies a row's command,
// `?` shows the list of keys.
import { own } from '../../basics/own.ts';
import { copyFrom } from '../copying/copy-button.ts';
import { areKeysOn, isWriting, keepKeysOn } from '../single-keys.ts';

/**
 * Starts listening for keys. They work while they are switched on and the visitor is not typing. In the search field,
 * only the down arrow works.
 */
export function startKeys(place: HTMLElement, status: HTMLElement): void {
  const search = place.querySelector<HTMLInputElement>('input[type=search]')!;
  const help = document.querySelector<HTMLDialogElement>('.keys-help')!;
  const names = () => [...place.querySelectorAll<HTMLAnchorElement>('.model-id')];
  const switched = help.querySelector<HTMLInputElement>('input')!;
  switched.checked = areKeysOn();
  switched.addEventListener('change', () => keepKeysOn(switched.checked));
  document.querySelector('.keys-open')?.addEventListener('click', () => help.showModal());

  const step = (by: 1 | -1): boolean => {
    const active = document.activeElement;
    const row = active?.closest('.models tbody tr');
    const all = names();
    const at = row ? all.findIndex((name) => row.contains(name)) : -1;
    // When the focus is elsewhere on the page, the arrows scroll as usual.
    const isBefore = active === search || active === document.body || active?.matches('.results');
    if (at < 0 && (by < 0 || !isBefore)) return false;
    const next = at + by < 0 ? search : all[at + by];
    next?.focus();
    return next !== undefined;
  };
  const copy = (): boolean => {
    const button = document.activeElement?.closest('.models tbody tr')?.querySelector<HTMLButtonElement>('.row-copy');
    if (!button) return false;
    void copyFrom(button).then((copied) => {
      status.textContent = copied ? `Copied: ${button.dataset.copy}` : 'The command could not be copied.';
    });
    return true;
  };
  const actions: Record<string, () => boolean> = {
    '/': () => {
      search.focus();
      search.select();
      return true;
    },
    c: copy,
    '?': () => {
      help.showModal();
      return true;
    },
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
  };
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || help.open || !areKeysOn()) return;
    const isArrowFromSearch = key === 'ArrowDown' && target === search;
    if (isWriting(target) && !isArrowFromSearch) return;
    if (own(actions, key)?.()) event.preventDefault();
  });
}
