// Finds the file with the operator's public facts, and describes its faults.
import { readFileSync } from 'node:fs';
import { type Config, serviceUnder } from '../../src/service/config.ts';
import { ServiceError } from '../../src/service/facts.ts';
import type { Service } from '../../src/service/service.ts';
import { Failure, systemSentence } from './failure.ts';
import { serviceFile } from './package-paths.ts';

/** The settings that affect the operator's public facts. */
export type ServiceConfig = Pick<Config, 'service' | 'sourceBases' | 'baseUrl' | 'host' | 'port'>;

/** Returns the path of the file with the facts. */
export const servicePath = ({ service }: ServiceConfig) => service ?? serviceFile;

/**
 * Returns the facts that `parse` reads from the file. Throws a Failure if the file is missing or has an impossible
 * value. The message names HUB_SERVICE if that variable names the file.
 */
export function serviceOf(config: ServiceConfig, parse: (text: string) => unknown): Service {
  const path = servicePath(config);
  try {
    return serviceUnder(config, parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const named = config.service === undefined ? path : `HUB_SERVICE (${path})`;
    const isElsewhere = error instanceof ServiceError && config.service !== undefined;
    const fault = isElsewhere ? `${named}: ${error.fault}` : (error as Error).message;
    throw new Failure(systemSentence(error, named) ?? fault, { cause: error });
  }
}
