// A bucket that answers with a redirect: what is asked, put, listed or removed goes to the store that was named alone.
import { expect, onTestFinished, test } from 'vitest';
import { openBucket } from '../../../../../functions/stores/bytes/bucket.ts';
import { allBelow } from '../../../../../generator/push/pushed-tree.ts';
import { Secret } from '../../../../../src/basics/secret.ts';
import { servedBy } from '../../../../fixtures/loopback-server.ts';

test('a bucket that leads elsewhere is followed nowhere', async () => {
  const asked: string[] = [];
  const elsewhere = await servedBy((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end();
  });
  const leading = await servedBy((_, response) => {
    response.writeHead(307, { Location: `${elsewhere.base}/latest` }).end();
  });
  onTestFinished(async () => void (await Promise.all([elsewhere.close(), leading.close()])));
  const bucket = await openBucket({
    ...{ endpoint: leading.base, isPathStyle: true, region: 'here', bucket: 'models', prefix: 'hub' },
    ...{ keyId: 'id', key: new Secret('key'), session: undefined },
  });
  const told = `it leads to ${elsewhere.base}/latest, and no bucket is followed: name that endpoint`;
  await expect(bucket.ask('current', {})).rejects.toThrow(told);
  await expect(bucket.put('x', Buffer.from('a'))).rejects.toThrow(
    `s3://models/hub/x can't be put: UnexpectedRedirect (307): ${told}`,
  );
  const open = () => new Blob(['a']).stream();
  await expect(bucket.putStream('x', open, 1)).rejects.toThrow(told);
  await expect(allBelow(bucket, 'packs/')).rejects.toThrow(told);
  await expect(bucket.remove('x')).rejects.toThrow(told);
  expect(asked).toEqual([]);
});
