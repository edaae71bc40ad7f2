// Health of the service and of the byte sources.
import { Type } from 'typebox';
import type { ProbeReason } from '../health.ts';
import { count, part, text, textOrNull, vocabulary } from '../notation.ts';

const REASONS: Record<ProbeReason, true> = {
  verified: true,
  reached: true,
  mismatch: true,
  status: true,
  timeout: true,
  dns: true,
  refused: true,
  tls: true,
  unprobed: true,
};

export const SourceHealth = Type.Object(
  {
    ok: Type.Boolean({ description: 'The source was reached by the last probe, or there was none.' }),
    checked: textOrNull('The last success; null: never reached, or never asked.', { format: 'date-time' }),
    reason: Type.Optional(
      Type.Unsafe<ProbeReason>({
        type: 'string',
        enum: Object.keys(REASONS),
        description: '`verified`: the service fetched bytes that hashed as they must, from its own network.',
      }),
    ),
  },
  { title: 'SourceHealth', description: 'What the last probe of a source found.' },
);

export const HubHealth = Type.Object(
  {
    sources: Type.Unsafe<Record<string, { ok: boolean; checked: string | null; reason?: ProbeReason }>>({
      type: 'object',
      propertyNames: vocabulary('SourceHost'),
      additionalProperties: part(SourceHealth),
      description: 'By source.',
    }),
    order: Type.Array(vocabulary('SourceHost'), { description: 'Sources in the order in which they are preferred.' }),
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
  {
    title: 'HubHealth',
    description: 'The service’s own probe of every redirect target, measured from its network and not from yours.',
  },
);

export const HealthResponse = Type.Object(
  {
    status: Type.Unsafe<string>({
      type: 'string',
      enum: ['ready', 'starting', 'unavailable'],
      description:
        '`ready`: the object plane answers. `starting`: no index is built yet. `unavailable`: today’s catalog object or the published objects can’t be read. Says nothing of byte sources.',
    }),
    version: text('Of the software.'),
    role: text('What this process is.'),
    modules_ready: count('How many modules answer.'),
  },
  { title: 'HealthResponse', description: 'Whether the service itself answers.' },
);
