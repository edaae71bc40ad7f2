// Health of the service and of the byte sources.
import { type Static, Type } from 'typebox';
import { choice, listOf, part, shape, textOrNull, vocabulary } from './notation.ts';

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

export const HubHealth = shape(
  'HubHealth',
  'The service’s own probe of every redirect target, measured from its network and not from yours.',
  {
    sources: Type.Unsafe<Record<string, SourceHealth>>({
      type: 'object',
      propertyNames: vocabulary('SourceHost'),
      additionalProperties: part(SourceHealth),
      description: 'By source.',
    }),
    order: listOf(vocabulary('SourceHost'), 'Sources in the order in which they are preferred.'),
    refusing: Type.Optional(
      Type.Unsafe<Record<string, number>>({
        type: 'object',
        propertyNames: vocabulary('SourceHost'),
        additionalProperties: { type: 'integer', minimum: 1 },
        description:
          'By source: how many models it refuses although its last probe was good. They are fetched elsewhere where another source holds them. Absent: none.',
      }),
    ),
  },
);
export type HubHealth = Static<typeof HubHealth>;
