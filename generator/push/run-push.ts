// Runs `model-hub push`: opens the bucket, and pushes the current tree.
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { bucketPlace, type Environment, readConfig } from '../../src/service/config.ts';
import { takeOutFirst } from '../hub/take-out-first.ts';
import type { Progress } from '../process/progress.ts';
import { type PushReport, pushTree } from './push-tree.ts';

export interface PushOutcome extends PushReport {
  /** The number of requests to the store. */
  requests: number;
}

/**
 * Pushes the tree of HUB_DIST to the bucket `s3://BUCKET/PREFIX` at `address`. Throws a Failure if that fails, and a
 * ConfigError if variables of the store are missing.
 */
export async function runPush(env: Environment, address: string, progress: Progress): Promise<PushOutcome> {
  const config = readConfig(env);
  const { dist, treeSeconds } = config;
  const bucket = await openBucket(bucketPlace(env, address, address));
  await takeOutFirst(config, progress);
  const pushed = await pushTree({ dist, bucket, stay: treeSeconds * 1000 }, progress);
  return { ...pushed, requests: bucket.requests };
}
