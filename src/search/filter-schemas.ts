// The values of some filters of a search as JSON Schema, for both the API description and the tools of agents.
import { BYTE_SIZE } from '../nouns/byte-size.ts';
import { PARAMETER_RANGE } from '../nouns/parameter-range.ts';
import { parameterClasses, SIZE_CLASSES } from './size-classes.ts';

export const filterSchemas = {
  size: { type: 'string', enum: SIZE_CLASSES },
  parameters: { type: 'string', enum: parameterClasses.names },
  sources: { type: 'integer', minimum: 1, maximum: 9 },
  fits: { type: 'string', pattern: BYTE_SIZE },
  num_parameters: { type: 'string', pattern: PARAMETER_RANGE },
} as const;
