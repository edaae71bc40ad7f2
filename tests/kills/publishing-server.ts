// Runs a hub with nothing but published objects, in a process that a test can kill: `publishing-server.ts FOLDER`,
// or `publishing-server.ts s3://BUCKET/PREFIX`.
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { createMemoryHub } from '../../functions/hosts/memory/memory.ts';
import { createHubServer } from '../../functions/hosts/node/node-server.ts';
import type { Tree } from '../../functions/ports/ports.ts';
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { openObjectFolder, publishedObjects } from '../../functions/stores/objects/object-store.ts';
import { MAX_OBJECT_AT_EDGE } from '../../src/basics/limits.ts';
import { bucketPlace } from '../../src/service/config.ts';
import type { Source } from '../../src/service/service.ts';
import { noAccessLog } from '../fixtures/no-access-log.ts';

const emptyTree: Tree = {
  ...({ id: 'empty', baseUrl: 'http://hub.example', withdrawn: [], read: () => undefined } as unknown as Tree),
  served: () => emptyTree,
};
const place = process.argv[2]!;
const onDamage = (damage: string) => void process.send!({ damage });
const hub = createMemoryHub(emptyTree, {
  sources: [],
  origin: { token: 'none' } as Source,
  baseUrl: 'http://hub.example',
  objects: place.startsWith('s3://')
    ? publishedObjects(await openBucket(bucketPlace(process.env, 'The argument', place), { isWaitedFor: true }), {
        onDamage,
      })
    : openObjectFolder(place, { onDamage }),
  publishing: { open: true, holdsToken: (sent) => sent === 'Bearer publisher', limit: MAX_OBJECT_AT_EDGE },
});
const server = createHubServer(hub, noAccessLog);
// The compiled code is saved now for the next server, because this process will be killed.
flushCompileCache();
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
