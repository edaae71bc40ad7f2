// Chooses the name of a source that pages show.

/**
 * Returns the host of a source, which people know. Returns the name if it differs from the host only in letter case, as
 * for IPFS.
 */
export function sourceName({ name, host }: { name: string; host: string }): string {
  return name.toLowerCase() === host.toLowerCase() ? name : host;
}
