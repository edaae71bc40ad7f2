// Describes a model's entry in the transparency log in a sentence or two, for readers who want to rely on its hashes.
import { longDay } from '../../../model/figures.ts';
import type { ModelLogged } from '../../../shapes/live.ts';
import type { LiveWords } from './live-answer.ts';

/**
 * Says since when the log has had the model, and who signed the log. `now` is the time by the clock of the hub, in
 * milliseconds since 1970.
 */
export function loggedInWords(
  { state, log, leaf }: Pick<ModelLogged, 'state' | 'log' | 'leaf'>,
  now: number,
): LiveWords {
  if (!log)
    return { mark: 'unknown', word: 'No log', text: 'This hub keeps no log yet, so nothing here can be proved later.' };
  if (!(Date.parse(log.expires) > now))
    return {
      ...{ mark: 'bad', word: 'Out of date' },
      text: `The newest day of the log, ${longDay(log.day)}, has run out: it proves nothing until this hub logs another.`,
    };
  if (!leaf || state !== 'logged')
    return { mark: 'unknown', word: 'Not logged yet', text: 'The log has this model with its next day.' };
  const since =
    leaf.since === undefined ? `In the log on ${longDay(log.day)}` : `In the log since ${longDay(leaf.since)}`;
  return {
    ...(log.signed === null ? { mark: 'unknown', word: 'Not signed' } : { mark: 'good', word: 'Logged' }),
    text: `${since}, ${signedBy(log)}.${listed(leaf.sources.length)}`,
  };
}

function signedBy({ signed, witnesses }: NonNullable<ModelLogged['log']>): string {
  const seen =
    witnesses.length === 0
      ? ''
      : ` and seen by ${witnesses.length === 1 ? '1 witness' : `${witnesses.length} witnesses`}`;
  return signed === null ? `not signed, since this hub has no signing key${seen}` : `signed by ${signed}${seen}`;
}

/**
 * Says how many sources the log lists for the model. The sources come from the import, and nobody compared their bytes.
 */
function listed(sources: number): string {
  if (sources === 0) return '';
  return sources === 1 ? ' Listed at 1 source.' : ` Listed at ${sources} sources (not compared).`;
}
