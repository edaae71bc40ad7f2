// Choosing with script: the commands of every tool follow the choice, and the memory follows the context.
import type { AskedModel } from '../../../get-it/asked-model.ts';
import type { Choice } from '../../../get-it/choice.ts';
import { bytes } from '../../../model/figures.ts';
import { setHtml } from '../../browse/set-html.ts';
import { toolsHtml } from './tools-html.ts';

/** Takes over the table of choices in `picker`. */
export function startPicker(picker: HTMLElement): void {
  const asked = JSON.parse(picker.dataset.asked ?? '{}') as AskedModel;
  picker.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'choice') return;
    show(picker, asked, choiceOf(target));
  });
  picker.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'context') reckon(picker, target);
  });
  addEventListener('hashchange', () => chooseNamed(picker));
  if (chooseNamed(picker)) return;
  // A browser that comes back to the page has kept what was chosen.
  const chosen = picker.querySelector<HTMLInputElement>('input[name=choice]:checked');
  if (chosen && chosen !== picker.querySelector('input[name=choice]')) show(picker, asked, choiceOf(chosen));
}

/** Chooses what the fragment of the address names; true when it names a choice. */
function chooseNamed(picker: HTMLElement): boolean {
  const named = document.getElementById(location.hash.slice(1));
  if (!(named instanceof HTMLInputElement) || named.name !== 'choice' || !picker.contains(named)) return false;
  named.checked = true;
  named.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

const choiceOf = (input: HTMLInputElement) => JSON.parse(input.dataset.choice ?? '{}') as Choice;

function show(picker: HTMLElement, asked: AskedModel, choice: Choice): void {
  const open = picker.querySelector<HTMLInputElement>('input[name=client]:checked')?.value;
  const { tabs, panels } = toolsHtml(asked, choice, open);
  const list = picker.querySelector('.tools');
  const legend = list?.querySelector('legend');
  if (list && legend) {
    setHtml(list, tabs);
    list.prepend(legend);
  }
  const ways = picker.querySelector('.ways-in');
  if (ways) setHtml(ways, panels);
  const label = document.createElement('strong');
  label.textContent = choice.label;
  picker.querySelector('.chosen')?.replaceChildren('For ', label, `, ${bytes(choice.bytes)}:`);
}

/** The memory of every row for so many tokens. */
function reckon(picker: HTMLElement, input: HTMLInputElement): void {
  const table = picker.querySelector<HTMLElement>('.choices');
  const perToken = Number(table?.dataset.perToken);
  const tokens = input.valueAsNumber;
  if (!(tokens > 0) || !(perToken > 0)) return;
  const context = perToken * tokens;
  const told = picker.querySelector('.context-bytes');
  if (told) told.textContent = bytes(context);
  for (const row of picker.querySelectorAll<HTMLTableRowElement>('.choices tbody tr')) {
    const radio = row.querySelector<HTMLInputElement>('input[name=choice]');
    const { weights } = radio ? choiceOf(radio) : { weights: undefined };
    const cell = row.querySelector('.memory');
    if (cell && weights !== undefined) cell.textContent = bytes(weights + context);
  }
}
