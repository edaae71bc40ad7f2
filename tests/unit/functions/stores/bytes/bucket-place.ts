// Names a bucket at the store of a test.
import { Secret } from '../../../../../src/basics/secret.ts';
import type { BucketPlace } from '../../../../../src/service/config.ts';

/** Returns the settings of the bucket `s3://models/hub` at the store with this address. */
export const placeAt = (endpoint: string): BucketPlace => ({
  ...{ endpoint, isPathStyle: true, region: 'here', bucket: 'models', prefix: 'hub' },
  ...{ keyId: 'id', key: new Secret('key'), session: undefined },
});
