// Opens the tool and the shell that a visitor chose last. This script stands before both and follows their arrival, so
// that the first panel painted is already the right one.
(() => {
  const picker = document.currentScript?.parentElement;
  try {
    const kept = ['client', 'shell'].map((name) => [name, localStorage.getItem(name) ?? '']);
    const open = () => {
      for (const [name, value] of kept) {
        const chosen = picker?.querySelector(`input[name=${name}][value="${CSS.escape(value)}"]`);
        if (chosen instanceof HTMLInputElement) chosen.checked = true;
      }
    };
    const arrival = new MutationObserver(open);
    arrival.observe(picker, { childList: true, subtree: true });
    addEventListener('DOMContentLoaded', () => arrival.disconnect());
    picker?.addEventListener('change', ({ target }) => {
      const isKept = target instanceof HTMLInputElement && (target.name === 'client' || target.name === 'shell');
      if (isKept) localStorage.setItem(target.name, target.value);
    });
  } catch {
    // A browser that stores nothing shows the first tab each time.
  }
})();
