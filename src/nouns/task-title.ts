// The names of tasks for people; programs and queries keep the ids of the public hub. The function has its own file, so
// that a script of a page does not load the words about tasks.

/** Writes the id of a task as a title, such as `Text to 3D`. */
export function taskTitle(task: string): string {
  const words = task
    .replaceAll('-', ' ')
    .replace(/^text2text/, 'text to text')
    .replace(/^zero shot/, 'zero-shot');
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/\b3d\b/, '3D').replace(/\bml\b/, 'ML');
}
