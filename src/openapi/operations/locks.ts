// The operations for downloaders: a model as one document with every file and its sources.
import type { RouteName } from '../../table/routes.ts';
import { type OperationWords, operation } from './operation.ts';

export const locks = {
  modelLock: operation(
    'getModelLock',
    'Call it to pin a model: keep the answer beside your code, and the same bytes can be had for as long as a ' +
      'source has them, with or without this hub. The text is canonical, with a line for each file: equal locks ' +
      'have equal bytes. It stays the same until the model or a source of it changes.',
    'The lock of the model.',
    { shape: 'Lock', tagged: true },
  ),
  modelMetalink: operation(
    'getModelMetalink',
    'Call it for a downloader that takes several sources at once: aria2 and others read this list. It has the size, ' +
      'the SHA-256 and the sources of every file that a source holds.',
    'The Metalink of the model.',
    { shape: { type: 'string' }, tagged: true },
  ),
  modelBill: operation(
    'getModelBill',
    'Call it for an inventory: the SHA-256 of every file, the licence, the package URL, and the base models and data ' +
      'sets that tags name, as CycloneDX 1.6. It has no time, so that equal facts have equal bytes.',
    'The bill of materials.',
    { shape: { type: 'object', description: 'A bill of CycloneDX 1.6.' }, tagged: true },
  ),
} satisfies Partial<Record<RouteName, OperationWords>>;
