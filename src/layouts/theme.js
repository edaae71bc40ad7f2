// Puts the visitor's theme on the page before anything is painted, and stores a new choice. Without script the system
// decides. Also marks whether somebody is signed in in this tab, so that nothing moves on the page of the account.
(() => {
  const root = document.documentElement;
  const themes = ['light', 'dark'];

  function kept() {
    try {
      return localStorage.getItem('theme');
    } catch {
      return null; // A browser may refuse to store anything.
    }
  }

  function wear(theme) {
    root.dataset.theme = themes.includes(theme) ? theme : 'system';
    const isChosen = root.dataset.theme !== 'system';
    document.querySelector('meta[name=color-scheme]').content = isChosen ? theme : 'light dark';
    // The frame of the page, such as a phone's address bar, takes the theme's colour too.
    for (const meta of document.querySelectorAll('meta[name=theme-color]')) {
      const own = meta.dataset.theme;
      meta.media = isChosen ? (own === theme ? 'all' : 'not all') : `(prefers-color-scheme: ${own})`;
    }
    for (const choice of document.querySelectorAll('.theme input')) {
      // Keeps the browser from restoring an earlier choice. Valid HTML has no `autocomplete` on a radio button, so
      // script sets it.
      choice.autocomplete = 'off';
      choice.checked = choice.value === root.dataset.theme;
    }
  }

  try {
    root.toggleAttribute('data-account', sessionStorage.getItem('account') !== null);
  } catch {}
  wear(kept());
  // The choices come after this script, so they do not exist yet.
  addEventListener('DOMContentLoaded', () => wear(kept()));
  // A choice in another window changes this page too.
  addEventListener('storage', ({ key }) => key === 'theme' && wear(kept()));
  document.addEventListener('change', ({ target }) => {
    if (!target.matches?.('.theme input')) return;
    try {
      localStorage.setItem('theme', target.value);
    } catch {}
    wear(target.value);
  });
})();
