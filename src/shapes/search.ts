// The schema of the answer of `GET /api/hub/facets`: the number of models that match a search, and the number for each
// value of a filter.
import { type Static, Type } from 'typebox';
import { countShape, shape, textShape } from './notation.ts';

const values = (description: string) =>
  Type.Array(
    Type.Object({
      value: textShape('What the filter is set to.'),
      models: countShape('How many models are left with it.'),
    }),
    { description },
  );

export const SearchFacets = shape('SearchFacets', 'How many models a search finds, and with each further filter.', {
  total: countShape('How many models match.'),
  facets: Type.Object(
    {
      pipeline_tag: values('Tasks.'),
      library: values('Libraries.'),
      license: values('Licences, as the tags that stand for them.'),
      format: values('Formats of weights, as tags.'),
      language: values('Languages of two letters, as tags.'),
      sources: values('At least so many sources.'),
      size: values('Classes of size.'),
      parameters: values('Classes of parameters, in billions.'),
      quant: values('GGUF quantisations.'),
      held: values('Sources that hold every file, as `hub.sources` names them.'),
    },
    {
      description:
        'By group, most models first, and last `not-stated` for models that do not say; numbers in their own order.',
    },
  ),
});
export type SearchFacets = Static<typeof SearchFacets>;
