// Takes a visitor's files, chosen in the zone or dropped anywhere on the page. Without this module, the browser would
// open a dropped file and leave the page.
import { type Chosen, filesOfDrop, filesOfDropWithoutOrigin, filesOfInput } from '../../checking/chosen-files.ts';
import { byId } from '../element.ts';

type Take = (chosen: Chosen, isDropped: boolean) => unknown;

/** Passes each choice and each drop of files to `take`. */
export function takeFiles(take: Take): void {
  const zone = byId('drop');
  const dropped = document.querySelector<HTMLInputElement>('#dropped-folder');
  for (const input of [...zone.querySelectorAll('input'), ...(dropped ? [dropped] : [])]) {
    // Lets every field except `files` accept a whole folder. The attribute is in no standard, so the page's HTML can't
    // contain it.
    input.webkitdirectory = input.name !== 'files';
    input.addEventListener('change', () => {
      take(filesOfInput(input), input === dropped);
      // Empties the field, so that choosing the same files again counts as a new choice.
      input.value = '';
    });
  }
  const folders = zone.querySelector<HTMLElement>('.folder-choice');
  if (folders) folders.hidden = !('webkitdirectory' in HTMLInputElement.prototype);
  takeDrops(zone, dropped, take);
}

/**
 * Handles drops. On a page without an origin, script can't open a folder, but the browser puts it into the field
 * `dropped`.
 */
function takeDrops(zone: HTMLElement, dropped: HTMLInputElement | null, take: Take): void {
  const field = self.origin === 'null' ? dropped : null;
  /** Shows that a drop is possible. During a drag, the field `dropped` covers the whole page. */
  const show = (isOver: boolean) => {
    zone.classList.toggle('drop-over', isOver);
    if (field) field.hidden = !isOver;
  };
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
  addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    show(true);
    // The field `dropped` takes dropped files itself, so a drag over it keeps the browser's default.
    if (event.target !== field) event.preventDefault();
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) show(false);
  });
  addEventListener('drop', (event) => {
    show(false);
    const { dataTransfer } = event;
    if (!dataTransfer || !hasFiles(event)) return;
    const chosen = field ? filesOfDropWithoutOrigin(dataTransfer) : filesOfDrop(dataTransfer);
    if (chosen === undefined) return;
    event.preventDefault();
    void Promise.resolve(chosen).then((all) => take(all, true));
  });
}
