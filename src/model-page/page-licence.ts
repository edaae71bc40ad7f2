// Describes the licence of a model for its page: the full name by its id, which is that of the SPDX licence list
// (https://spdx.org/licenses/) or the title of the licence's own text, and where its text is.
import { defined, own } from '../basics/records.ts';
import { fileLink, modelLinks } from './model-links.ts';
import { directSources, directUrlOf, type ModelPage } from './model-page.ts';

/** The names by the ids, in lower case. */
const LICENCES: Readonly<Record<string, string>> = {
  '0bsd': 'BSD Zero Clause License',
  'afl-3.0': 'Academic Free License v3.0',
  agpl: 'GNU Affero General Public License',
  'agpl-3.0': 'GNU Affero General Public License v3.0',
  'apache-2.0': 'Apache License 2.0',
  'apple-amlr': 'Apple Machine Learning Research Model License',
  'apple-ascl': 'Apple Sample Code License',
  'artistic-2.0': 'Artistic License 2.0',
  'bigcode-openrail-m': 'BigCode Open RAIL-M v1',
  'bigscience-bloom-rail-1.0': 'BigScience RAIL License v1.0',
  'bigscience-openrail-m': 'BigScience OpenRAIL-M License',
  bsd: 'BSD License',
  'bsd-2-clause': 'BSD 2-Clause “Simplified” License',
  'bsd-3-clause': 'BSD 3-Clause “New” or “Revised” License',
  'bsd-3-clause-clear': 'BSD 3-Clause Clear License',
  'bsl-1.0': 'Boost Software License 1.0',
  'c-uda': 'Computational Use of Data Agreement',
  cc: 'a Creative Commons licence',
  'cc-by-2.0': 'Creative Commons Attribution 2.0 Generic',
  'cc-by-3.0': 'Creative Commons Attribution 3.0 Unported',
  'cc-by-4.0': 'Creative Commons Attribution 4.0 International',
  'cc-by-nc-2.0': 'Creative Commons Attribution Non Commercial 2.0 Generic',
  'cc-by-nc-3.0': 'Creative Commons Attribution Non Commercial 3.0 Unported',
  'cc-by-nc-4.0': 'Creative Commons Attribution Non Commercial 4.0 International',
  'cc-by-nc-nd-3.0': 'Creative Commons Attribution Non Commercial No Derivatives 3.0 Unported',
  'cc-by-nc-nd-4.0': 'Creative Commons Attribution Non Commercial No Derivatives 4.0 International',
  'cc-by-nc-sa-2.0': 'Creative Commons Attribution Non Commercial Share Alike 2.0 Generic',
  'cc-by-nc-sa-3.0': 'Creative Commons Attribution Non Commercial Share Alike 3.0 Unported',
  'cc-by-nc-sa-4.0': 'Creative Commons Attribution Non Commercial Share Alike 4.0 International',
  'cc-by-nd-4.0': 'Creative Commons Attribution No Derivatives 4.0 International',
  'cc-by-sa-3.0': 'Creative Commons Attribution Share Alike 3.0 Unported',
  'cc-by-sa-4.0': 'Creative Commons Attribution Share Alike 4.0 International',
  'cc0-1.0': 'Creative Commons Zero v1.0 Universal',
  'cdla-permissive-1.0': 'Community Data License Agreement Permissive 1.0',
  'cdla-permissive-2.0': 'Community Data License Agreement Permissive 2.0',
  'cdla-sharing-1.0': 'Community Data License Agreement Sharing 1.0',
  'creativeml-openrail-m': 'CreativeML Open RAIL-M',
  'deepfloyd-if-license': 'DeepFloyd IF License',
  'ecl-2.0': 'Educational Community License v2.0',
  'epl-1.0': 'Eclipse Public License 1.0',
  'epl-2.0': 'Eclipse Public License 2.0',
  'etalab-2.0': 'Etalab Open License 2.0',
  'eupl-1.1': 'European Union Public License 1.1',
  'eupl-1.2': 'European Union Public License 1.2',
  'fair-noncommercial-research-license': 'FAIR Noncommercial Research License',
  gemma: 'Gemma Terms of Use',
  gfdl: 'GNU Free Documentation License',
  gpl: 'GNU General Public License',
  'gpl-2.0': 'GNU General Public License v2.0',
  'gpl-3.0': 'GNU General Public License v3.0',
  'intel-research': 'Intel Research Use License',
  isc: 'ISC License',
  lgpl: 'GNU Lesser General Public License',
  'lgpl-2.1': 'GNU Lesser General Public License v2.1',
  'lgpl-3.0': 'GNU Lesser General Public License v3.0',
  llama2: 'Llama 2 Community License Agreement',
  llama3: 'Meta Llama 3 Community License Agreement',
  'llama3.1': 'Llama 3.1 Community License Agreement',
  'llama3.2': 'Llama 3.2 Community License Agreement',
  'llama3.3': 'Llama 3.3 Community License Agreement',
  llama4: 'Llama 4 Community License Agreement',
  'lppl-1.3c': 'LaTeX Project Public License v1.3c',
  mit: 'MIT License',
  'mpl-2.0': 'Mozilla Public License 2.0',
  'ms-pl': 'Microsoft Public License',
  ncsa: 'University of Illinois/NCSA Open Source License',
  'odbl-1.0': 'Open Data Commons Open Database License v1.0',
  odbl: 'Open Data Commons Open Database License',
  'odc-by': 'Open Data Commons Attribution License',
  'ofl-1.1': 'SIL Open Font License 1.1',
  'openmdw-1.0': 'OpenMDW License Agreement 1.0',
  'openmdw-1.1': 'OpenMDW License Agreement 1.1',
  openrail: 'an Open RAIL licence',
  'openrail++': 'CreativeML Open RAIL++-M License',
  'osl-3.0': 'Open Software License 3.0',
  pddl: 'Open Data Commons Public Domain Dedication and License',
  postgresql: 'PostgreSQL License',
  unlicense: 'The Unlicense',
  wtfpl: 'Do What The F*ck You Want To Public License',
  zlib: 'zlib License',
};

/** Returns the full name of a licence, whose id may have any letter case; undefined for an unknown id. */
function licenceName(id: string): string | undefined {
  return own(LICENCES, id.toLowerCase());
}

interface PageLicence {
  /** The full name if known, otherwise the id; undefined if unknown. */
  name: string | undefined;
  /** The id, if `name` differs. */
  id?: string;
  /** The address of the licence's text. `isOutside` is true if the address comes from the card. */
  text?: { href: string; label: string; isOutside?: true };
}

/** Matches the names of files at the root that have the text of a licence. */
const TEXT_FILE = /^(licen[cs]e|copying|unlicense|notice|use_policy)([._-][^/]*)?$/i;

/**
 * Finds the licence in the model's record and its card. The text of the licence is a file of the model, or lies where
 * the card's link leads.
 */
export function pageLicence(model: ModelPage): PageLicence {
  const { license, card } = model;
  const isVague = license === undefined || /^(other|unknown|license)$/i.test(license);
  const id = isVague ? (card?.licence ?? license) : license;
  const known = id === undefined ? undefined : licenceName(id);
  return {
    name: known ?? id,
    ...defined({ id: known && id, text: textOf(model) }),
  };
}

function textOf(model: ModelPage): PageLicence['text'] {
  const file = model.files.find(({ path }) => TEXT_FILE.test(path));
  if (file && !model.isDirect) return { href: fileLink(modelLinks(model), file.path), label: file.path };
  const [holder] = file ? directSources(model, file.path) : [];
  if (file && holder) return { href: directUrlOf(holder, file), label: file.path };
  const link = model.card?.licenceLink;
  return link === undefined ? undefined : { href: link, label: new URL(link).host, isOutside: true };
}
