// The hub as in production for one folder: access log on, written to the null device, no probes; with one thread, or
// several.
import { openSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import process from 'node:process';
import { type ServeSettings, serve } from '../../functions/hosts/node/serve.ts';
import { serveWorkers } from '../../functions/hosts/node/workers/serve-workers.ts';
import { readService } from '../../generator/process/read-service.ts';
import { readConfig } from '../../src/service/config.ts';

const folder = process.argv[2]!;
const env = {
  ...{ PORT: '0', HUB_PROBE: 'off', HUB_DATA: `${folder}/data`, HUB_DIST: `${folder}/dist` },
  HUB_PUBLISHER_TOKEN: 'bench-publisher',
  // Further variables, as JSON.
  ...JSON.parse(process.argv[3] ?? '{}'),
};
const workers = Number(process.argv[4] ?? 1);
const config = readConfig(env);
const log = openSync(devNull, 'w');
const settings: ServeSettings = {
  config,
  service: readService(config),
  baseUrl: undefined,
  writeLog: (lines) => writeSync(log, lines),
  writeNotice: (line) => process.stderr.write(`${line}\n`),
};
const serving = await (workers === 1 ? serve(settings) : serveWorkers({ ...settings, workers, env }));
process.send!(serving.url);
// Answers with the time and memory of all threads of this process.
process.on('message', () => process.send!({ cpu: process.cpuUsage(), resident: process.memoryUsage.rss() }));
// Ends with the bench, even when that crashes.
process.once('disconnect', () => void serving.close());
