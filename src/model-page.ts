// What a model's page tells: facts of the index alone, so that the page can be built once and stays true until they change.
import type { Address } from './address.ts';

/** A file of the model, in the index's order. */
export interface PageFile {
  path: string;
  /** Bytes. */
  size: number;
  sha256: string;
}

/** A source that holds the model, in order of preference. */
export interface PageSource {
  /** The pin: `/via/{token}/…`. */
  token: string;
  /** As the `hub` block spells it. */
  name: string;
  /** As health spells it. */
  host: string;
  /** The paths it holds; absent: all of them. */
  files?: string[];
}

/** A single-file quantisation, as the registry offers it. */
export interface PageQuant {
  /** The tag, in upper case. */
  tag: string;
  path: string;
  /** Bytes. */
  size: number;
}

/** One model at its indexed revision. What nobody knows is absent. */
export interface ModelPage {
  id: string;
  revision: string;
  /** The address of its model object. */
  object: Address;
  /** False: it fell off the browse list, so browse facts are absent (SPEC.md HubFacts). */
  listed: boolean;
  license?: string;
  task?: string;
  library?: string;
  tags: string[];
  parameters?: number;
  /** Tokens. */
  context?: number;
  /** Bytes of the files that are weights. */
  weightBytes?: number;
  likes?: number;
  downloads?: number;
  /** ISO date-times. */
  createdAt?: string;
  lastModified?: string;
  files: PageFile[];
  sources: PageSource[];
  quants: PageQuant[];
}

/** Why there is no page for an id: held back at its origin, unknown, or known under another spelling. */
export interface NoModelPage {
  id: string;
  why: 'gated' | 'unknown';
  /** The id that was meant, when only the case differs. */
  better?: string;
}
