// The schemas of facts that may change while the model does not: the health of the service and of the byte sources, the
// state of a model's sources, and its relation to other models.
import { type Static, type TSchema, Type } from 'typebox';
import {
  booleanShape,
  COUNT,
  choice,
  countShape,
  countsBy,
  dayShape,
  instant,
  listOf,
  mapOf,
  modelId,
  optional,
  part,
  sha256Shape,
  shape,
  textOrNull,
  textShape,
  vocabulary,
} from './notation.ts';

/** Returns the schema of an object with a value for each source. */
const bySource = <S extends TSchema>(value: S, description: string) =>
  Type.Unsafe<Record<string, Static<S>>>({
    ...{ type: 'object', propertyNames: vocabulary('SourceHost') },
    ...{ additionalProperties: value, description },
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

export const SourceActivity = shape('SourceActivity', 'What happened at a source lately.', {
  redirects: countShape('How many callers were sent there for a file.'),
  failovers: countShape('How many callers were sent elsewhere because it was not ok, although it was preferred.'),
});

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
    refusing: optional(
      bySource(
        Type.Integer({ ...COUNT, minimum: 1 }),
        'By source: how many models it refuses although its last probe was good. They are fetched elsewhere where another source holds them. Absent: none.',
      ),
    ),
    models: optional(part(HeldModels)),
  },
);
export type HubHealth = Static<typeof HubHealth>;

export const SourceStatus = shape(
  'SourceStatus',
  'A source that holds a model or some of its files, and how it is now.',
  {
    source: vocabulary('SourceName'),
    host: vocabulary('SourceHost'),
    health: part(SourceHealth),
    asked: textOrNull('The last probe, good or not; null: none since the service started.', { format: 'date-time' }),
    refuses: optional(
      Type.Literal(true, { description: 'It refused this model when it was last asked for it, although it is up.' }),
    ),
    files: countShape('How many files of the model it holds with the bytes of the index.'),
    differing: optional(
      countShape('How many files it has with other bytes; nobody is sent there for these. Absent: none.'),
    ),
  },
);
export type SourceStatus = Static<typeof SourceStatus>;

export const ModelSources = shape(
  'ModelSources',
  'How the sources of a model are now, measured from the service’s network.',
  {
    id: modelId('`owner/name`.'),
    files: countShape('How many files the model has.'),
    sources: listOf(part(SourceStatus), 'In the order in which they are preferred.'),
    used: Type.Union([vocabulary('SourceHost'), Type.Null()], {
      description:
        'Where a file that all of them hold is redirected to just now. When none of them is up, it is the ' +
        'most preferred. Null: no source of this service holds the model.',
    }),
  },
);
export type ModelSources = Static<typeof ModelSources>;

export const ModelRelated = shape('ModelRelated', 'What else of the index has to do with a model.', {
  id: modelId('`owner/name`.'),
  derived: optional(
    Type.Object(
      {
        models: countShape('Models that name this one as their base.'),
        kinds: mapOf(
          countShape('Models.'),
          'By how their tags say they were made: `finetune`, `quantized`, `adapter`, `merge`. A kind without models is absent.',
        ),
        first: listOf(modelId('A model.'), 'The most downloaded of them, at most five.'),
      },
      { description: 'Models made from this one, as their tags say. Absent while the search is away (`SearchAway`).' },
    ),
  ),
  bases: optional(
    listOf(
      Type.Object({ id: modelId('A model.'), here: booleanShape('True if this index has it.') }),
      'The models that it was made from, as its tags say. Absent where they name none.',
    ),
  ),
  same_bytes: optional(
    Type.Object(
      {
        path: textShape('The file: the largest weight of one usable copy.'),
        sha256: sha256Shape('Its hash.'),
        models: countShape('Other models that hold a file with this hash.'),
        first: listOf(
          Type.Object({ model: modelId('A model.'), path: textShape('The path it has there.') }),
          'The first of them by id, at most ten.',
        ),
      },
      { description: 'Where else in the index the same weights are. Absent: the model has no weight file.' },
    ),
  ),
  days: listOf(
    Type.Object({
      day: dayShape('A day of the index.'),
      downloads: optional(countShape('Downloads at the origin, as that day has them.')),
      likes: optional(countShape('Likes at the origin, as that day has them.')),
    }),
    'Its figures on days of the index, oldest first, at most eight; days that have none are left out.',
  ),
});
export type ModelRelated = Static<typeof ModelRelated>;

export const ModelLogged = shape(
  'ModelLogged',
  'What the transparency log says of a model; `proof.json` has what proves it.',
  {
    id: modelId('`owner/name`.'),
    state: choice(
      ['logged', 'not logged', 'no log'],
      '`logged`: the newest day of the log has the model at this revision; `not logged`: it comes with a ' +
        'day that is not logged yet; `no log`: this hub keeps none.',
    ),
    log: optional(
      Type.Object(
        {
          size: countShape('Leaves of the log.'),
          day: dayShape('The newest day in it.'),
          expires: instant('When that day says nothing any more.'),
          signed: textOrNull('The name of the log’s key, where its signature holds; null: the log is not signed.'),
          witnesses: listOf(textShape('The name of a witness’s key.'), 'Who has cosigned it.'),
        },
        { description: 'The log as it is now. Absent where there is none.' },
      ),
    ),
    leaf: optional(
      Type.Object(
        {
          index: countShape('Which leaf of the log it is, from 0.'),
          since: optional(dayShape('The day that it came with; absent where that is too long ago to look for.')),
          sources: listOf(
            vocabulary('SourceHost'),
            'The sources that the import lists with exactly these hashes. Nobody compared their bytes.',
          ),
        },
        { description: 'What the log has of the model. Absent where it has nothing.' },
      ),
    ),
  },
);
export type ModelLogged = Static<typeof ModelLogged>;
