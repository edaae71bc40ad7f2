// Draws the button that adds a model to the visitor's saved list or removes it. The page is the same for everybody, so
// the button stays hidden until this script labels it.
import { html } from '../../basics/html.ts';
import { setHtml } from '../element.ts';

/**
 * The icon and two empty labels. The icon is filled for a saved model and hollow for others, so that the state does not
 * depend on colour.
 */
const ICON = html`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M4 2.5h8v11l-4-3-4 3z"/>
  </svg><span class="save-word"></span><span class="out-of-sight"></span>`;

/** True if the button shows its model as saved. */
export function isMarked(button: HTMLButtonElement): boolean {
  return button.dataset.saved === 'true';
}

/** Makes the button show whether its model is saved. Leaves the button alone if it shows that already. */
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
