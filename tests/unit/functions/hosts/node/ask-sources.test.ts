// Tests that no source can redirect a probe to a private address in the operator's network.
import { expect, test } from 'vitest';
import { askSources } from '../../../../../functions/hosts/node/node-hub.ts';
import { readConfig } from '../../../../../src/service/config.ts';
import { service } from '../../../../fixtures/hub.ts';
import { serverOfTest } from '../../../../fixtures/server-of-test.ts';

const sourceAt = (base: string) => ({
  token: 'srca',
  display: 'Source A',
  host: base,
  base,
  template: '/{id}/{path}',
  probe: { id: 'o/n', revision: 'main', path: 'x', timeLimit: 5 },
});

test('a redirect to a private address is refused, unless a source has that address or all are allowed', async () => {
  let asked = 0;
  const inside = await serverOfTest((_, response) => {
    asked++;
    response.end('x');
  });
  const leading = await serverOfTest((_, response) => {
    response.writeHead(302, { Location: inside }).end();
  });
  const source = sourceAt(leading);
  const probed = async (sources = [source], env = {}) => {
    const [first] = await askSources(readConfig(env), { ...service, sources }, new AbortController().signal);
    return first;
  };
  expect(await probed()).toEqual({ host: leading, ok: false, reason: 'refused' });
  expect(asked).toBe(0);
  const reached = { host: leading, ok: true, reason: 'reached' };
  expect(await probed([source, sourceAt(inside)])).toEqual(reached);
  expect(await probed([source], { HUB_UPSTREAM_PRIVATE: 'on' })).toEqual(reached);
});
