// Names a source on the page of a model: one name wherever it stands.

/** Its host, which people know; where that is its name in other capitals, as with IPFS, the name. */
export function sourceName({ name, host }: { name: string; host: string }): string {
  return name.toLowerCase() === host.toLowerCase() ? name : host;
}
