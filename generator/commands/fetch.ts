// `model-hub fetch ADDRESS`: fetches an object, or the files whose chunks an object lists; checks and writes them.

import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import process from 'node:process';
import { asGiven } from '../../functions/stores/bytes/file-modes.ts';
import { counted } from '../../src/model/figures.ts';
import { parseAddress } from '../../src/nouns/address.ts';
import { readConfig } from '../../src/service/config.ts';
import { UsageFailure } from '../process/failure.ts';

interface Options {
  hub?: string;
  to?: string;
  raw?: true;
  json?: true;
}

/** Gives the folder that is written to: `to` if it is a folder, otherwise its parent. */
function folderAround(to: string | undefined): string {
  if (to === undefined || to === '-') return process.cwd();
  const path = resolve(to);
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : dirname(path);
}

export async function run(text: string, options: Options): Promise<void> {
  const address = parseAddress(text);
  if (!address) throw new UsageFailure('An address is blake3: and 64 lowercase hex digits.');
  const config = readConfig(process.env);
  const { progressFor } = await import('../process/progress-for.ts');
  const { openClient } = await import('../objects/hub-address.ts');
  const { fetchObject } = await import('../objects/fetch-object.ts');
  const { onDisk } = await import('../files/full-disk.ts');
  const fetched = await onDisk(
    [{ folder: folderAround(options.to) }],
    'Make room and fetch again: it goes on where it ended.',
    () =>
      asGiven(() =>
        fetchObject({
          client: openClient(config, options.hub),
          address,
          to: options.to,
          raw: options.raw === true,
          progress: progressFor(options.json),
        }),
      ),
  );
  // The report goes to standard error with `--to -`, because the file's bytes go to standard output.
  const out = fetched.to === '-' ? process.stderr : process.stdout;
  const { files, bytes, fetchedBytes, to } = fetched;
  const count = `${counted(files, 'file')}, ${counted(bytes, 'byte')}`;
  const line = `Fetched ${count}${fetchedBytes < bytes ? `, ${bytes - fetchedBytes} of them here already` : ''}, to ${to}; every byte hashed.`;
  out.write(`${options.json ? JSON.stringify(fetched, null, 2) : line}\n`);
}
