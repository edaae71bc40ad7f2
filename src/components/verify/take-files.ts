// Takes a visitor's files: chosen in the zone, or dropped anywhere on the page, where the browser would open them and lose
// the page.
import { type Chosen, filesOfDrop, filesOfDropWithoutOrigin, filesOfInput } from '../../checking/chosen-files.ts';
import { byId } from '../element.ts';

type Take = (chosen: Chosen, isDropped: boolean) => void;

/** Passes on chosen and dropped files. */
export function takeFiles(take: Take): void {
  const zone = byId('drop');
  const dropped = document.querySelector<HTMLInputElement>('#dropped-folder');
  for (const input of [...zone.querySelectorAll('input'), ...(dropped ? [dropped] : [])]) {
    // Accepts a whole folder: no standard has this attribute, so the page can't contain it.
    input.webkitdirectory = input.name !== 'files';
    input.addEventListener('change', () => {
      take(filesOfInput(input), input === dropped);
      // The same choice made again counts as a new choice.
      input.value = '';
    });
  }
  const folders = zone.querySelector<HTMLElement>('.folder-choice');
  if (folders) folders.hidden = !('webkitdirectory' in HTMLInputElement.prototype);
  takeDrops(zone, dropped, take);
}

/** On a page without an origin, which has the field `dropped`, the browser itself opens a folder, into that field. */
function takeDrops(zone: HTMLElement, dropped: HTMLInputElement | null, take: Take): void {
  const field = self.origin === 'null' ? dropped : null;
  /** During a drag the field covers the whole page. */
  const show = (isOver: boolean) => {
    zone.classList.toggle('drop-over', isOver);
    if (field) field.hidden = !isOver;
  };
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
  addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    show(true);
    // The field itself takes files that it can.
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
