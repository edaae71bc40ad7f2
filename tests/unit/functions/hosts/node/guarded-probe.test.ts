// Tests that no source can redirect a probe to a private address in the operator's network.
import { expect, onTestFinished, test } from 'vitest';
import { guardedProbe } from '../../../../../functions/hosts/node/guarded-probe.ts';
import type { Source } from '../../../../../src/service/sources.ts';
import { servedBy } from '../../../../fixtures/loopback-server.ts';

const sourceAt = (base: string) => ({
  ...{ token: 'srca', display: 'Source A', host: 'a.example', base, template: '/{id}/{path}' },
  probe: { id: 'o/n', revision: 'main', path: 'x', timeLimit: 5 },
});

test('a redirect to a private address is refused, unless a source has that address or all are allowed', async () => {
  let asked = 0;
  const inside = await servedBy((_, response) => {
    asked++;
    response.end('x');
  });
  const leading = await servedBy((_, response) => {
    response.writeHead(302, { Location: inside.base }).end();
  });
  onTestFinished(async () => void (await Promise.all([inside.close(), leading.close()])));
  const source = sourceAt(leading.base);
  const probed = (named: Source[], isOpen: boolean) => guardedProbe(named, isOpen)(source, 'Hub/1');
  expect(await probed([source], false)).toEqual({ ok: false, reason: 'refused' });
  expect(asked).toBe(0);
  expect(await probed([source, sourceAt(inside.base)], false)).toEqual({ ok: true, reason: 'reached' });
  expect(await probed([source], true)).toEqual({ ok: true, reason: 'reached' });
});
