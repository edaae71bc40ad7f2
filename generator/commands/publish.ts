// `model-hub publish PATH`: publishes a file or a folder as objects of a hub.

import { basename, resolve } from 'node:path';
import process from 'node:process';
import type { Command } from 'commander';
import { MAX_OBJECT } from '../../src/basics/limits.ts';
import { totalSize } from '../../src/basics/total-size.ts';
import { bytes, counted } from '../../src/model/figures.ts';
import type { Address } from '../../src/nouns/address.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { sourceKind } from '../../src/nouns/source-kinds.ts';
import { type Config, readConfig } from '../../src/service/config.ts';
import type { Publication } from '../objects/publish-files.ts';
import { Failure, UsageFailure } from '../process/failure.ts';
import type { LocalFile } from '../verify/local-files.ts';
import { printReport } from './options/print-report.ts';

interface Options {
  hub?: string;
  model?: string;
  kind?: string;
  type?: string;
  name?: string;
  source?: string;
  id?: string;
  revision?: string;
  root?: string;
  withdraw?: true;
  chunkSize: string;
  json?: true;
}

const EXAMPLES = `
The publisher token is read from HUB_PUBLISHER_TOKEN. A file that fits into one chunk becomes one object. A larger
one, a folder, and a model become chunks and a source record that joins them; fetch puts them together again.
Objects that the hub has already are not sent again, so an interrupted publish continues where it ended.

Examples:
  $ model-hub publish notes.json --type application/json
  $ model-hub publish model.safetensors --hub https://hub.example
  $ model-hub publish ./bert-base-uncased --model google-bert/bert-base-uncased

--source publishes no bytes, but a record which says that a source of the hub has the model, under its own --id and
--revision, or below a --root. The hub shows it from the next day of "index" on, and sends downloads there once it has read
the right bytes there. --withdraw takes back earlier records of that source; --source objects means records of chunks.

  $ model-hub publish --model owner/name --source srcb --id Other/Name --revision master
  $ model-hub publish --model owner/name --source srcb --withdraw`;

export function define(program: Command): void {
  program
    .command('publish')
    .argument('[path]', 'a file or a folder')
    .option('--hub <url>', 'the hub (default: the one configured here)')
    .option('--model <id>', 'the files are of this model: only its files, and only with its bytes')
    .option('--kind <kind>', 'the kind of a single object')
    .option('--type <type>', 'the media type of a single object')
    .option('--name <name>', 'the file name to keep (default: its own)')
    .option('--source <token>', 'instead of bytes, publish a record that this source has the files of --model')
    .option('--id <id>', 'with --source: the name of the model there (default: its own)')
    .option('--revision <revision>', 'with --source: the name of the revision there')
    .option('--root <cid>', 'with --source: the root of the files on IPFS')
    .option('--withdraw', 'with --source: take back what was published about that source')
    .option('--chunk-size <MiB>', 'size of a chunk, 1 to 32', '4')
    .option('--json', 'report as JSON')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(path: string | undefined, options: Options): Promise<void> {
  const { model, chunkSize } = options;
  if (model !== undefined && !parseModelId(model)) throw new UsageFailure('--model must be owner/name.');
  const most = MAX_OBJECT / 2 ** 20;
  if (!/^\d{1,2}$/.test(chunkSize) || Number(chunkSize) < 1 || Number(chunkSize) > most)
    throw new UsageFailure(`--chunk-size must be a whole number from 1 to ${most}.`);
  const config = readConfig(process.env);
  if (!config.publisherToken) throw new UsageFailure('Set HUB_PUBLISHER_TOKEN to the publisher token of the hub.');
  if (options.source !== undefined) return runRecord(config, path, options);
  const wrong = RECORD_ONLY.find((name) => options[name] !== undefined);
  if (wrong) throw new UsageFailure(`--${wrong} goes with --source.`);
  if (path === undefined) throw new UsageFailure('Name a file or a folder, or a source with --source.');
  const { lookAt, localFiles } = await import('../verify/local-files.ts');
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

const RECORD_ONLY = ['id', 'revision', 'root', 'withdraw'] as const;

/** Publishes a record that says which source has a model. */
async function runRecord(config: Config, path: string | undefined, options: Options): Promise<void> {
  const { hub, model, source = '', id, revision, root, withdraw } = options;
  if (path !== undefined) throw new UsageFailure('--source publishes no bytes: leave the path out.');
  if (model === undefined) throw new UsageFailure('--source goes with --model.');
  const isChunks = source === 'objects';
  if (isChunks && !withdraw)
    throw new UsageFailure('--source objects goes with --withdraw; files are published as chunks.');
  const { openClient } = await import('../objects/hub-address.ts');
  const { indexModel } = await import('../objects/model-of-index.ts');
  const { publishRecord } = await import('../objects/publish-record.ts');
  const { readService } = await import('../process/read-service.ts');
  const client = openClient(config, hub, config.publisherToken);
  const { address } = await indexModel(client, model);
  // The hub may have sources that this machine's service.yaml lacks. The options then decide the source's kind.
  const known = readService(config).sources.find(({ token }) => token === source);
  const kind = isChunks ? 'chunks' : known ? sourceKind(known) : root === undefined ? 'http' : 'ipfs';
  const names = { id, revision, root };
  const record = await publishRecord({ client, model: address, kind, source, names, isWithdrawn: withdraw === true });
  const what = withdraw ? 'that takes earlier ones back' : `that ${source} has ${model}`;
  printReport(options.json, { id: record, model, source }, [
    `Published a record ${what}. It counts from the next day that the hub makes by "model-hub index".`,
    record,
  ]);
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
