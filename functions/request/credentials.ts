// The headers that carry a caller's credentials.

/** True if no handler gets the header with this lowercase name, because no route takes it (decision 0010). */
export const isCredential = (name: string): boolean =>
  name === 'authorization' || name === 'cookie' || name === 'proxy-authorization';
