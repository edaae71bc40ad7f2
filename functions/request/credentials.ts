// Names the headers that carry a caller's credentials.

/** True for a header with credentials, by its lowercase name. `Ask.header` returns none of these (decision 0010). */
export const isCredential = (name: string): boolean =>
  name === 'authorization' || name === 'cookie' || name === 'proxy-authorization';
