// The pins: models whose weights can be had when both hosting sites are out of reach (decision 0027).

export const PINS_FORMAT = 'hub.model-hub.pins/v1';

/** Where a model is kept. */
export interface Pin {
  /** The root CID on IPFS. */
  root: string;
  revision: string;
  /** The day it was pinned, where that is known. */
  pinned?: string;
  /** True: the operator keeps it out of the list that people are shown. */
  hidden?: boolean;
}

export interface Pins {
  format: typeof PINS_FORMAT;
  gateway: string;
  /** By model id. */
  models: Record<string, Pin>;
}
