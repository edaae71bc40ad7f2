// Tells a visitor what came of saving a model: a screen reader always, the eye only when it went wrong.

const status = document.createElement('p');
status.className = 'out-of-sight';
status.setAttribute('role', 'status');
let trouble: HTMLElement | undefined;

/** Puts in place what screen readers listen to; that has to be there before anything is said. */
export function readyNotices(): void {
  document.body.append(status);
}

/** Says that it worked. */
export function say(sentence: string): void {
  trouble?.remove();
  status.textContent = sentence;
}

/** Says why it did not, over the page until it is dismissed, so that nothing moves. Gives the link to `onward`. */
export function sayTrouble(sentence: string, onward: { href: string; words: string }): HTMLAnchorElement {
  trouble?.remove();
  const before = document.activeElement;
  const box = document.createElement('div');
  box.className = 'card notice-bad trouble';
  box.setAttribute('role', 'alert');
  const text = document.createElement('p');
  text.textContent = sentence;
  const link = document.createElement('a');
  link.href = onward.href;
  link.textContent = onward.words;
  const dismiss = document.createElement('button');
  dismiss.type = 'button';
  dismiss.className = 'quiet';
  dismiss.textContent = 'Dismiss';
  const close = () => {
    const hadFocus = box.contains(document.activeElement);
    box.remove();
    if (hadFocus && before instanceof HTMLElement) before.focus();
  };
  dismiss.addEventListener('click', close);
  box.addEventListener('keydown', ({ key }) => key === 'Escape' && close());
  box.append(text, link, dismiss);
  document.body.append(box);
  trouble = box;
  return link;
}
