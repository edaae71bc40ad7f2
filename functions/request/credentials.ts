// The headers that carry a caller's credentials.

/** True: the header with this lowercase name is dropped at the door, since no route of the hub takes it (decision 0010). */
export const isCredential = (name: string): boolean =>
  name === 'authorization' || name === 'cookie' || name === 'proxy-authorization';
