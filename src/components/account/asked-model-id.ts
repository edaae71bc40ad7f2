// The id of a model in what somebody typed or pasted.
import { parseModelId } from '../../nouns/model-id.ts';

/** `owner/name`, also out of the address of the model's page, here or on another hub; undefined when it is neither. */
export function modelIn(text: string): string | undefined {
  const trimmed = text.trim();
  const path = trimmed.replace(/^https?:\/\/[^/]+\/(?:models\/)?/i, '');
  const id = path === trimmed ? trimmed : path.split(/[/?#]/, 2).join('/');
  return parseModelId(id) ? id : undefined;
}
