// Handles the form of the browse page in a browser: reads the visitor's question, fills in a question, and updates the
// counts beside the choices.
import { element } from '../element.ts';
import { type BrowseQuestion, readQuestion, sorts, unseenFilters } from '../questions/browse-question.ts';

/** Reads the visitor's question from the fields of the form. */
export function questionOf(form: HTMLFormElement): BrowseQuestion {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') query.append(name, value);
  return readQuestion(query);
}

/**
 * Writes a question into the fields. A chosen value that has no box yet gets one when the choices are next replaced.
 */
export function fillForm(form: HTMLFormElement, question: BrowseQuestion): void {
  const asked = (name: string) =>
    name === 'sort' ? (question.sort ?? '') : (question.filters.find((filter) => filter.name === name)?.value ?? '');
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.type === 'radio') field.checked = field.value === asked(field.name);
    else if (field instanceof HTMLInputElement && field.type === 'checkbox')
      field.checked = question.filters.some(({ name, value }) => name === field.name && value === field.value);
    else if (field instanceof HTMLInputElement && field.type !== 'hidden') field.value = asked(field.name);
    else if (field instanceof HTMLSelectElement) {
      const at = sorts.findIndex(([name]) => name === question.sort);
      field.selectedIndex = Math.max(at, 0);
    }
  }
  for (const hidden of form.querySelectorAll('input[type=hidden]')) hidden.remove();
  form.append(...unseenFilters(question).map((filter) => element('input', { type: 'hidden', ...filter })));
}

/**
 * Replaces the choices and their counts. Groups that the visitor opened stay open, and the focused choice keeps the
 * focus.
 */
export function replaceFacets(list: HTMLElement, fresh: Element): void {
  const open = [...list.querySelectorAll('details[open]')].map(
    (one) => one.closest<HTMLElement>('[data-group]')?.dataset.group,
  );
  const focused = list.contains(document.activeElement) ? document.activeElement : null;
  list.replaceChildren(...fresh.childNodes);
  for (const group of open) list.querySelector(`[data-group="${group}"] details`)?.toggleAttribute('open', true);
  if (!(focused instanceof HTMLInputElement)) return;
  const { name, value } = focused;
  const choices = [...list.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)];
  (choices.find((choice) => choice.value === value) ?? choices[0])?.focus({ preventScroll: true });
}
