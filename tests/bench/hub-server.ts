// The hub as it serves in production, for one folder: access log on, written to the null device, no probes.
import { openSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import process from 'node:process';
import { serve } from '../../functions/hosts/node/serve.ts';
import { readService } from '../../generator/process/read-service.ts';
import { readConfig } from '../../src/service/config.ts';

const folder = process.argv[2]!;
const config = readConfig({
  ...{ PORT: '0', HUB_PROBE: 'off', HUB_DATA: `${folder}/data`, HUB_DIST: `${folder}/dist` },
  HUB_PUBLISHER_TOKEN: 'bench-publisher',
  // Further variables, as JSON.
  ...JSON.parse(process.argv[3] ?? '{}'),
});
const log = openSync(devNull, 'w');
const serving = await serve({
  config,
  service: readService(config),
  baseUrl: undefined,
  writeLog: (lines) => writeSync(log, lines),
  writeNotice: (line) => process.stderr.write(`${line}\n`),
});
process.send!(serving.url);
// Ends with the bench, however that ends.
process.once('disconnect', () => void serving.close());
