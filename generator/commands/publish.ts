// `model-hub publish PATH`: publishes a file or a folder as objects of a hub.

import { basename, resolve } from 'node:path';
import process from 'node:process';
import { totalSize } from '../../src/basics/bytes.ts';
import { MAX_OBJECT } from '../../src/basics/limits.ts';
import { bytes, counted } from '../../src/model/figures.ts';
import type { Address } from '../../src/nouns/address.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { readConfig } from '../../src/service/config.ts';
import type { LocalFile } from '../files/local-files.ts';
import type { Publication } from '../objects/publish-files.ts';
import { Failure, UsageFailure } from '../process/failure.ts';
import { printReport } from './options/print-report.ts';

interface Options {
  hub?: string;
  model?: string;
  kind?: string;
  type?: string;
  name?: string;
  chunkSize?: string;
  json?: true;
}

export async function run(path: string, options: Options): Promise<void> {
  const { model, chunkSize = '4' } = options;
  if (model !== undefined && !parseModelId(model)) throw new UsageFailure('--model must be owner/name.');
  const most = MAX_OBJECT / 2 ** 20;
  if (!/^\d{1,2}$/.test(chunkSize) || Number(chunkSize) < 1 || Number(chunkSize) > most)
    throw new UsageFailure(`--chunk-size must be a whole number from 1 to ${most}.`);
  const config = readConfig(process.env);
  if (!config.publisherToken) throw new UsageFailure('Set HUB_PUBLISHER_TOKEN to the publisher token of the hub.');
  const { lookAt, localFiles } = await import('../files/local-files.ts');
  const { openClient } = await import('../objects/hub-address.ts');
  const found = lookAt(path);
  if (!found) throw new Failure(`${path}: no such file or folder.`);
  const client = openClient(config, options.hub, config.publisherToken);
  const name = options.name ?? basename(resolve(path));
  const files = found.isDirectory()
    ? localFiles(path, () => false)
    : [{ path: name, absolute: path, size: found.size }];
  const isFolder = found.isDirectory();
  const published = await publishAll({
    client,
    files,
    name,
    isFolder,
    chunkBytes: Number(chunkSize) * 2 ** 20,
    options,
  });
  printReport(options.json, published, lines(published, client.base));
}

interface Work {
  client: import('../objects/object-client.ts').ObjectClient;
  files: LocalFile[];
  name: string;
  isFolder: boolean;
  chunkBytes: number;
  options: Options;
}

async function publishAll({ client, files, name, isFolder, chunkBytes, options }: Work): Promise<Publication> {
  const { progressFor } = await import('../process/progress-for.ts');
  const { publishJoined, publishWhole } = await import('../objects/publish-files.ts');
  const progress = progressFor(options.json);
  const [first] = files;
  if (!first) throw new Failure('There is no file to publish.');
  const { kind, type } = options;
  if (!isFolder && options.model === undefined && first.size <= chunkBytes)
    return publishWhole(client, first, { kind, type });
  if (kind !== undefined || type !== undefined)
    throw new UsageFailure('--kind and --type describe a single object; this becomes chunks and a record.');
  let own = files;
  let model: Address | null = null;
  if (options.model !== undefined) {
    const { indexFiles: filesOfModel, indexModel: modelNamed } = await import('../objects/model-of-index.ts');
    const indexed = await modelNamed(client, options.model);
    const task = progress.start('Checking', totalSize(files), bytes);
    own = await filesOfModel(indexed, files, task);
    task.done();
    model = indexed.address;
  }
  return publishJoined({ client, files: own, model, chunkSize: chunkBytes, filename: `${name}.json`, progress });
}

function lines({ id, files, bytes, chunks, sent }: Publication, base: string): string[] {
  const known = chunks - sent;
  const there = known === 0 ? '' : `, ${known} of them there already`;
  return [
    `Published ${counted(files, 'file')}, ${counted(bytes, 'byte')} in ${counted(chunks, 'object')}${there}.`,
    id,
    `Fetch it with: model-hub fetch ${id} --hub ${base}`,
  ];
}
