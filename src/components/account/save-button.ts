// The button that saves a model or takes it off the list: empty in the page, which is the same for everybody, and dressed here.
import { html } from '../../basics/html.ts';
import { setHtml } from '../element.ts';

/** Constant markup; filled or hollow says what the colour does not have to. */
const ICON = html`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M4 2.5h8v11l-4-3-4 3z"/>
  </svg><span class="save-word"></span><span class="out-of-sight"></span>`;

/** True when the button says that its model is saved. */
export function isMarked(button: HTMLButtonElement): boolean {
  return button.dataset.saved === 'true';
}

/** Makes the button say whether its model is saved. A button that says so already is left as it is. */
export function dress(button: HTMLButtonElement, isSaved: boolean): void {
  if (button.dataset.saved === String(isSaved)) return;
  if (!button.firstElementChild) setHtml(button, ICON);
  const [word, rest] = button.querySelectorAll('span');
  const { save: model } = button.dataset;
  button.dataset.saved = String(isSaved);
  button.title = isSaved ? 'Take it off your saved list' : 'Put it on your saved list';
  word!.textContent = isSaved ? 'Saved' : 'Save';
  rest!.textContent = isSaved ? `: ${model}. Take it off your list` : ` ${model} to your list`;
}
