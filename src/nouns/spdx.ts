// Finds the id of a licence in the SPDX list.
import retired from 'spdx-license-ids/deprecated.json' with { type: 'json' };
import current from 'spdx-license-ids/index.json' with { type: 'json' };

// The list includes retired ids such as GPL-3.0, which hubs still use.
const IDS = new Map([...retired, ...current].map((id) => [id.toLowerCase(), id]));

/**
 * Returns the SPDX id of a licence, which may be written in any letter case; undefined for a licence that the list
 * lacks, such as `gemma` or `other`.
 */
export function spdxId(license: string): string | undefined {
  return IDS.get(license.toLowerCase());
}
