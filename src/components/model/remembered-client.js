// Opens the tab a visitor chose last. It runs where it stands, between the tabs and what they show, so nothing jumps.
(() => {
  const tabs = document.currentScript?.previousElementSibling;
  /** @param {string} key */
  const tab = (key) => tabs?.querySelector(`input[value="${CSS.escape(key)}"]:not([data-missing])`);
  try {
    const chosen = tab(localStorage.getItem('client') ?? '');
    if (chosen instanceof HTMLInputElement) chosen.checked = true;
    tabs?.addEventListener('change', ({ target }) => {
      if (target instanceof HTMLInputElement) localStorage.setItem('client', target.value);
    });
  } catch {
    // A browser that keeps nothing for us shows the first tab each time.
  }
})();
