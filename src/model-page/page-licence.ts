// Finds the licence of a model for its page: its id, which is that of the SPDX licence list (https://spdx.org/licenses/)
// or a name of the public hub, and where its text is.
import { fileFinder } from './model-links.ts';
import type { ModelPage } from './model-page.ts';

/** The address of a licence's text. */
interface LicenceText {
  href: string;
  label: string;
  /** True if the address comes from the card. */
  isOutside?: true;
}

/** Matches the names of files at the root that have the text of a licence. */
const TEXT_FILE = /^(licen[cs]e|copying|unlicense|notice|use_policy)([._-][^/]*)?$/i;

/**
 * Finds the licence in the model's record and its card. The text of the licence is a file of the model, or lies where
 * the card's link leads.
 */
export function pageLicence(model: ModelPage): { id: string | undefined; text: LicenceText | undefined } {
  const { license, card } = model;
  const isVague = license === undefined || /^(other|unknown|license)$/i.test(license);
  const id = isVague ? (card?.licence ?? license) : license;
  return { id, text: textOf(model) };
}

function textOf(model: ModelPage): LicenceText | undefined {
  const file = model.files.find(({ path }) => TEXT_FILE.test(path));
  const address = file && fileFinder(model)(file).address;
  if (address !== undefined) return { href: address, label: file!.path };
  const link = model.card?.licenceLink;
  return link === undefined ? undefined : { href: link, label: new URL(link).host, isOutside: true };
}
