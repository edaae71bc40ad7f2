// Facts of a made-up hub, from which the tests make its documents.
import type { DocumentFacts } from '../../../../src/dialects/discovery/facts/hub-facts.ts';
import { docsPages } from '../../../fixtures/docs-pages.ts';
import { service } from '../../../fixtures/hub.ts';

const address = (digit: string) => `blake3:${digit.repeat(64)}` as const;

export const facts: DocumentFacts = {
  baseUrl: 'https://hub.example',
  version: '1.2.3',
  service,
  catalog: address('a'),
  snapshot: '2026-11-20',
  days: [
    {
      date: '2026-11-20',
      catalog: address('a'),
      sha256: '1'.repeat(64),
      size: 9000,
      models: 41,
      files: 777,
      bytes: 7_000_000,
      archived: '2026-11-20T06:05:04Z',
      source: 'c'.repeat(40),
    },
    {
      date: '2026-11-19',
      catalog: address('b'),
      sha256: '2'.repeat(64),
      size: 8000,
      models: 39,
      files: 700,
      bytes: 6_000_000,
    },
  ],
  models: 41,
  listed: 37,
  gated: 3,
  repositories: ['hub/index', 'spaces/verify'],
  isSigned: false,
  example: { id: 'Acme/Tiny', path: 'a folder/config.json', sha256: '3'.repeat(64) },
  docs: docsPages,
  spaces: [
    {
      id: 'verify',
      name: 'Verify',
      task: 'verification',
      tagline: 'See what a file is.',
      root: '4'.repeat(64),
      bytes: 47_000,
      files: 4,
      models: [],
      modelHost: null,
      modelBytes: 0,
      requires: [],
      source: 'content/spaces/verify',
      entry: '/spaces/verify/',
    },
  ],
  pins: { 'Acme/Tiny': { root: 'bafyroot', revision: '5'.repeat(40), pinned: '2026-11-01' } },
};
