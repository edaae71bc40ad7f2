// Files and folders dropped on the page, wherever on it: what misses the field would be opened by the browser, and the list be lost.
import { type Chosen, filesOfDrop, filesOfDropWithoutOrigin } from '../../../src/checking/chosen-files.ts';
import { byId } from '../../../src/components/element.ts';

/** Hands on what is dropped. A folder that the browser opens itself arrives in the field `dropped-folder`. */
export function takeDrops(take: (chosen: Chosen) => void): void {
  const drop = byId('drop');
  const field = byId<HTMLInputElement>('dropped-folder');
  const hasOrigin = self.origin !== 'null';
  /** While something is dragged the field lies over the whole page. */
  const show = (isOver: boolean) => {
    drop.classList.toggle('drop-over', isOver);
    field.hidden = hasOrigin || !isOver;
  };
  addEventListener('dragover', (event) => {
    show(true);
    // The field takes by itself what it can.
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
