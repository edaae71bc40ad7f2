// Translates a hub's spelling of a licence to the id in the SPDX list.
import retired from 'spdx-license-ids/deprecated.json' with { type: 'json' };
import current from 'spdx-license-ids/index.json' with { type: 'json' };

// The list still has retired ids (GPL-3.0), and hubs still use them.
const IDS = new Map([...retired, ...current].map((id) => [id.toLowerCase(), id]));

/** Gives the SPDX id of a licence, in any case; undefined for one that the list lacks, such as `gemma` or `other`. */
export function spdxId(license: string): string | undefined {
  return IDS.get(license.toLowerCase());
}
