// Announces whether saving a model succeeded: always to a screen reader, on the screen only when it failed.
import { element } from '../element.ts';

const status = element('p', { class: 'out-of-sight', role: 'status' });
let trouble: HTMLElement | undefined;

/** Adds the element for announcements. Screen readers announce a text only if its element was in the page before. */
export function readyNotices(): void {
  document.body.append(status);
}

/** Announces a success to screen readers, and removes an earlier failure from the screen. */
export function say(sentence: string): void {
  trouble?.remove();
  status.textContent = sentence;
}

/**
 * Shows a failure over the page until the visitor dismisses it, so that nothing on the page moves. Returns the link to
 * `onward`, which stands below the sentence.
 */
export function sayTrouble(sentence: string, onward: { href: string; words: string }): HTMLAnchorElement {
  trouble?.remove();
  const before = document.activeElement;
  const link = element('a', { href: onward.href }, onward.words);
  const dismiss = element('button', { type: 'button', class: 'quiet' }, 'Dismiss');
  const attributes = { class: 'card notice-bad trouble', role: 'alert' };
  const box = element('div', attributes, element('p', {}, sentence), link, dismiss);
  const close = () => {
    const hadFocus = box.contains(document.activeElement);
    box.remove();
    if (hadFocus && before instanceof HTMLElement) before.focus();
  };
  dismiss.addEventListener('click', close);
  box.addEventListener('keydown', ({ key }) => key === 'Escape' && close());
  document.body.append(box);
  trouble = box;
  return link;
}
