// The schemas of the health of the service and of the byte sources.
import { type Static, type TSchema, Type } from 'typebox';
import { booleanShape, COUNT, choice, listOf, optional, part, shape, textOrNull, vocabulary } from './notation.ts';

/** Returns the schema of an object with a value for each source. */
const bySource = <S extends TSchema>(value: S, description: string) =>
  Type.Unsafe<Record<string, Static<S>>>({
    type: 'object',
    propertyNames: vocabulary('SourceHost'),
    additionalProperties: value,
    description,
  });

const REASONS = ['verified', 'reached', 'mismatch', 'status', 'timeout', 'dns', 'refused', 'tls', 'unprobed'] as const;
export type ProbeReason = (typeof REASONS)[number];

export const SourceHealth = shape('SourceHealth', 'What the last probe of a source found.', {
  ok: booleanShape('The source was reached by the last probe, or there was none.'),
  checked: textOrNull('The last success; null: never reached, or never asked.', { format: 'date-time' }),
  reason: optional(
    choice(REASONS, '`verified`: the service fetched bytes that hashed as they must, from its own network.'),
  ),
});
export type SourceHealth = Static<typeof SourceHealth>;

export const HubHealth = shape(
  'HubHealth',
  'The service’s own probe of every redirect target, measured from its network and not from yours.',
  {
    sources: bySource(part(SourceHealth), 'By source.'),
    order: listOf(vocabulary('SourceHost'), 'Sources in the order in which they are preferred.'),
    refusing: optional(
      bySource(
        Type.Integer({ ...COUNT, minimum: 1 }),
        'By source: how many models it refuses although its last probe was good. They are fetched elsewhere where another source holds them. Absent: none.',
      ),
    ),
  },
);
export type HubHealth = Static<typeof HubHealth>;
