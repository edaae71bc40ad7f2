// A model for downloaders: one document with every file and its sources.
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
} satisfies Partial<Record<RouteName, OperationWords>>;
