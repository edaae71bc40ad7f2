// The model a newcomer is offered to try: real, current, and quick to download.
import type { ModelRow } from '../../shapes/models.ts';

/** The smallest of these models by weights; undefined when none tells its size. */
export function firstModel(rows: ModelRow[]): ModelRow | undefined {
  let smallest: ModelRow | undefined;
  for (const row of rows) {
    const size = row.hub.weight_bytes;
    if (size && size < (smallest?.hub.weight_bytes ?? Infinity)) smallest = row;
  }
  return smallest;
}
