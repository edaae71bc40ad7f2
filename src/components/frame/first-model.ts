// Chooses a model that newcomers can try because it is quick to download, and finds the first command on its page.

import { choicesOf } from '../../get-it/choices.ts';
import { targetModel } from '../../get-it/target-model.ts';
import { firstCommand } from '../../get-it/tool-commands.ts';
import { idParts } from '../../nouns/model-id.ts';
import type { ModelRow } from '../../shapes/models.ts';
import type { SiteHub } from '../../site/site-hub.ts';

/** Gives the model of `rows` with the fewest bytes of weights; undefined if none has a known size. */
export function firstModel(rows: ModelRow[]): ModelRow | undefined {
  let smallest: ModelRow | undefined;
  for (const row of rows) {
    const size = row.hub.weight_bytes;
    if (size && size < (smallest?.hub.weight_bytes ?? Infinity)) smallest = row;
  }
  return smallest;
}

/**
 * Gives the first command on the page of the model `id`; undefined if the hub lacks the model, or its page has no
 * command.
 */
export async function firstWay(hub: Pick<SiteHub, 'model' | 'baseUrl'>, id: string): Promise<string | undefined> {
  const { owner, name } = idParts(id);
  const model = await hub.model(owner, name);
  return 'why' in model ? undefined : firstCommand(targetModel(model, hub.baseUrl), choicesOf(model)[0]);
}
