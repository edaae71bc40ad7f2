// Reads the operator's public facts from the file the configuration names.
import { readFileSync } from 'node:fs';
import { type Config, checkSpacesUrl } from '../../src/service/config.ts';
import { type Service, ServiceError } from '../../src/service/service.ts';
import { parseService } from '../../src/service/service-yaml.ts';
import { Failure, systemSentence } from './failure.ts';
import { serviceFile } from './places.ts';

/** Throws one sentence when the file is missing or says something that can't be; it names HUB_SERVICE where that names the file. */
export function readService(config: Pick<Config, 'service' | 'sourceBases' | 'baseUrl' | 'host' | 'port'>): Service {
  const path = config.service ?? serviceFile;
  try {
    const service = parseService(readFileSync(path, 'utf8'), config.sourceBases);
    checkSpacesUrl(config, service);
    return service;
  } catch (error) {
    const named = config.service === undefined ? path : `HUB_SERVICE (${path})`;
    const isElsewhere = error instanceof ServiceError && config.service !== undefined;
    const fault = isElsewhere ? `${named}: ${error.fault}` : (error as Error).message;
    throw new Failure(systemSentence(error, named) ?? fault, { cause: error });
  }
}
