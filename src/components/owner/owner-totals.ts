// Counts the tasks of an owner's models.
import type { ModelRow } from '../../shapes/models.ts';

/** The most tasks shown. */
const MOST = 8;

/** The tasks of these models and how many have each, the most frequent first. */
export function tasksOf(rows: readonly ModelRow[]): [task: string, models: number][] {
  const tasks = new Map<string, number>();
  for (const { pipeline_tag: task } of rows) if (task) tasks.set(task, (tasks.get(task) ?? 0) + 1);
  return [...tasks].sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1)).slice(0, MOST);
}
