// The descriptor: what a stranger who knows only the address needs to find everything else (decision 0027).
import type { ARCHIVE_FORMAT, DESCRIPTOR_FORMAT, PINS_FORMAT } from './formats.ts';

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

export interface AgentSkill {
  id: string;
  name: string;
  description: string;
  tags: string[];
  examples?: string[];
}

export interface AgentCard {
  protocolVersion: string;
  name: string;
  description: string;
  /** Where the preferred interface answers. */
  url: string;
  /** The URI of what is spoken there: the hub is no A2A agent. */
  preferredTransport: string;
  supportedInterfaces: { url: string; protocolBinding: string; protocolVersion: string }[];
  version: string;
  documentationUrl?: string;
  provider?: { organization: string; url: string };
  capabilities: { streaming: boolean; pushNotifications: boolean };
  defaultInputModes: string[];
  defaultOutputModes: string[];
  skills: AgentSkill[];
}

export interface ArchiveDay {
  /** YYYY-MM-DD. */
  date: string;
  /** Address of the day's index. */
  index: string;
  /** Address of the day's catalog object, which is the index. */
  catalog: string;
  /** When the day was made (RFC 3339); absent when it was not recorded. */
  archived?: string;
  /** The commit of the code that made it, 40 hex; absent when that is not known for sure. */
  source?: string;
  /** Models of the day's catalog, those that fell off the browse list included. */
  models: number;
  /** Those with a model object. */
  addressed: number;
  /** Files of those models. */
  files: number;
  /** Bytes of those files. */
  bytes: number;
  /** The index of the day before; null on the first. */
  prev: string | null;
}

export interface Archive {
  format: typeof ARCHIVE_FORMAT;
  /** Newest first. */
  days: ArchiveDay[];
  /** An IPFS gateway. */
  gateway?: string;
  /** The OCI repository that holds every day's index. */
  registry: string;
}

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
