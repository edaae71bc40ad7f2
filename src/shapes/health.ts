// The schemas of the health of the service and of the byte sources.
import { type Static, type TSchema, Type } from 'typebox';
import { choice, countShape, countsBy, listOf, modelId, part, shape, textOrNull, vocabulary } from './notation.ts';

/** Returns the schema of an object with a value for each source. */
const bySource = <S extends TSchema>(value: S, description: string) =>
  Type.Unsafe<Record<string, Static<S>>>({
    ...{ type: 'object', propertyNames: vocabulary('SourceHost') },
    ...{ additionalProperties: value, description },
  });

const REASONS = ['verified', 'reached', 'mismatch', 'status', 'timeout', 'dns', 'refused', 'tls', 'unprobed'] as const;
export type ProbeReason = (typeof REASONS)[number];

export const SourceHealth = shape('SourceHealth', 'What the last probe of a source found.', {
  ok: Type.Boolean({ description: 'The source was reached by the last probe, or there was none.' }),
  checked: textOrNull('The last success; null: never reached, or never asked.', { format: 'date-time' }),
  reason: Type.Optional(
    choice(REASONS, '`verified`: the service fetched bytes that hashed as they must, from its own network.'),
  ),
});
export type SourceHealth = Static<typeof SourceHealth>;

export const SourceActivity = shape('SourceActivity', 'What happened at a source lately.', {
  redirects: countShape('How many callers were sent there for a file.'),
  failovers: countShape('How many callers were sent elsewhere because it was not ok, although it was preferred.'),
});
export type SourceActivity = Static<typeof SourceActivity>;

export const HubActivity = shape('HubActivity', 'Where callers were sent lately: counts, and nothing of any caller.', {
  minutes: countShape('How many minutes count, the present one included.'),
  sources: bySource(part(SourceActivity), 'By source.'),
});
export type HubActivity = Static<typeof HubActivity>;

export const HeldModels = shape('HeldModels', 'How many sources the models of the index have.', {
  by_sources: countsBy(
    'How many models have so many sources: those that hold every file of the indexed revision, as `hub.sources` names them.',
  ),
  differing: countShape('How many models have a file for which a source has other bytes.'),
  first: listOf(
    Type.Object({
      id: modelId('A model.'),
      source: vocabulary('SourceHost'),
      files: countShape('How many files that source has with other bytes.'),
    }),
    'The first of these models by id, at most a hundred, each with such a source.',
  ),
});
export type HeldModels = Static<typeof HeldModels>;

export const HubHealth = shape(
  'HubHealth',
  'The service’s own probe of every redirect target, measured from its network and not from yours.',
  {
    sources: bySource(part(SourceHealth), 'By source.'),
    order: listOf(vocabulary('SourceHost'), 'Sources in the order in which they are preferred.'),
    refusing: Type.Optional(
      bySource(
        Type.Integer({ minimum: 1 }),
        'By source: how many models it refuses although its last probe was good. They are fetched elsewhere where another source holds them. Absent: none.',
      ),
    ),
    models: Type.Optional(part(HeldModels)),
  },
);
export type HubHealth = Static<typeof HubHealth>;
