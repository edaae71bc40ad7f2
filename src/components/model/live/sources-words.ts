// Describes the present state of a model's sources in a sentence or two, for a visitor who is about to copy a command.
import { count, counted } from '../../../model/figures.ts';
import type { ModelPage } from '../../../model-page/model-page.ts';
import { sourceName } from '../../../nouns/source-name.ts';
import type { HoldingSource, ModelSources } from '../../../shapes/live.ts';
import { lasted } from '../../time-spans.ts';

/** A sentence, and a mark that tells whether it is good news. */
export interface LiveWords {
  mark: 'good' | 'bad' | 'unknown';
  word: string;
  text: string;
}

type Now = Pick<ModelSources, 'files' | 'sources' | 'used'>;

const nameOf = ({ source, host }: HoldingSource) => sourceName({ name: source, host });
const isServing = ({ health, refuses }: HoldingSource) => health.ok && !refuses;

/**
 * Sums up the sources of a model; undefined for a model without sources. `now` is an RFC 3339 time by the clock of the
 * hub.
 */
export function sourcesInWords(model: Now, now: string): LiveWords | undefined {
  const { sources } = model;
  if (sources.length === 0) return undefined;
  const away = sources.filter((source) => !isServing(source));
  const checked = checkedAgo(sources, now);
  if (away.length === sources.length) return noneServes(sources, checked);
  if (away.length > 0) return someServe(model, away, checked);
  const who =
    sources.length === 1 ? `Its only source, ${nameOf(sources[0]!)},` : `All of its ${sources.length} sources`;
  const isUnchecked = sources.every(({ health }) => health.checked === null);
  const is = sources.length === 1 ? 'is' : 'are';
  const behind = 'Every command checks every hash.';
  return isUnchecked
    ? { mark: 'unknown', word: 'Not checked', text: `${who} ${is} not checked by this hub. ${behind}` }
    : { mark: 'good', word: 'Up', text: `${who} ${is} up${checked}. ${behind}` };
}

/** Says in a few words whether the commands work now; undefined for a model without sources. */
export function sourcesInShort({ files, sources }: Now): LiveWords | undefined {
  if (sources.length === 0) return undefined;
  const serving = sources.filter(isServing);
  if (serving.length === 0) return { mark: 'bad', word: 'Down', text: 'You can’t download this right now' };
  if (!serving.some((source) => source.files === files))
    return { mark: 'bad', word: 'In part', text: 'Some files can’t be downloaded now' };
  if (sources.every(({ health }) => health.checked === null))
    return { mark: 'unknown', word: 'Not checked', text: 'This hub checks no source of it' };
  const send = serving.length === 1 ? 'sends' : 'send';
  const who = sources.length === 1 ? 'Its source' : `${serving.length} of its ${sources.length} sources`;
  return { mark: 'good', word: 'Up', text: `${who} ${send} it now` };
}

/**
 * Says that no source serves the model. A copy can still be verified, since the index does not depend on the sources.
 */
function noneServes(sources: readonly HoldingSource[], checked: string): LiveWords {
  const [only] = sources;
  const isOne = sources.length === 1;
  const isRefused = sources.some(({ health }) => health.ok);
  const does = isRefused ? 'refuses this model' : 'is down';
  const who = isOne ? `Its only source, ${nameOf(only!)}, ${does}` : `None of its ${sources.length} sources serves it`;
  const back = isOne ? 'when it is back' : 'when one is back';
  return {
    mark: 'bad',
    word: isRefused ? 'Refused' : 'Down',
    text:
      `${who}${checked}. You can’t download this right now: try again ${back}. ` +
      'A copy that you have can still be verified below.',
  };
}

function someServe({ files, sources, used }: Now, away: readonly HoldingSource[], checked: string): LiveWords {
  const names = away.map(nameOf).join(' and ');
  const serving = sources.filter(isServing);
  const instead = serving.find(({ host }) => host === used) ?? serving[0]!;
  const isWhole = serving.some((source) => source.files === files);
  const isDown = away.some(({ health }) => !health.ok);
  const does = isDown ? (away.length === 1 ? 'is down' : 'are down') : 'refused this model';
  if (isWhole && isServing(sources[0]!))
    return {
      ...{ mark: 'good', word: 'Up' },
      text: `The commands fetch from ${nameOf(instead)}, which is up${checked}. ${names} ${does}, and not needed.`,
    };
  const [holds, back] = away.length === 1 ? ['holds', 'it'] : ['hold', 'one of them'];
  const rest = isWhole
    ? ', with the same hashes.'
    : `, which holds ${count(instead.files)} of ${counted(files, 'file')}. ` +
      `What only ${names} ${holds} can’t be fetched until ${back} ${isDown ? 'is back' : 'serves this model again'}.`;
  return {
    ...{ mark: 'bad', word: isDown ? 'Down' : 'Refused' },
    text: `${names} ${does}${checked}. The commands fetch from ${nameOf(instead)} instead${rest}`,
  };
}

/** Says when a source was last probed; '' if no source was. */
function checkedAgo(sources: readonly HoldingSource[], now: string): string {
  const asked = sources.flatMap((source) => source.asked ?? source.health.checked ?? []).sort();
  const last = asked.at(-1);
  return last === undefined ? '' : ` (checked ${lasted(last, now)} ago)`;
}

/** Gives the longest possible text about the sources of a model, so that the page reserves space for it. */
export function longestWords(model: Pick<ModelPage, 'sources'>): string {
  const [asked, now] = ['2026-01-01T00:00:00Z', '2026-01-01T00:59:00Z'];
  const sources = model.sources.map(
    ({ name, host }): HoldingSource => ({ source: name, host, health: { ok: true, checked: asked }, asked, files: 1 }),
  );
  const down = (source: HoldingSource): HoldingSource => ({ ...source, health: { ok: false, checked: asked } });
  const refusing = (source: HoldingSource): HoldingSource => ({ ...source, refuses: true });
  const cases = [
    sources,
    sources.map(down),
    sources.map(refusing),
    ...sources.map((kept) => sources.map((source) => (source === kept ? source : refusing(source)))),
    ...sources.map((kept) => sources.map((source) => (source === kept ? source : down(source)))),
  ];
  const texts = cases.map((some) => {
    const said = sourcesInWords({ files: 999_999, sources: some, used: some.find(isServing)?.host ?? null }, now);
    return said === undefined ? '' : `${said.word} ${said.text}`;
  });
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}
