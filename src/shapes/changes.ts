// The schemas of the differences between two days of the index.
import { type Static, Type } from 'typebox';
import { CHANGE_COUNTS_FORMAT, CHANGES_FORMAT } from './formats.ts';
import {
  address,
  booleanShape,
  commit,
  constant,
  countShape,
  dayShape,
  listOf,
  mapOf,
  modelId,
  optional,
  part,
  sha256Shape,
  shape,
  textOrNull,
  textShape,
} from './notation.ts';

export const ChangeCounts = shape('ChangeCounts', 'How much changed on a day.', {
  added: countShape('Models that were not there the day before.'),
  removed: countShape('Models that are gone for good.'),
  unlisted: countShape('Models that fell off the browse list and are still served.'),
  relisted: countShape('Models that are back on the browse list.'),
  revised: countShape('Models at a new revision.'),
  rewritten: countShape('Files whose bytes changed at a path that was there before.'),
  rewritten_in_place: countShape('Those of them whose model kept its revision.'),
});
export type ChangeCounts = Static<typeof ChangeCounts>;

const prevDate = () => textOrNull('The day before; null on the first.', { format: 'date' });
/** The facts of a model on a day: enough to describe models that are new or gone. */
const dayModel = Type.Object({
  files: countShape('How many files it has.'),
  copy_bytes: optional(countShape('Bytes of the weights that one usable copy needs; absent where there are none.')),
  parameters: optional(countShape('Parameters, when known.')),
  pipeline_tag: optional(textShape('The task.')),
  downloads: optional(countShape('Downloads at the origin, when known.')),
});
export type DayModel = Static<typeof dayModel>;

const ids = (description: string) => listOf(modelId('A model.'), description);

export const DayChanges = shape(
  'DayChanges',
  'What changed on a day against the one before it; lists are sorted by model id.',
  {
    format: constant(CHANGES_FORMAT, 'The format of this document.'),
    date: dayShape('The day.'),
    catalog: address('The day’s catalog object.'),
    prev: textOrNull('The catalog object of the day before; null on the first day.'),
    prev_date: prevDate(),
    counts: part(ChangeCounts),
    list_limit: countShape('The most items of a list: a longer one is cut, and `counts` has its length.'),
    added: ids('Models that were not there the day before.'),
    removed: ids('Models that are gone for good.'),
    unlisted: ids('Models that fell off the browse list and are still served.'),
    relisted: ids('Models that are back on the browse list.'),
    revised: listOf(
      Type.Object({
        id: modelId('The model.'),
        from: commit('Its revision the day before.'),
        to: commit('Its revision on this day.'),
        files: Type.Object(
          {
            added: countShape('New paths.'),
            changed: countShape('Paths with other bytes.'),
            removed: countShape('Paths that are gone.'),
          },
          { description: 'How many of its files changed.' },
        ),
        copy_bytes: optional(countShape('Bytes of the weights that one usable copy needs on this day.')),
        copy_bytes_before: optional(countShape('Those of the day before.')),
      }),
      'Models at a new revision.',
    ),
    rewritten: listOf(
      Type.Object({
        id: modelId('The model.'),
        path: textShape('The file.'),
        from: sha256Shape('The SHA-256 of its bytes the day before.'),
        to: sha256Shape('The SHA-256 of its bytes on this day.'),
        size: countShape('Its bytes on this day.'),
        size_before: countShape('Its bytes the day before.'),
        in_place: booleanShape('The model kept its revision.'),
      }),
      'Files whose bytes changed at a path that was there before.',
    ),
    models: mapOf(
      dayModel,
      'By id, what is known of the models of the first four lists: on this day, or for those that went or left the list, on the day before.',
    ),
  },
);
export type DayChanges = Static<typeof DayChanges>;

const dayCounts = Type.Object({ date: dayShape('The day.'), prev_date: prevDate(), counts: part(ChangeCounts) });
/** A day, with the number of its changes of each kind. */
export type DayCounts = Static<typeof dayCounts>;

export const ChangeCountsOfDays = shape('ChangeCountsOfDays', 'How much changed on each day.', {
  format: constant(CHANGE_COUNTS_FORMAT, 'The format of this document.'),
  days: listOf(dayCounts, 'Newest first.'),
});
export type ChangeCountsOfDays = Static<typeof ChangeCountsOfDays>;
