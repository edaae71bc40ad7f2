// Opens the hub that the environment describes, for runtimes that call the hub for each request. Each process opens one
// hub, before the first request.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { publicBaseUrl, readConfig, serviceUnder } from '../../src/service/config.ts';
import { parseServiceText } from '../../src/service/service-yaml.ts';
import type { Hub } from '../hub/hub.ts';
import { createAccessLog, logged } from '../rim/access-log.ts';
import { openPlainWebsite } from '../rim/built-pages.ts';
import { closeData } from '../stores/bytes/close-data.ts';
import { keepFilesPrivate } from '../stores/bytes/file-modes.ts';
import { missingTree } from '../stores/tree/folder-tree.ts';
import { openNodeHub } from './node/node-hub.ts';
import { websiteFolder } from './node/node-website.ts';

interface EnvironmentHub {
  hub: Hub;
  /** The address to listen at, for runtimes that take it from the module, such as Bun. */
  host: string;
  port: number;
}

/**
 * Opens the hub with the variables, service.yaml and tree of `model-hub serve`. The public address is HOST and PORT
 * unless HUB_BASE_URL or service.yaml names one. The log goes to standard output, notices to standard error. Without a
 * tree, the hub answers 503 until there is one. Rejects with a sentence that names the wrong variable or file.
 */
export async function openEnvironmentHub(): Promise<EnvironmentHub> {
  keepFilesPrivate();
  const config = readConfig(process.env);
  const path = config.service ?? join(import.meta.dirname, '../../content/service.yaml');
  const service = serviceUnder(config, parseServiceText(readFileSync(path, 'utf8')));
  const writeNotice = (line: string) => void process.stderr.write(`${line}\n`);
  const missing = missingTree(config.tree);
  for (const notice of [...closeData(config), ...(missing === undefined ? [] : [missing])]) writeNotice(notice);
  const baseUrl = publicBaseUrl(config, service);
  const pages = openPlainWebsite(websiteFolder(config));
  const opened = await openNodeHub({ config, service, baseUrl, writeNotice, pages });
  const log = createAccessLog(
    (lines) => void process.stdout.write(lines),
    (error) => opened.onFault(error, 'the access log'),
  );
  opened.begin();
  const end = async () => {
    opened.stop();
    // The entries that wait in memory are written here. The runtime itself waits for running requests.
    await opened.close();
    log.flush();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end());
  return { hub: logged(opened.hub, log), host: config.host, port: config.port };
}
