// Checks the promises in `returns` of request descriptors. Each `returns` must begin with one of the promises in this
// file.
import { expect } from 'vitest';
import { blake3Hex } from '../../generator/process/blake3.ts';

/** An answer, and the document that described its request. */
export interface Answered {
  response: Response;
  /** The body of the answer as text. */
  text: string;
  /** The text of the descriptor. */
  descriptor: string;
  /** The object address in the URL of the request, if it has one. */
  address: string;
}

const rows = (text: string) => JSON.parse(text) as Record<string, unknown>[];
const ok = ({ response }: Answered) => expect(response.status).toBe(200);
const type = ({ response }: Answered) => response.headers.get('content-type') ?? '';
const digest = expect.stringMatching(/^sha256:[0-9a-f]{64}$/);
const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);

/** The check for each promise, by the beginning of `returns`. */
export const CLAIMS: Record<string, (answered: Answered) => void | Promise<void>> = {
  'a JSON array of ModelRow'(answered) {
    ok(answered);
    const found = rows(answered.text);
    expect(found.length).toBeGreaterThan(1);
    for (const row of found)
      expect(row).toMatchObject({ id: row.modelId, sha: expect.any(String), hub: { manifest: expect.any(String) } });
    const trend = found.map((row) => (row.trendingScore as number | undefined) ?? Number.NEGATIVE_INFINITY);
    expect(trend).toEqual(trend.toSorted((a, b) => b - a));
  },
  'the catalog object'(answered) {
    ok(answered);
    expect(type(answered)).toBe('application/vnd.hub.model-hub.catalog.v1+json');
    const catalog = JSON.parse(answered.text);
    for (const [id, entry] of Object.entries(catalog.models))
      expect([id, entry]).toMatchObject([id, { model: expect.any(String), sources: expect.any(Array) }]);
    expect(catalog.rows).toHaveLength(Object.keys(catalog.models).length);
    return isAddressed(answered);
  },
  ModelInfo(answered) {
    ok(answered);
    const { sha, siblings } = JSON.parse(answered.text);
    expect(sha).toMatch(/^[0-9a-f]{40}$/);
    expect(siblings.length).toBeGreaterThan(0);
  },
  'a JSON array of TreeEntry'(answered) {
    ok(answered);
    for (const entry of rows(answered.text))
      expect(entry).toMatchObject({ type: 'file', path: expect.any(String), size: expect.any(Number), oid: sha256 });
  },
  '302'({ response }) {
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toMatch(/^https:/);
    expect(response.headers.get('x-linked-etag')).toMatch(/^"[0-9a-f]{64}"$/);
  },
  OciTagList(answered) {
    ok(answered);
    expect(JSON.parse(answered.text).tags).toContain('latest');
  },
  OciCatalog(answered) {
    ok(answered);
    expect(JSON.parse(answered.text).repositories).toContain('hub/index');
  },
  OciManifest(answered) {
    ok(answered);
    for (const layer of JSON.parse(answered.text).layers)
      expect(layer).toMatchObject({ digest, size: expect.any(Number), mediaType: expect.any(String) });
  },
  '307'({ response }) {
    expect(response.status).toBe(307);
    expect(response.headers.get('location')).toMatch(/^https:/);
  },
  'the spaces catalog'(answered) {
    ok(answered);
    expect(JSON.parse(answered.text).format).toBe('hub.spaces.catalog/v1');
  },
  'the page of the app': (answered) => isPage(answered),
  'a page as HTML': (answered) => isPage(answered),
  'a page as Markdown'(answered) {
    ok(answered);
    expect(type(answered)).toBe('text/markdown; charset=utf-8');
    expect(answered.text).toMatch(/^# /);
  },
  'a file of the app': ok,
  'this document'(answered) {
    ok(answered);
    expect(answered.text).toBe(answered.descriptor);
  },
  'the service explained'(answered) {
    ok(answered);
    expect(type(answered)).toBe('text/plain; charset=utf-8');
  },
  'the bytes of an object': (answered) => isAddressed(answered),
};

function isPage(answered: Answered): void {
  ok(answered);
  expect(type(answered)).toBe('text/html; charset=utf-8');
}

function isAddressed(answered: Answered): void {
  ok(answered);
  expect(`blake3:${blake3Hex(answered.text)}`).toBe(answered.address);
}
