// The filters of the browse page that offer a choice: groups of radio buttons, each value with the models it would leave.

import { type Html, html } from '../../basics/html.ts';
import { count } from '../../model/figures.ts';
import { LICENSE } from '../../search/facet-groups.ts';
import type { FacetGroup, Facets } from '../../search/facets.ts';
import { type BrowseQuestion, filterValue, valueLabel } from './live/browse-question.ts';

/** Values of a group that are shown at once; the rest is folded away. */
const SHOWN = 6;

const groups: readonly [group: FacetGroup, label: string, every: string][] = [
  ['pipeline_tag', 'Task', 'Every task'],
  ['license', 'Licence', 'Every licence'],
  ['size', 'Size of one copy', 'Every size'],
  ['format', 'Format', 'Every format'],
  ['library', 'Library', 'Every library'],
  ['language', 'Language', 'Every language'],
  ['sources', 'Sources', 'Any number'],
];

/** Every group that leaves a choice, the chosen value always among those shown. */
export function facetsHtml(facets: Facets, question: BrowseQuestion): Html {
  return html`${groups.map(([group, label, every]) => groupHtml(group, label, every, facets[group], question))}`;
}

function groupHtml(
  group: FacetGroup,
  label: string,
  every: string,
  counts: Facets[FacetGroup],
  question: BrowseQuestion,
): Html {
  const chosen = filterValue(question, group);
  const values = counts.map(
    ([value, models]) => [group === 'license' ? value.slice(LICENSE.length) : value, models] as const,
  );
  if (chosen && !values.some(([value]) => value === chosen)) values.unshift([chosen, 0]);
  // Hardly a model is without any source, so one is no choice.
  const offered = group === 'sources' ? values.filter(([value]) => value !== '1' || chosen === '1') : values;
  if (offered.length === 0) return html``;
  const choice = ([value, models]: readonly [string, number]) =>
    choiceHtml(group, value, valueLabel({ name: group, value }), value === chosen, models);
  const isFirst = (at: number, value: string) => at < SHOWN || value === chosen;
  const first = offered.filter(([value], at) => isFirst(at, value));
  const rest = offered.filter(([value], at) => !isFirst(at, value));
  const folded =
    rest.length > 0
      ? html`<details><summary>${rest.length} more<span class="out-of-sight"> of ${label.toLowerCase()}</span></summary>${rest.map(choice)}</details>`
      : '';
  return html`<fieldset class="facet" data-group="${group}"><legend>${label}</legend>${choiceHtml(group, '', every, chosen === '', undefined)}${first.map(choice)}${folded}</fieldset>`;
}

function choiceHtml(name: string, value: string, label: string, isChosen: boolean, models: number | undefined): Html {
  const input = html`<input type="radio" name="${name}" value="${value}"${isChosen ? ' checked' : ''}>`;
  const number = models === undefined ? '' : html`<span class="facet-count">${count(models)}</span>`;
  return html`<label class="choice">${input}<span class="choice-name">${label}</span>${number}</label>`;
}
