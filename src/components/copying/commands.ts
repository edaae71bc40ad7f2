// The commands a visitor can paste, with this service's own address in them.

/** Downloads a whole model into the local cache of `hf`, the public hub's command-line tool. */
export function downloadCommand(baseUrl: string, id: string): string {
  return `HF_ENDPOINT=${baseUrl} hf download ${id}`;
}

/** Hashes what `hf` has in its cache and compares it with this index. */
export function verifyCommand(baseUrl: string, id: string): string {
  return `HF_ENDPOINT=${baseUrl} hf cache verify ${id}`;
}
