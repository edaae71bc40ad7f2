// The descriptor: what a stranger who knows only the address needs to find everything else (decision 0027).

export const DESCRIPTOR_FORMAT = 'hub.model-hub.descriptor/v1';

export interface Descriptor {
  format: typeof DESCRIPTOR_FORMAT;
  name?: string;
  /** One sentence. */
  about?: string;
  /** Address of today's catalog object. */
  catalog: string;
  /** The day the catalog was built, YYYY-MM-DD. */
  snapshot?: string;
  /** Template: how to fetch an object by its address. */
  fetch: string;
  /** Template: how to find a model. */
  find?: string;
  /** Where objects are published. */
  publish?: string;
  /** Where the machine-readable description lies. */
  openapi: string;
  /** Path of the capability manifest. */
  capabilities?: string;
  registry?: string;
  guide?: string;
  /** What each kind of address names. */
  addresses?: Record<string, string>;
  /** What each kind of published object holds. */
  kinds?: Record<string, string>;
}
