// Checks the ids of models on the command line.
import { parseModelId } from '../../../src/nouns/model-id.ts';
import { UsageFailure } from '../../process/failure.ts';

/** Throws a UsageFailure for the first text that is no model's id. */
export function checkModelIds(ids: readonly string[]): void {
  const odd = ids.find((id) => !parseModelId(id));
  if (odd !== undefined) throw new UsageFailure(`${JSON.stringify(odd)} is no model: name it as owner/name.`);
}
