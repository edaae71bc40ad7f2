// Chooses the name of a source on pages.

/** Names a source by its host, which people know. If host and name differ only in case, as for IPFS, gives the name. */
export function sourceName({ name, host }: { name: string; host: string }): string {
  return name.toLowerCase() === host.toLowerCase() ? name : host;
}
