// Licences by the ids that models carry: their full names, and what each allows, asks and leaves out. Names are those
// of the SPDX licence list (https://spdx.org/licenses/) or, where it lacks a licence, the title of its own text. The
// words of a licence are those of choosealicense.com (permissions, conditions, limitations), and of the deeds and the
// texts themselves where that site has no entry. It is a reminder of what stands in the text, and no advice.
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

/** The terms of a licence, most important first. */
interface Terms {
  may: readonly May[];
  must: readonly Must[];
  not: readonly Not[];
}

/** A licence by its full name; `terms` are absent where its text says too much for a line. */
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

const LICENCES: Readonly<Record<string, Licence>> = {
  '0bsd': { name: 'BSD Zero Clause License', terms: NONE },
  'afl-3.0': { name: 'Academic Free License v3.0', terms: APACHE },
  agpl: { name: 'GNU Affero General Public License', terms: AGPL },
  'agpl-3.0': { name: 'GNU Affero General Public License v3.0', terms: AGPL },
  'apache-2.0': { name: 'Apache License 2.0', terms: APACHE },
  'apple-amlr': { name: 'Apple Machine Learning Research Model License', terms: RESEARCH },
  'apple-ascl': { name: 'Apple Sample Code License' },
  'artistic-2.0': { name: 'Artistic License 2.0', terms: APACHE },
  'bigcode-openrail-m': { name: 'BigCode Open RAIL-M v1', terms: RAIL },
  'bigscience-bloom-rail-1.0': { name: 'BigScience RAIL License v1.0', terms: RAIL },
  'bigscience-openrail-m': { name: 'BigScience OpenRAIL-M License', terms: RAIL },
  bsd: { name: 'BSD License', terms: SIMPLE },
  'bsd-2-clause': { name: 'BSD 2-Clause “Simplified” License', terms: SIMPLE },
  'bsd-3-clause': { name: 'BSD 3-Clause “New” or “Revised” License', terms: SIMPLE },
  'bsd-3-clause-clear': { name: 'BSD 3-Clause Clear License', terms: free(['notice'], ['patent', 'warranty']) },
  'bsl-1.0': { name: 'Boost Software License 1.0', terms: SIMPLE },
  'c-uda': { name: 'Computational Use of Data Agreement' },
  cc: { name: 'a Creative Commons licence' },
  'cc-by-2.0': { name: 'Creative Commons Attribution 2.0 Generic', terms: BY },
  'cc-by-3.0': { name: 'Creative Commons Attribution 3.0 Unported', terms: BY },
  'cc-by-4.0': { name: 'Creative Commons Attribution 4.0 International', terms: BY },
  'cc-by-nc-2.0': { name: 'Creative Commons Attribution Non Commercial 2.0 Generic', terms: BY_NC },
  'cc-by-nc-3.0': { name: 'Creative Commons Attribution Non Commercial 3.0 Unported', terms: BY_NC },
  'cc-by-nc-4.0': { name: 'Creative Commons Attribution Non Commercial 4.0 International', terms: BY_NC },
  'cc-by-nc-nd-3.0': {
    name: 'Creative Commons Attribution Non Commercial No Derivatives 3.0 Unported',
    terms: BY_NC_ND,
  },
  'cc-by-nc-nd-4.0': {
    name: 'Creative Commons Attribution Non Commercial No Derivatives 4.0 International',
    terms: BY_NC_ND,
  },
  'cc-by-nc-sa-2.0': {
    name: 'Creative Commons Attribution Non Commercial Share Alike 2.0 Generic',
    terms: BY_NC_SA,
  },
  'cc-by-nc-sa-3.0': {
    name: 'Creative Commons Attribution Non Commercial Share Alike 3.0 Unported',
    terms: BY_NC_SA,
  },
  'cc-by-nc-sa-4.0': {
    name: 'Creative Commons Attribution Non Commercial Share Alike 4.0 International',
    terms: BY_NC_SA,
  },
  'cc-by-nd-4.0': { name: 'Creative Commons Attribution No Derivatives 4.0 International', terms: BY_ND },
  'cc-by-sa-3.0': { name: 'Creative Commons Attribution Share Alike 3.0 Unported', terms: BY_SA },
  'cc-by-sa-4.0': { name: 'Creative Commons Attribution Share Alike 4.0 International', terms: BY_SA },
  'cc0-1.0': { name: 'Creative Commons Zero v1.0 Universal', terms: free([], BY_NOT) },
  'cdla-permissive-1.0': { name: 'Community Data License Agreement Permissive 1.0', terms: SIMPLE },
  'cdla-permissive-2.0': { name: 'Community Data License Agreement Permissive 2.0', terms: SIMPLE },
  'cdla-sharing-1.0': { name: 'Community Data License Agreement Sharing 1.0', terms: free(['notice', 'same']) },
  'creativeml-openrail-m': { name: 'CreativeML Open RAIL-M', terms: RAIL },
  'deepfloyd-if-license': { name: 'DeepFloyd IF License', terms: RESEARCH },
  'ecl-2.0': { name: 'Educational Community License v2.0', terms: APACHE },
  'epl-1.0': { name: 'Eclipse Public License 1.0', terms: free(['notice', 'source', 'same']) },
  'epl-2.0': { name: 'Eclipse Public License 2.0', terms: free(['notice', 'source', 'same']) },
  'etalab-2.0': { name: 'Etalab Open License 2.0', terms: free(['credit']) },
  'eupl-1.1': { name: 'European Union Public License 1.1', terms: AGPL },
  'eupl-1.2': { name: 'European Union Public License 1.2', terms: AGPL },
  'fair-noncommercial-research-license': { name: 'FAIR Noncommercial Research License', terms: RESEARCH },
  gemma: { name: 'Gemma Terms of Use', terms: free(['uses', 'notice', 'changes'], ['trademark', 'warranty']) },
  gfdl: { name: 'GNU Free Documentation License', terms: free(['notice', 'changes', 'same']) },
  gpl: { name: 'GNU General Public License', terms: GPL },
  'gpl-2.0': { name: 'GNU General Public License v2.0', terms: GPL },
  'gpl-3.0': { name: 'GNU General Public License v3.0', terms: GPL },
  'intel-research': { name: 'Intel Research Use License', terms: RESEARCH },
  isc: { name: 'ISC License', terms: SIMPLE },
  lgpl: { name: 'GNU Lesser General Public License', terms: GPL },
  'lgpl-2.1': { name: 'GNU Lesser General Public License v2.1', terms: GPL },
  'lgpl-3.0': { name: 'GNU Lesser General Public License v3.0', terms: GPL },
  llama2: { name: 'Llama 2 Community License Agreement', terms: LLAMA_2 },
  llama3: { name: 'Meta Llama 3 Community License Agreement', terms: LLAMA },
  'llama3.1': { name: 'Llama 3.1 Community License Agreement', terms: LLAMA },
  'llama3.2': { name: 'Llama 3.2 Community License Agreement', terms: LLAMA },
  'llama3.3': { name: 'Llama 3.3 Community License Agreement', terms: LLAMA },
  llama4: { name: 'Llama 4 Community License Agreement', terms: LLAMA },
  'lppl-1.3c': { name: 'LaTeX Project Public License v1.3c', terms: free(['notice', 'changes', 'source']) },
  mit: { name: 'MIT License', terms: SIMPLE },
  'mpl-2.0': { name: 'Mozilla Public License 2.0', terms: WEAK },
  'ms-pl': { name: 'Microsoft Public License', terms: free(['notice'], ['trademark', 'warranty']) },
  ncsa: { name: 'University of Illinois/NCSA Open Source License', terms: SIMPLE },
  'odbl-1.0': { name: 'Open Data Commons Open Database License v1.0', terms: free(['notice', 'same'], BY_NOT) },
  odbl: { name: 'Open Data Commons Open Database License', terms: free(['notice', 'same'], BY_NOT) },
  'odc-by': { name: 'Open Data Commons Attribution License', terms: free(['credit'], BY_NOT) },
  'ofl-1.1': { name: 'SIL Open Font License 1.1', terms: free(['notice', 'same']) },
  'openmdw-1.0': { name: 'OpenMDW License Agreement 1.0', terms: SIMPLE },
  'openmdw-1.1': { name: 'OpenMDW License Agreement 1.1', terms: SIMPLE },
  openrail: { name: 'an Open RAIL licence', terms: RAIL },
  'openrail++': { name: 'CreativeML Open RAIL++-M License', terms: RAIL },
  'osl-3.0': { name: 'Open Software License 3.0', terms: AGPL },
  pddl: { name: 'Open Data Commons Public Domain Dedication and License', terms: NONE },
  postgresql: { name: 'PostgreSQL License', terms: SIMPLE },
  unlicense: { name: 'The Unlicense', terms: NONE },
  wtfpl: { name: 'Do What The F*ck You Want To Public License', terms: { ...NONE, not: [] } },
  zlib: { name: 'zlib License', terms: free(['notice', 'changes']) },
};

/** The licence with this id, any case taken; undefined for one that this table lacks, and for `other` and `unknown`. */
export function licenceOf(id: string): Licence | undefined {
  return own(LICENCES, id.toLowerCase());
}

/** Sums up a licence in one or two sentences. */
export function termsInWords({ may, must, not }: Terms): string {
  const allowed = `You may ${listed(may.map((word) => MAY[word]))}`;
  const asked = must.length === 0 ? '' : `, if you ${listed(must.map((word) => MUST[word]))}`;
  const left = listed(not.map((word) => NOT[word]));
  return `${allowed}${asked}.${left === '' ? '' : ` ${left[0]!.toUpperCase()}${left.slice(1)}.`}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
