// Reads and writes the log in a bucket, beside the tree (decision 0034).
import { CHECKPOINT, KEYS, LOG_FOLDER, type LogFiles, mostOfLog } from '../../src/log/tiles.ts';
import type { Bytes } from '../../src/tree/store.ts';
import type { LogTarget } from '../log/copy-log.ts';
import { type PushSettings, thereBelow, type Uploader } from './uploader.ts';

/** Returns a function that reads the files of the log in a bucket. */
export const logOfBucket =
  (bucket: Bytes): LogFiles =>
  (path) =>
    bucket.get(`${LOG_FOLDER}/${path}`, mostOfLog(path));

/** The log in a bucket, as a place to which a push copies a log. */
export function logTarget(settings: PushSettings, uploader: Uploader): LogTarget {
  const { bucket } = settings;
  return {
    name: bucket.address,
    read: logOfBucket(bucket),
    async put(path, bytes) {
      const isText = path === CHECKPOINT || path === KEYS;
      const type = isText ? 'text/plain; charset=utf-8' : 'application/octet-stream';
      await uploader.bytes(`${LOG_FOLDER}/${path}`, bytes, type);
    },
    end: () => uploader.end(),
    async there() {
      const isThere = await thereBelow(settings, `${LOG_FOLDER}/`);
      return (path) => isThere(`${LOG_FOLDER}/${path}`);
    },
  };
}
