// Finds the models that a model was made from or runs on, as its tags, its card and its files name them.
import { defined } from '../basics/records.ts';
import { adapterLoader, needsBase } from '../model/adapter.ts';
import { parseModelId } from '../nouns/model-id.ts';
import type { ModelPage } from './model-page.ts';

/** Gives the tag of models that were made from the model `id`. */
export const derivedTag = (id: string) => `base_model:${id}`;

/** A base model, and how the model was made from it, if known. */
interface BaseModel {
  id: string;
  how?: string;
}

const HOW = new Map([
  ['finetune', 'fine-tuned'],
  ['quantized', 'quantised'],
  ['adapter', 'as an adapter'],
  ['merge', 'merged'],
]);
/** The maximum number of base models listed: a merge may have dozens. */
const MOST = 12;

/** Lists each base model once, with the way in which the model was made from it, if a tag says it. */
export function baseModels({ id: itself, tags, card }: Pick<ModelPage, 'id' | 'tags' | 'card'>): BaseModel[] {
  const found = new Map<string, BaseModel>();
  for (const tag of tags) {
    const [, relation, id] = /^base_model:(?:([a-z]+):)?([^:]+)$/.exec(tag) ?? [];
    if (id === undefined) continue;
    const how = HOW.get(relation ?? '');
    if (how !== undefined || !found.has(id)) found.set(id, { id, ...defined({ how }) });
  }
  for (const id of card?.baseModels ?? []) if (!found.has(id)) found.set(id, { id });
  return [...found.values()].filter(({ id }) => id !== itself && parseModelId(id) !== undefined).slice(0, MOST);
}

/** True for a model that runs on top of another model. The memory that the other model needs is not known here. */
export const isOnTop = (model: ModelPage) => adapterLoader(model) !== undefined || needsBase(model);
