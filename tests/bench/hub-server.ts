// Serves one hub as in production. Its access log goes to the null device, and it probes no sources.
import { openSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import process from 'node:process';
import { type ServeSettings, serve } from '../../functions/hosts/node/serve.ts';
import { readService } from '../../generator/process/read-service.ts';
import { readConfig } from '../../src/service/config.ts';

const folder = process.argv[2]!;
const env = {
  ...{ PORT: '0', HUB_PROBE: 'off', HUB_DATA: `${folder}/data`, HUB_DIST: `${folder}/dist` },
  HUB_PUBLISHER_TOKEN: 'bench-publisher',
  // Sets further environment variables, given as JSON.
  ...JSON.parse(process.argv[3] ?? '{}'),
};
const config = readConfig(env);
const log = openSync(devNull, 'w');
const settings: ServeSettings = {
  config,
  service: readService(config),
  baseUrl: undefined,
  writeLog: (lines) => writeSync(log, lines),
  writeNotice: (line) => process.stderr.write(`${line}\n`),
};
const serving = await serve(settings);
process.send!(serving.url);
// Answers each message with the processor time and memory of all threads of this process.
process.on('message', () => process.send!({ cpu: process.cpuUsage(), resident: process.memoryUsage.rss() }));
// Closes when the parent process ends, even by a crash.
process.once('disconnect', () => void serving.close());
