// Makes the choice of versions work. The script that shows commands loads with the first choice, since most visitors
// take the recommended version.

const follow = () => import('./picker-script.ts');

/** Handles the table of versions in `picker`. */
export function startPicker(picker: HTMLElement): void {
  const show = (input: HTMLInputElement) => void follow().then(({ showChoice }) => showChoice(picker, input));
  picker.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'choice') return;
    // The address names the version, so a reload and a copied link keep it.
    history.replaceState(null, '', `#${target.id}`);
    show(target);
  });
  picker.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'context')
      void follow().then(({ updateMemory }) => updateMemory(picker, target));
  });
  addEventListener('hashchange', () => chooseNamed(picker));
  if (chooseNamed(picker)) return;
  // When a visitor comes back to the page, the browser may restore an earlier choice.
  const chosen = picker.querySelector<HTMLInputElement>('input[name=choice]:checked');
  if (chosen && chosen !== picker.querySelector('input[name=choice]')) show(chosen);
}

/** Selects the version that the fragment of the address names; true if it names one. */
function chooseNamed(picker: HTMLElement): boolean {
  const named = document.getElementById(location.hash.slice(1));
  if (!(named instanceof HTMLInputElement) || named.name !== 'choice' || !picker.contains(named)) return false;
  named.closest('details')?.setAttribute('open', '');
  named.checked = true;
  named.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}
