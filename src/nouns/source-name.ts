// Names a source on the page of a model: one name wherever it stands.

/**
 * Names a source on the page of a model: by its host, which people know, or by its name if the host is the same in other
 * letter case, as for IPFS.
 */
export function sourceName({ name, host }: { name: string; host: string }): string {
  return name.toLowerCase() === host.toLowerCase() ? name : host;
}
