// Reads the XML of S3 stores by finding its few elements by name. This XML has no important attributes, no CDATA and no
// entities of its own. Document types are ignored, so no entity is expanded.
import { own } from '../../../src/basics/own.ts';

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Returns the text of the first element with this name, with character references resolved (XML 1.0 4.1 and 4.6).
 * Returns undefined if there is no such text.
 */
export function textIn(xml: string, element: string): string | undefined {
  const [, text] = new RegExp(`<${element}>([^<]+)</${element}>`).exec(xml) ?? [];
  return text?.replace(/&(?:#(x[0-9a-fA-F]{1,6}|\d{1,7})|(\w{2,4}));/g, (written, point, name) =>
    point === undefined ? (own(NAMED, name) ?? written) : String.fromCodePoint(Number(point.replace('x', '0x'))),
  );
}
