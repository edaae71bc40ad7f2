// Opens the tool and the shell that a visitor chose last. This script stands between the tabs and the panels, so that
// the first panel shown is already the right one.
(() => {
  const picker = document.currentScript?.parentElement;
  try {
    for (const name of ['client', 'shell']) {
      const chosen = picker?.querySelector(
        `input[name=${name}][value="${CSS.escape(localStorage.getItem(name) ?? '')}"]`,
      );
      if (chosen instanceof HTMLInputElement) chosen.checked = true;
    }
    picker?.addEventListener('change', ({ target }) => {
      const isKept = target instanceof HTMLInputElement && (target.name === 'client' || target.name === 'shell');
      if (isKept) localStorage.setItem(target.name, target.value);
    });
  } catch {
    // A browser that stores nothing shows the first tab each time.
  }
})();
