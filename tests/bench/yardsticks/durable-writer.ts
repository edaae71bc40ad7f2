// Serves as the yardstick of publishing: writes the same bytes to new files, flushes and renames them, with the same
// number of files at a time.
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import type { LoadCount } from '../load-client.ts';
import { someMebibytes } from '../some-mebibytes.ts';

export interface WriteLoad {
  folder: string;
  lanes: number;
  seconds: number;
  /** A part of each file's name, which differs between runs. */
  seed: number;
}

process.once('message', async ({ folder, lanes, seconds, seed }: WriteLoad) => {
  const count: LoadCount = { answers: 0, seconds: 0 };
  const begun = performance.now();
  const lane = async (index: number) => {
    let number = 0;
    for (const bytes of someMebibytes(seed + index)) {
      const path = join(folder, `${seed}-${index}-${number++}`);
      const file = await open(`${path}.new`, 'wx');
      for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten;
      await file.sync();
      await file.close();
      await rename(`${path}.new`, path);
      count.answers++;
      if (performance.now() - begun > seconds * 1000) return;
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)));
  count.seconds = (performance.now() - begun) / 1000;
  process.send!(count, () => process.disconnect());
});
