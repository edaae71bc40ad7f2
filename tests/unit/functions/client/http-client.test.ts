// Tests that no connection reaches a private address, whether a URL has the address itself, a name for it, or a
// redirect to it, unless the operator names the host; and that a request ends whose server sends nothing.
import { expect, test } from 'vitest';
import { createClient, isPrivate, PrivateAddress } from '../../../../functions/client/http-client.ts';
import { serverOfTest } from '../../../fixtures/server-of-test.ts';

test.each([
  ...['127.0.0.1', '127.8.9.1', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1'],
  ...['169.254.169.254', '198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', '::ffff:127.0.0.1', '::ffff:a00:1'],
  ...['fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '2001:db8::1', '2002:7f00:1::', '::7f00:1'],
  ...['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b::1', '64:ff9b::', '64:ff9b::1:7f00:1', '::ffff:0:127.0.0.1'],
  ...['::ffff:0:a9fe:a9fe', '0:0:0:0:0:0:0:1', '2001::1'],
])('%s is private', (address) => expect(isPrivate(address)).toBe(true));

test.each([
  ...['1.1.1.1', '172.32.0.1', '100.128.0.1', '192.169.0.1', '2606:4700::1111', '::ffff:1.1.1.1', '64:ff9b::101:101'],
])('%s is not private', (address) => expect(isPrivate(address)).toBe(false));

const refused = { cause: expect.any(PrivateAddress) as unknown };

test('the target of a redirect is checked, whether it is a name or an address', async () => {
  const asked: string[] = [];
  const inside = await serverOfTest((request, response) => {
    asked.push(request.url!);
    response.end('secret');
  });
  const port = new URL(inside).port;
  const outside = await serverOfTest((request, response) => {
    const host = new URL(request.url!, 'http://x').searchParams.get('to');
    if (host) response.writeHead(302, { Location: `http://${host}:${port}/` }).end();
    else response.end('open');
  });
  const get = createClient({ named: [outside] });
  expect(await (await get(outside)).text()).toBe('open');
  for (const host of ['localhost', '127.0.0.1', '127.0.0.2', '[::1]', '[::ffff:127.0.0.2]', '0x7f.2', '2130706434'])
    await expect(get(`${outside}/?to=${host}`), host).rejects.toMatchObject(refused);
  expect(asked).toEqual([]);
  expect(await (await createClient({})(`${outside}/?to=localhost`)).text()).toBe('secret');
});

test.each(['http://127.0.0.1', 'https://127.0.0.1'])('%s allows both of its usual ports', async (named) => {
  const get = createClient({ named: [named] });
  for (const usual of ['http://127.0.0.1/', 'https://127.0.0.1/'])
    await expect(get(usual), usual).rejects.not.toMatchObject(refused);
  await expect(get('http://127.0.0.1:81/')).rejects.toMatchObject(refused);
});

test('a request fails if no head comes, if a body stops, if redirects never end, or if a head is too large', async () => {
  const base = await serverOfTest(({ url }, response) => {
    if (url === '/stops') response.write('a beginning');
    if (url === '/loop') response.writeHead(302, { Location: '/loop' }).end();
    if (url === '/large') response.writeHead(200, { 'X-Large': 'x'.repeat(100_000) }).end();
    if (url === '/slow') setTimeout(() => response.end('late'), 100);
  });
  const get = createClient({ named: [base], silence: 300 });
  const reading = async (path: string) => (await get(base + path)).text();
  expect(await reading('/slow')).toBe('late');
  await expect(reading('/never')).rejects.toMatchObject({ cause: { code: 'UND_ERR_HEADERS_TIMEOUT' } });
  await expect(reading('/stops')).rejects.toMatchObject({ cause: { code: 'UND_ERR_BODY_TIMEOUT' } });
  await expect(reading('/loop')).rejects.toMatchObject({ cause: { message: 'redirect count exceeded' } });
  await expect(reading('/large')).rejects.toMatchObject({ cause: { code: 'UND_ERR_HEADERS_OVERFLOW' } });
});
