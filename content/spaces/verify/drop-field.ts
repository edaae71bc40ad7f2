// Takes files and folders dropped anywhere on the page: the browser would open those beside the field, and lose the list.
import { type Chosen, filesOfDrop, filesOfDropWithoutOrigin } from '../../../src/checking/chosen-files.ts';
import { byId } from '../../../src/components/element.ts';

/** Passes on dropped files. A folder that the browser itself opens arrives in the field `dropped-folder`. */
export function takeDrops(take: (chosen: Chosen) => void): void {
  const drop = byId('drop');
  const field = byId<HTMLInputElement>('dropped-folder');
  const hasOrigin = self.origin !== 'null';
  /** During a drag the field covers the whole page. */
  const show = (isOver: boolean) => {
    drop.classList.toggle('drop-over', isOver);
    field.hidden = hasOrigin || !isOver;
  };
  addEventListener('dragover', (event) => {
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
    const chosen = dataTransfer && (hasOrigin ? filesOfDrop(dataTransfer) : filesOfDropWithoutOrigin(dataTransfer));
    if (chosen === undefined) return;
    event.preventDefault();
    if (chosen) Promise.resolve(chosen).then(take);
  });
}
