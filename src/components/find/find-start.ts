// Loads the code of the header's search when its field first gets the focus, since most visitors of a page never search
// there.
import type { FindBox } from './find-box.ts';

const place = document.querySelector<HTMLElement>('.find');
const box = place?.querySelector<HTMLInputElement>('input');
if (place && box) startFind(place, box);

function startFind(place: HTMLElement, box: HTMLInputElement): void {
  let work: Promise<FindBox> | undefined;
  const load = () => {
    work ??= import('./find-box.ts').then((module) => new module.FindBox(place, box));
    work.catch(() => {
      work = undefined;
    });
    return work;
  };
  // The roles are set here, because without script the box is a plain field.
  box.setAttribute('role', 'combobox');
  box.setAttribute('aria-autocomplete', 'list');
  box.setAttribute('aria-controls', 'find-list');
  box.setAttribute('aria-expanded', 'false');
  box.addEventListener('focus', () => void load().catch(() => {}));
  if (document.activeElement === box) void load().catch(() => {});
  box.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    load().then(
      (found) => found.submit(),
      () => box.form?.submit(),
    );
  });
}
