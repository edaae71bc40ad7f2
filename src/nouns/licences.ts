// Licences by the ids that models have: full names, and what each allows, demands and excludes. Names are those of the
// SPDX licence list (https://spdx.org/licenses/), or the title of the licence's own text. Terms are those of
// choosealicense.com (permissions, conditions, limitations), or of the deeds and the texts themselves. The terms only
// summarise the text, and are no legal advice.
import { defined } from '../basics/defined.ts';
import { own } from '../basics/own.ts';

const MAY = {
  commercial: 'use it commercially',
  change: 'change it',
  share: 'pass it on',
  research: 'use it for research',
} as const;
const MUST = {
  notice: 'keep its licence and copyright notices',
  credit: 'name its authors',
  changes: 'say what you changed',
  source: 'give the source with it',
  network: 'give the source to those who use it over a network',
  same: 'pass changed versions on under the same licence',
  uses: 'keep to its list of forbidden uses',
  policy: 'keep to its policy of acceptable use',
  built: 'name what it was built with',
} as const;
const NOT = {
  commercial: 'no commercial use',
  change: 'no changed versions passed on',
  large: 'no use by services of over 700 million people a month',
  trademark: 'no trademark rights',
  patent: 'no patent rights',
  warranty: 'no warranty',
} as const;

type May = keyof typeof MAY;
type Must = keyof typeof MUST;
type Not = keyof typeof NOT;

/** The terms of a licence, the most important first. */
interface Terms {
  may: readonly May[];
  must: readonly Must[];
  not: readonly Not[];
}

/** A licence with its full name. `terms` is absent if the terms are too complex for one line. */
interface Licence {
  name: string;
  terms?: Terms;
}

const ALL = ['commercial', 'change', 'share'] as const;
const free = (must: Must[] = [], not: Not[] = ['warranty']): Terms => ({ may: ALL, must, not });

const SIMPLE = free(['notice']);
const NONE = free();
const APACHE = free(['notice', 'changes'], ['trademark', 'warranty']);
const GPL = free(['notice', 'changes', 'source', 'same']);
const AGPL = free(['notice', 'changes', 'source', 'network', 'same']);
const WEAK = free(['notice', 'source', 'same'], ['trademark', 'warranty']);
const BY_NOT: Not[] = ['trademark', 'patent', 'warranty'];
const BY = free(['credit', 'changes'], BY_NOT);
const BY_SA = free(['credit', 'changes', 'same'], BY_NOT);
const BY_ND: Terms = { may: ['commercial', 'share'], must: ['credit'], not: ['change', ...BY_NOT] };
const BY_NC: Terms = { may: ['change', 'share'], must: ['credit', 'changes'], not: ['commercial', ...BY_NOT] };
const BY_NC_SA: Terms = { ...BY_NC, must: ['credit', 'changes', 'same'] };
const BY_NC_ND: Terms = { may: ['share'], must: ['credit'], not: ['commercial', 'change', ...BY_NOT] };
const RAIL = free(['uses', 'notice', 'changes']);
const LLAMA_2 = free(['policy', 'notice'], ['large', 'trademark', 'warranty']);
const LLAMA = free(['policy', 'built', 'notice'], ['large', 'trademark', 'warranty']);
const RESEARCH: Terms = { may: ['research', 'change'], must: ['notice'], not: ['commercial', 'warranty'] };

/** The licences by the ids that models have, in lower case. */
const LICENCES: Readonly<Record<string, readonly [name: string, terms?: Terms]>> = {
  '0bsd': ['BSD Zero Clause License', NONE],
  'afl-3.0': ['Academic Free License v3.0', APACHE],
  agpl: ['GNU Affero General Public License', AGPL],
  'agpl-3.0': ['GNU Affero General Public License v3.0', AGPL],
  'apache-2.0': ['Apache License 2.0', APACHE],
  'apple-amlr': ['Apple Machine Learning Research Model License', RESEARCH],
  'apple-ascl': ['Apple Sample Code License'],
  'artistic-2.0': ['Artistic License 2.0', APACHE],
  'bigcode-openrail-m': ['BigCode Open RAIL-M v1', RAIL],
  'bigscience-bloom-rail-1.0': ['BigScience RAIL License v1.0', RAIL],
  'bigscience-openrail-m': ['BigScience OpenRAIL-M License', RAIL],
  bsd: ['BSD License', SIMPLE],
  'bsd-2-clause': ['BSD 2-Clause “Simplified” License', SIMPLE],
  'bsd-3-clause': ['BSD 3-Clause “New” or “Revised” License', SIMPLE],
  'bsd-3-clause-clear': ['BSD 3-Clause Clear License', free(['notice'], ['patent', 'warranty'])],
  'bsl-1.0': ['Boost Software License 1.0', SIMPLE],
  'c-uda': ['Computational Use of Data Agreement'],
  cc: ['a Creative Commons licence'],
  'cc-by-2.0': ['Creative Commons Attribution 2.0 Generic', BY],
  'cc-by-3.0': ['Creative Commons Attribution 3.0 Unported', BY],
  'cc-by-4.0': ['Creative Commons Attribution 4.0 International', BY],
  'cc-by-nc-2.0': ['Creative Commons Attribution Non Commercial 2.0 Generic', BY_NC],
  'cc-by-nc-3.0': ['Creative Commons Attribution Non Commercial 3.0 Unported', BY_NC],
  'cc-by-nc-4.0': ['Creative Commons Attribution Non Commercial 4.0 International', BY_NC],
  'cc-by-nc-nd-3.0': ['Creative Commons Attribution Non Commercial No Derivatives 3.0 Unported', BY_NC_ND],
  'cc-by-nc-nd-4.0': ['Creative Commons Attribution Non Commercial No Derivatives 4.0 International', BY_NC_ND],
  'cc-by-nc-sa-2.0': ['Creative Commons Attribution Non Commercial Share Alike 2.0 Generic', BY_NC_SA],
  'cc-by-nc-sa-3.0': ['Creative Commons Attribution Non Commercial Share Alike 3.0 Unported', BY_NC_SA],
  'cc-by-nc-sa-4.0': ['Creative Commons Attribution Non Commercial Share Alike 4.0 International', BY_NC_SA],
  'cc-by-nd-4.0': ['Creative Commons Attribution No Derivatives 4.0 International', BY_ND],
  'cc-by-sa-3.0': ['Creative Commons Attribution Share Alike 3.0 Unported', BY_SA],
  'cc-by-sa-4.0': ['Creative Commons Attribution Share Alike 4.0 International', BY_SA],
  'cc0-1.0': ['Creative Commons Zero v1.0 Universal', free([], BY_NOT)],
  'cdla-permissive-1.0': ['Community Data License Agreement Permissive 1.0', SIMPLE],
  'cdla-permissive-2.0': ['Community Data License Agreement Permissive 2.0', SIMPLE],
  'cdla-sharing-1.0': ['Community Data License Agreement Sharing 1.0', free(['notice', 'same'])],
  'creativeml-openrail-m': ['CreativeML Open RAIL-M', RAIL],
  'deepfloyd-if-license': ['DeepFloyd IF License', RESEARCH],
  'ecl-2.0': ['Educational Community License v2.0', APACHE],
  'epl-1.0': ['Eclipse Public License 1.0', free(['notice', 'source', 'same'])],
  'epl-2.0': ['Eclipse Public License 2.0', free(['notice', 'source', 'same'])],
  'etalab-2.0': ['Etalab Open License 2.0', free(['credit'])],
  'eupl-1.1': ['European Union Public License 1.1', AGPL],
  'eupl-1.2': ['European Union Public License 1.2', AGPL],
  'fair-noncommercial-research-license': ['FAIR Noncommercial Research License', RESEARCH],
  gemma: ['Gemma Terms of Use', free(['uses', 'notice', 'changes'], ['trademark', 'warranty'])],
  gfdl: ['GNU Free Documentation License', free(['notice', 'changes', 'same'])],
  gpl: ['GNU General Public License', GPL],
  'gpl-2.0': ['GNU General Public License v2.0', GPL],
  'gpl-3.0': ['GNU General Public License v3.0', GPL],
  'intel-research': ['Intel Research Use License', RESEARCH],
  isc: ['ISC License', SIMPLE],
  lgpl: ['GNU Lesser General Public License', GPL],
  'lgpl-2.1': ['GNU Lesser General Public License v2.1', GPL],
  'lgpl-3.0': ['GNU Lesser General Public License v3.0', GPL],
  llama2: ['Llama 2 Community License Agreement', LLAMA_2],
  llama3: ['Meta Llama 3 Community License Agreement', LLAMA],
  'llama3.1': ['Llama 3.1 Community License Agreement', LLAMA],
  'llama3.2': ['Llama 3.2 Community License Agreement', LLAMA],
  'llama3.3': ['Llama 3.3 Community License Agreement', LLAMA],
  llama4: ['Llama 4 Community License Agreement', LLAMA],
  'lppl-1.3c': ['LaTeX Project Public License v1.3c', free(['notice', 'changes', 'source'])],
  mit: ['MIT License', SIMPLE],
  'mpl-2.0': ['Mozilla Public License 2.0', WEAK],
  'ms-pl': ['Microsoft Public License', free(['notice'], ['trademark', 'warranty'])],
  ncsa: ['University of Illinois/NCSA Open Source License', SIMPLE],
  'odbl-1.0': ['Open Data Commons Open Database License v1.0', free(['notice', 'same'], BY_NOT)],
  odbl: ['Open Data Commons Open Database License', free(['notice', 'same'], BY_NOT)],
  'odc-by': ['Open Data Commons Attribution License', free(['credit'], BY_NOT)],
  'ofl-1.1': ['SIL Open Font License 1.1', free(['notice', 'same'])],
  'openmdw-1.0': ['OpenMDW License Agreement 1.0', SIMPLE],
  'openmdw-1.1': ['OpenMDW License Agreement 1.1', SIMPLE],
  openrail: ['an Open RAIL licence', RAIL],
  'openrail++': ['CreativeML Open RAIL++-M License', RAIL],
  'osl-3.0': ['Open Software License 3.0', AGPL],
  pddl: ['Open Data Commons Public Domain Dedication and License', NONE],
  postgresql: ['PostgreSQL License', SIMPLE],
  unlicense: ['The Unlicense', NONE],
  wtfpl: ['Do What The F*ck You Want To Public License', { ...NONE, not: [] }],
  zlib: ['zlib License', free(['notice', 'changes'])],
};

/**
 * Returns the licence with this id, in any letter case. Undefined for an unknown id, and for the ids `other` and
 * `unknown`.
 */
export function licenceOf(id: string): Licence | undefined {
  const [name, terms] = own(LICENCES, id.toLowerCase()) ?? [];
  return name === undefined ? undefined : { name, ...defined({ terms }) };
}

/** Sums up a licence in one or two sentences. */
export function termsInWords({ may, must, not }: Terms): string {
  const allowed = `You may ${listed(may.map((word) => MAY[word]))}`;
  const asked = must.length === 0 ? '' : `, if you ${listed(must.map((word) => MUST[word]))}`;
  const left = listed(not.map((word) => NOT[word]));
  return `${allowed}${asked}.${left === '' ? '' : ` ${left[0]!.toUpperCase()}${left.slice(1)}.`}`;
}

/** Joins words: `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
