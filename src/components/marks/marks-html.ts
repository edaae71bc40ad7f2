// Draws marks that make lists easy to scan: a square for an owner, an icon for a task, a bar for a number. Each mark
// repeats what text says, so nobody needs to see it.

import { type Html, html } from '../../basics/html.ts';
import { fnv1a } from '../../digests/fnv1a.ts';
import { taskKind } from '../../nouns/task-kind.ts';

/** The number of colours for owners in marks.css, and the number of lengths that a bar may have. */
const [COLOURS, STEPS] = [12, 10];

const encoder = new TextEncoder();

/** Makes the square of an owner: the first letters of the name, in a colour that depends only on the name. */
export function ownerMark(owner: string): Html {
  const [first = '', second = ''] = owner.replace(/[^\p{L}\p{N}]+/gu, '');
  return html`<i class="mark mark-${fnv1a(encoder.encode(owner)) % COLOURS}" data-letters="${first.toUpperCase()}${second}"></i>`;
}

/** Makes the icon for a task's kind of work. */
export function taskIcon(task: string): Html {
  return html`<i class="task task-${taskKind(task)}"></i>`;
}

/**
 * Makes a bar for `value` in a list whose largest value is `most`. The length grows with the square root, so that other
 * bars stay visible beside one huge value.
 */
export function barHtml(value: number, most: number): Html {
  const step = most === 0 ? 0 : Math.ceil(STEPS * Math.sqrt(value / most));
  return html`<i class="bar bar-${step}"></i>`;
}
