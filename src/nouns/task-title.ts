// The names of tasks for people; programs and queries keep the ids of the public hub. By itself, so that a script on a page
// takes no words about tasks along.

/** Writes the id of a task as a title: `Text to 3D`. */
export function taskTitle(task: string): string {
  const words = task
    .replaceAll('-', ' ')
    .replace(/^text2text/, 'text to text')
    .replace(/^zero shot/, 'zero-shot');
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/\b3d\b/, '3D').replace(/\bml\b/, 'ML');
}
