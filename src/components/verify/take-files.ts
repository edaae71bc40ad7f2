// Takes a visitor's files, chosen in the zone or dropped anywhere on the page. Without this module, the browser would
// open a dropped file and leave the page.
import { type Chosen, filesOfDrop, filesOfInput } from '../../checking/chosen-files.ts';
import { byId } from '../element.ts';

type Take = (chosen: Chosen, isDropped: boolean) => unknown;

/** Passes each choice and each drop of files to `take`. */
export function takeFiles(take: Take): void {
  const zone = byId('drop');
  for (const input of zone.querySelectorAll('input')) {
    // Lets the field for folders accept a whole folder. The attribute is in no standard, so the page's HTML can't
    // contain it.
    input.webkitdirectory = input.name !== 'files';
    input.addEventListener('change', () => {
      take(filesOfInput(input), false);
      // Empties the field, so that choosing the same files again counts as a new choice.
      input.value = '';
    });
  }
  const folders = zone.querySelector<HTMLElement>('.folder-choice');
  if (folders) folders.hidden = !('webkitdirectory' in HTMLInputElement.prototype);
  const show = (isOver: boolean) => zone.classList.toggle('drop-over', isOver);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
  addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    show(true);
    event.preventDefault();
  });
  addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && show(false));
  addEventListener('drop', (event) => {
    show(false);
    if (!event.dataTransfer || !hasFiles(event)) return;
    event.preventDefault();
    void filesOfDrop(event.dataTransfer).then((all) => take(all, true));
  });
}
