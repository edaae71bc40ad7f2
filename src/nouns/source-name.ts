// Chooses the name of a source that pages show.

/**
 * Returns the host of a source, because people know hosts. Returns the name if the two differ only in letter case, as
 * for IPFS.
 */
export function sourceName({ name, host }: { name: string; host: string }): string {
  return name.toLowerCase() === host.toLowerCase() ? name : host;
}
