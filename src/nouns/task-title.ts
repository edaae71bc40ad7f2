// The names of tasks for people; programs and queries use the ids of the public hub. The function has its own file, so
// that a page's script need not load the descriptions in `tasks.ts`.

/** Returns the title of a task, such as `Text to 3D` for `text-to-3d`. */
export function taskTitle(task: string): string {
  const words = task
    .replaceAll('-', ' ')
    .replace(/^text2text/, 'text to text')
    .replace(/^zero shot/, 'zero-shot');
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/\b3d\b/, '3D').replace(/\bml\b/, 'ML');
}
