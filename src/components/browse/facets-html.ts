// Writes the filters of the browse page that offer choices: groups of boxes, with the number of models for each value.

import { type Html, html } from '../../basics/html.ts';
import { count } from '../../model/figures.ts';
import { NOT_STATED } from '../../nouns/search-choices.ts';
import { LICENSE } from '../../search/choices.ts';
import type { FacetGroup, Facets } from '../../search/facets.ts';
import { type BrowseQuestion, filterValues, valueLabel } from '../questions/browse-question.ts';

/**
 * The number of values that a group shows at once; the rest is folded. Formats are few, and the rare ones are wanted; few
 * visitors choose a quantisation or a language.
 */
const SHOWN: Partial<Record<FacetGroup, number>> = { format: 10, quant: 0, language: 0 };
const USUALLY_SHOWN = 6;

const groups: readonly [group: FacetGroup, label: string][] = [
  ['pipeline_tag', 'Task'],
  ['license', 'Licence'],
  ['parameters', 'Parameters'],
  ['size', 'Size of one copy'],
  ['format', 'Format'],
  ['quant', 'Quantisation'],
  ['library', 'Library'],
  ['language', 'Language'],
  ['sources', 'Sources'],
];

/** The group with radio buttons: its values are minimum numbers of sources, so a visitor chooses only one. */
const NUMBERS: FacetGroup = 'sources';

/** Shows every group that offers a choice. Chosen values are always shown. */
export function facetsHtml(facets: Facets, question: BrowseQuestion): Html {
  return html`${groups.map(([group, label]) => groupHtml(group, label, facets[group], question))}`;
}

function groupHtml(group: FacetGroup, label: string, counts: Facets[FacetGroup], question: BrowseQuestion): Html {
  const chosen = filterValues(question, group);
  const values = counts.map(
    ([value, models]) => [value.startsWith(LICENSE) ? value.slice(LICENSE.length) : value, models] as const,
  );
  for (const one of chosen) if (!values.some(([value]) => value === one)) values.unshift([one, 0]);
  // Nearly every model has a source, so "at least one source" would leave out almost nothing.
  const offered = group === NUMBERS ? values.filter(([value]) => value !== '1' || chosen.includes('1')) : values;
  // If "not stated" is the only value, the group offers no choice.
  if (offered.every(([value]) => value === NOT_STATED && !chosen.includes(value))) return html``;
  const choice = ([value, models]: readonly [string, number]) =>
    choiceHtml(group, value, valueLabel({ name: group, value }), chosen.includes(value), models);
  const most = SHOWN[group] ?? USUALLY_SHOWN;
  const isFirst = (at: number, value: string) => at < most || chosen.includes(value);
  const first = offered.filter(([value], at) => isFirst(at, value));
  const rest = offered.filter(([value], at) => !isFirst(at, value));
  const more = first.length > 0 ? `${rest.length} more` : `Show ${rest.length}`;
  const folded =
    rest.length > 0
      ? html`<details><summary>${more}<span class="out-of-sight"> of ${label.toLowerCase()}</span></summary>${rest.map(choice)}</details>`
      : '';
  return html`<fieldset class="facet" data-group="${group}"><legend>${label}</legend>
    ${group === NUMBERS ? choiceHtml(group, '', 'Any number', chosen.length === 0, undefined) : ''}
    ${first.map(choice)}${folded}</fieldset>`;
}

function choiceHtml(
  name: FacetGroup,
  value: string,
  label: string,
  isChosen: boolean,
  models: number | undefined,
): Html {
  const type = name === NUMBERS ? 'radio' : 'checkbox';
  const input = html`<input type="${type}" name="${name}" value="${value}"${isChosen ? ' checked' : ''}>`;
  const number = models === undefined ? '' : html`<span class="facet-count">${count(models)}</span>`;
  return html`<label class="choice">${input}<span class="facet-name">${label}</span>${number}</label>`;
}
