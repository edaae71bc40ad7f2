// The headers that carry a caller's credentials.

/** Dropped at the door: no route of the hub takes them (contract.md section 3, "Credentials"). */
export const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);
