// Asks an IPFS gateway for the files of those models whose root the rules name.

import { defined } from '../../../src/basics/defined.ts';
import type { Source } from '../../../src/service/sources.ts';
import type { OtherSource } from './other-source.ts';
import { foundIn, type PlaceMemory } from './stored-files.ts';

/** A model at a revision whose files are below an IPFS root. */
interface RootPin {
  model: string;
  revision: string;
  /** The root, as a CID. */
  root: string;
  /** The day when the root was pinned, if it is known. */
  pinned?: string;
}

interface GatewaySettings {
  source: Source;
  fetch: typeof fetch;
  pins: readonly RootPin[];
  memory: PlaceMemory;
}

/** Makes the source. It answers only for models that are pinned at the revision in the index. */
export function gatewaySource({ source, fetch, pins, memory }: GatewaySettings): OtherSource {
  const byModel = new Map(pins.map((pin) => [`${pin.model.toLowerCase()} ${pin.revision}`, pin]));
  return {
    source: source.token,
    display: source.display,
    async ask(model) {
      const pin = byModel.get(`${model.id.toLowerCase()} ${model.revision}`);
      if (!pin) return undefined;
      const { root, pinned } = pin;
      const found = await foundIn({ source, fetch, place: { root } }, memory, model);
      const names = { root, ...defined({ pinned }) };
      return found.kind === 'place' ? { ...found, names } : found;
    },
  };
}
