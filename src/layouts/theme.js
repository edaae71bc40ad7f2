// The visitor's theme: put on the page before anything is painted, kept when it is chosen. Without script the system decides.
// And whether somebody is signed in in this tab, so that there is room at once for what that adds to a page.
(() => {
  const root = document.documentElement;
  const themes = ['light', 'dark'];

  function kept() {
    try {
      return localStorage.getItem('theme');
    } catch {
      return null; // A browser may refuse to keep anything.
    }
  }

  function keep(theme) {
    try {
      if (themes.includes(theme)) localStorage.setItem('theme', theme);
      else localStorage.removeItem('theme');
    } catch {}
  }

  function wear(theme) {
    root.dataset.theme = themes.includes(theme) ? theme : 'system';
    const isChosen = root.dataset.theme !== 'system';
    document.querySelector('meta[name=color-scheme]').content = isChosen ? theme : 'light dark';
    // What frames the page, such as a phone's address bar, takes the colour of the theme as well.
    for (const meta of document.querySelectorAll('meta[name=theme-color]')) {
      const own = meta.dataset.theme;
      meta.media = isChosen ? (own === theme ? 'all' : 'not all') : `(prefers-color-scheme: ${own})`;
    }
    for (const choice of document.querySelectorAll('.theme input')) {
      // A browser may put back what was chosen before; HTML has no attribute for that on a radio button.
      choice.autocomplete = 'off';
      choice.checked = choice.value === root.dataset.theme;
    }
  }

  function isSignedIn() {
    try {
      return sessionStorage.getItem('account') !== null;
    } catch {
      return false;
    }
  }

  root.toggleAttribute('data-account', isSignedIn());
  wear(kept());
  // The choices are below this script, so they are not there yet.
  addEventListener('DOMContentLoaded', () => wear(kept()));
  // Chosen in another window.
  addEventListener('storage', ({ key }) => key === 'theme' && wear(kept()));
  document.addEventListener('change', ({ target }) => {
    if (!target.matches?.('.theme input')) return;
    keep(target.value);
    wear(target.value);
  });
})();
