// Makes any number of models for a fake hub: with files of their own, files that several models share, headers, cards
// and download counts.
import { safetensors } from '../fixtures/safetensors.ts';
import type { StandInModel } from './hub-stand-in.ts';

/** The number of models of each owner. */
const OF_AN_OWNER = 40;
const LICENCES = ['mit', 'apache-2.0', 'gemma'];

/** Makes the models of a hub, the most downloaded first; `ids` are the ids of the first models. */
export function largeHub(count: number, ids: readonly string[] = []): StandInModel[] {
  return Array.from({ length: count }, (_, at) => ({
    id: ids[at] ?? `owner-${Math.floor(at / OF_AN_OWNER)}/model-${at}`,
    files: {
      'config.json': `{"model":${at}}`,
      'tokenizer.json': `{"words":${at % 100}}`,
      ...(at % 2 === 0 ? { 'README.md': `# Model ${at}\n` } : {}),
      'model.safetensors': at % 10 === 0 ? safetensors({ weight: ['F16', at + 1] }) : `weights ${at}`,
    },
    large: ['model.safetensors'],
    info: {
      ...{ downloads: count - at, likes: at % 17, tags: [`license:${LICENCES[at % 3]}`, `tag-${at % 7}`] },
      ...{ cardData: { license: LICENCES[at % 3] }, lastModified: new Date(Date.UTC(2025, 0, 1, 0, at)).toISOString() },
    },
  }));
}
