// Licences by the ids that tools agree on: a hub's own spelling to that of the SPDX list.
import retired from 'spdx-license-ids/deprecated.json' with { type: 'json' };
import current from 'spdx-license-ids/index.json' with { type: 'json' };

// Retired ids (GPL-3.0) are still what hubs write, and still on the list.
const IDS = new Map([...retired, ...current].map((id) => [id.toLowerCase(), id]));

/** The SPDX id of a licence, any case taken; undefined for what the list does not have, such as `gemma` or `other`. */
export function spdxId(license: string): string | undefined {
  return IDS.get(license.toLowerCase());
}
