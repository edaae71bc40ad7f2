// Shows the commands of every tool, and the memory needed, for the version that a visitor chooses.

import type { Choice } from '../../../get-it/command-body.ts';
import type { TargetModel } from '../../../get-it/target-model.ts';
import { bytes } from '../../../model/figures.ts';
import { element, setHtml } from '../../element.ts';
import { toolsHtml } from './tools-html.ts';

const choiceOf = (input: HTMLInputElement) => JSON.parse(input.dataset.choice ?? '{}') as Choice;

/** Shows the commands of every tool for the version that `input` chooses. */
export function showChoice(picker: HTMLElement, input: HTMLInputElement): void {
  const target = JSON.parse(picker.dataset.target ?? '{}') as TargetModel;
  const choice = choiceOf(input);
  const open = picker.querySelector<HTMLInputElement>('input[name=client]:checked')?.value;
  const tools = picker.querySelector('.ways-in');
  if (tools) setHtml(tools, toolsHtml(target, choice, open));
  const label = element('strong', {}, choice.label);
  picker.querySelector('.chosen')?.replaceChildren('For ', label, `, ${bytes(choice.bytes)}:`);
  showNeeds(picker, input);
}

/** Shows the memory of the chosen version, as the row of the version gives it. */
function showNeeds(picker: HTMLElement, input: HTMLInputElement): void {
  const needed = picker.querySelector('.needed');
  const text = input.closest('tr')?.querySelector('.memory')?.textContent?.trim() ?? '';
  const line = needed?.parentElement;
  if (!needed || !line) return;
  needed.textContent = text;
  line.hidden = !/^\d/.test(text);
}

/** Computes the memory of every version for the number of tokens in the field `input`. */
export function updateMemory(picker: HTMLElement, input: HTMLInputElement): void {
  const table = picker.querySelector<HTMLElement>('.choices');
  const perToken = Number(table?.dataset.perToken);
  const tokens = input.valueAsNumber;
  if (!(tokens > 0) || !(perToken > 0)) return;
  const context = perToken * tokens;
  const target = picker.querySelector('.context-bytes');
  if (target) target.textContent = bytes(context);
  for (const row of picker.querySelectorAll<HTMLTableRowElement>('.choices tbody tr')) {
    const radio = row.querySelector<HTMLInputElement>('input[name=choice]');
    const { weights } = radio ? choiceOf(radio) : { weights: undefined };
    const cell = row.querySelector('.memory');
    if (cell && weights !== undefined) cell.textContent = bytes(weights + context);
    if (radio?.checked) showNeeds(picker, radio);
  }
}
