// Draws marks that make lists easy to scan: a square for an owner, an icon for a task. Each mark repeats what text says,
// so nobody needs to see it.

import { type Html, html } from '../../basics/html.ts';
import { fnv1a } from '../../digests/fnv1a.ts';
import { taskKind } from '../../nouns/tasks.ts';

/** The number of colours for owners in marks.css. */
const COLOURS = 12;

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
