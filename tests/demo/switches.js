// Sends a switch without leaving the page, and refreshes the state of the demo every second.
const EVERY_MS = 1000;
let turn = 0;

/** Shows the page in `answer`, unless a newer request has started in the meantime. */
async function show(answer) {
  const own = ++turn;
  const text = await answer.then((response) => (response.ok ? response.text() : undefined)).catch(() => undefined);
  if (own !== turn) return;
  document.getElementById('ended').textContent =
    text === undefined ? 'The demo does not answer: it may have ended.' : '';
  if (text === undefined) return;
  const page = new DOMParser().parseFromString(text, 'text/html');
  for (const fresh of page.querySelectorAll('[data-live]')) replace(document.getElementById(fresh.id), fresh);
}

/** Replaces `old` by `fresh`, and keeps the focus on the same element. */
function replace(old, fresh) {
  if (!old || old.isEqualNode(fresh)) return;
  const focused = old.contains(document.activeElement) ? document.activeElement.id : '';
  old.replaceWith(fresh);
  if (focused !== '') document.getElementById(focused)?.focus();
}

async function watch() {
  if (!document.hidden) await show(fetch('/'));
  setTimeout(watch, EVERY_MS);
}

document.addEventListener('submit', (event) => {
  event.preventDefault();
  const body = new URLSearchParams(new FormData(event.target, event.submitter));
  void show(fetch('/', { method: 'POST', body }));
});
setTimeout(watch, EVERY_MS);
