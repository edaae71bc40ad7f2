// Reads the operator's public facts from the file that the configuration names.
import type { Service } from '../../src/service/service.ts';
import { parseServiceText } from '../../src/service/service-yaml.ts';
import { type ServiceConfig, serviceOf } from './service-file.ts';

/** Reads the facts. Throws a Failure as `serviceOf` does. */
export function readService(config: ServiceConfig): Service {
  return serviceOf(config, parseServiceText);
}
