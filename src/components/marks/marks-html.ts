// Marks to scan lists by: a square for the owner, an icon for the task, a badge for the format, a bar for a number. All
// of them repeat what text beside them says, or what their text says, so nobody needs to see them.

import { type Html, html } from '../../basics/html.ts';
import { fnv1a } from '../../digests/fnv1a.ts';
import { taskKind } from '../../nouns/task-kind.ts';

/** The colours of `marks.css` for owners, and the steps of a bar. */
const [COLOURS, STEPS] = [12, 10];

const encoder = new TextEncoder();

/** Makes the square of an owner: the first letters of its name, in a colour that only depends on the name. */
export function ownerMark(owner: string): Html {
  const [first = '', second = ''] = owner.replace(/[^\p{L}\p{N}]+/gu, '');
  return html`<i class="mark mark-${fnv1a(encoder.encode(owner)) % COLOURS}" data-letters="${first.toUpperCase()}${second}"></i>`;
}

/** Makes the icon of a task, for the kind of work that it is. */
export function taskIcon(task: string): Html {
  return html`<i class="task task-${taskKind(task)}"></i>`;
}

/** Makes a bar of `value` among values up to `most`; by square root, so that a list with one giant still shows the others. */
export function barHtml(value: number, most: number): Html {
  const step = most === 0 ? 0 : Math.ceil(STEPS * Math.sqrt(value / most));
  return html`<i class="bar bar-${step}"></i>`;
}
