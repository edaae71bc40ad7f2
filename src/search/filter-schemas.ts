// The JSON Schemas of some filter values, and of a sort order. The API description and the tools for agents use them.
import { BYTE_SIZE } from '../nouns/byte-size.ts';
import { PARAMETER_RANGE } from '../nouns/parameter-range.ts';
import { parameterClasses, SIZE_CLASSES } from './size-classes.ts';

export const filterSchemas = {
  size: { type: 'string', enum: SIZE_CLASSES },
  parameters: { type: 'string', enum: parameterClasses.names },
  sources: { type: 'integer', minimum: 1, maximum: 9 },
  fits: { type: 'string', pattern: BYTE_SIZE },
  order: { type: 'string', enum: ['size', 'parameters', 'updated'] },
  num_parameters: { type: 'string', pattern: PARAMETER_RANGE },
} as const;
