// The section descriptor: one fixed shape for every part of the site (decision 0027).
import type { SECTION_FORMAT, SectionName } from './formats.ts';

/** How to ask for one thing. */
export interface RequestDescriptor {
  method: 'GET';
  /** A path on this host. `{catalog.address}` is that field of the same document; other braces are the caller's. */
  url: string;
  /** What the answer holds. */
  returns: string;
  dialect?: 'objects' | 'huggingface' | 'oci' | 'http';
  /** The most the route returns in one call. */
  caps_at?: number;
  note?: string;
  artifact_type?: string;
}

export interface SectionCatalog {
  /** A content address of the whole section; null when what `fetch` gives has none. */
  address: string | null;
  /** Template or path: how to get it. */
  fetch: string;
  format: string;
  media_type?: string;
  note?: string;
}

interface SectionVerification {
  algorithm: 'sha256' | 'blake3' | 'none';
  /** Where the expected hash stands. */
  expected_from: string;
  server_verifies_on_read: false;
  /** What all expected hashes hang from. */
  root?: string;
  /** What a download tells this host. */
  privacy?: string;
}

/** A page of the documentation and its Markdown twin. */
export interface SectionPage {
  slug: string;
  title: string;
  /** One sentence. */
  about: string;
  page: string;
  markdown: string;
}

export interface SectionDescriptor {
  format: typeof SECTION_FORMAT;
  section: SectionName;
  title?: string;
  /** One sentence. */
  about: string;
  /** The address of this document that needs no `Accept`. */
  self: string;
  inventory: {
    /** Things described; null when only a live route can say. */
    described: number | null;
    /** Things whose bytes this host serves; null when only a live route can say. */
    served_here: number | null;
    note: string;
  };
  catalog: SectionCatalog | null;
  /** Why there is no catalog. */
  catalog_note?: string;
  /** Every way to enumerate, most useful first. */
  list: RequestDescriptor[];
  /** How to reach one thing. */
  item: RequestDescriptor;
  /** How to list one thing's files. */
  files?: RequestDescriptor;
  /** How to get bytes. */
  fetch: RequestDescriptor;
  verify: SectionVerification;
  /** One command that makes an existing tool use the section. */
  one_line?: string;
  /** Docs only. */
  pages?: SectionPage[];
  brief: string;
  page: string;
  openapi: string;
}
