// The script of the choices. That of the commands loads with the first choice, since most visitors take the recommended
// one.

const follow = () => import('./picker-script.ts');

/** Takes over the table of choices in `picker`. */
export function startPicker(picker: HTMLElement): void {
  const show = (input: HTMLInputElement) => void follow().then(({ showChoice }) => showChoice(picker, input));
  picker.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'choice') show(target);
  });
  picker.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'context')
      void follow().then(({ reckon }) => reckon(picker, target));
  });
  addEventListener('hashchange', () => chooseNamed(picker));
  if (chooseNamed(picker)) return;
  // A browser that returns to the page has kept the choice.
  const chosen = picker.querySelector<HTMLInputElement>('input[name=choice]:checked');
  if (chosen && chosen !== picker.querySelector('input[name=choice]')) show(chosen);
}

/** Selects the choice that the fragment of the address names; true if it names one. */
function chooseNamed(picker: HTMLElement): boolean {
  const named = document.getElementById(location.hash.slice(1));
  if (!(named instanceof HTMLInputElement) || named.name !== 'choice' || !picker.contains(named)) return false;
  named.closest('details')?.setAttribute('open', '');
  named.checked = true;
  named.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}
