// Tests that every address in a discovery document leads somewhere.
import { beforeAll, expect, test } from 'vitest';
import type { Row } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { baseUrl } from '../fixtures/hub.ts';
import { type AskHub, fixtureHub } from './fixture-hub.ts';

let ask: AskHub;
beforeAll(() => {
  ask = fixtureHub();
});

/**
 * The paths of all documents except the API description and programs. The API description has its own tests, because
 * its examples show refusals. Programs name paths of other machines.
 */
const paths = Object.values(routes as Record<string, Row>)
  .filter(({ as, pattern }) => as !== undefined && !/\/openapi\.json$|\.mjs$|\{/.test(pattern))
  .map(({ pattern }) => pattern);

/**
 * Lists the absolute addresses, and the paths in JSON, Markdown, plain text or XML. Leaves out templates, which have
 * braces.
 */
function addresses(text: string): string[] {
  const absolute = text.match(/https:\/\/hub\.example[^\s"'`<>)\]|]*/g) ?? [];
  const relative = [...text.matchAll(/"(\/[^\s"{}]*)"|\(page: (\/[^\s)]*)\)/g)].map((found) => found[1] ?? found[2]!);
  return [...absolute, ...relative].map((one) => one.replace(/[.,:;]+$/, '')).filter((one) => !/[{}]/.test(one));
}

test.each(paths)('every address in %s leads somewhere', async (path) => {
  const seen = new Set<string>();
  for (const accept of ['application/json', '*/*'])
    for (const address of addresses(await (await ask(path, { accept })).text())) seen.add(address);
  for (const address of seen) {
    expect(new URL(address, baseUrl).origin).toBe(baseUrl);
    const { status, headers } = await ask(address, { accept: 'text/html, */*;q=0.5' });
    // Messages go to /mcp by POST, and a GET is refused.
    const isMcp = address === `${baseUrl}${routes.mcp.pattern}` && headers.get('allow') === 'POST';
    // The address for publishing is public, but needs a token.
    const isPublish = address === routes.objects.pattern && headers.get('x-error-code') === 'PublisherOnly';
    const isThere = status < 400 || isMcp || isPublish;
    expect([address, isThere]).toEqual([address, true]);
  }
});
