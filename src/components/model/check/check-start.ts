// Waits for files of the visitor; the code that hashes and judges them loads with the first.
import { type Chosen, filesOfDrop, filesOfInput } from '../../../checking/chosen-files.ts';
import type { CheckRun } from './check-run.ts';

/** Makes the fields of `panel` work, and accepts drops on the whole page. */
export function startCheck(panel: HTMLElement): void {
  // No standard has this attribute; browsers read only its property.
  panel.querySelector<HTMLInputElement>('input[name=folder]')!.webkitdirectory = true;
  let run: Promise<CheckRun> | undefined;
  const take = async (chosen: Chosen, isDropped = false) => {
    run ??= import('./check-run.ts').then((module) => new module.CheckRun(panel));
    const work = await run;
    work.take(chosen);
    work.showVerdict(isDropped);
  };
  for (const input of panel.querySelectorAll<HTMLInputElement>('input[type=file]'))
    input.addEventListener('change', () => {
      const chosen = filesOfInput(input);
      // The same choice made again counts as a new choice.
      input.value = '';
      void take(chosen);
    });
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
  addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    panel.classList.add('drop-over');
  });
  addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) panel.classList.remove('drop-over');
  });
  addEventListener('drop', (event) => {
    panel.classList.remove('drop-over');
    if (!event.dataTransfer || !hasFiles(event)) return;
    event.preventDefault();
    void filesOfDrop(event.dataTransfer).then((chosen) => take(chosen, true));
  });
}
