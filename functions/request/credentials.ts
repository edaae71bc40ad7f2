// The headers that carry a caller's credentials.

/** Dropped at the door: no route of the hub takes them (decision 0010). */
export const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);
