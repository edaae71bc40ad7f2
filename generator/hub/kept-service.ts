// Caches the operator's public facts: loading the YAML parser takes a seventh of a server's start (bench: "cold start").
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from '../../src/service/service.ts';
import { keep, readKept } from '../files/kept-value.ts';
import { type ServiceConfig, serviceOf, servicePath } from '../process/service-file.ts';

const NAME = 'service.json';

/** Keeps the present content of service.yaml in `dist`, parsed. Throws when the file can't be read. */
export async function keepService(config: ServiceConfig, dist: string): Promise<void> {
  const { parseServiceText } = await import('../../src/service/service-yaml.ts');
  const text = readFileSync(servicePath(config), 'utf8');
  keep(join(dist, NAME), text, parseServiceText(text));
}

/** Works like `readService`, but reuses the value kept in `dist` for the same text. Rejects as `readService` does. */
export async function keptService(config: ServiceConfig, dist: string): Promise<Service> {
  const value = keptValue(servicePath(config), join(dist, NAME));
  if (value === undefined) return (await import('../process/read-service.ts')).readService(config);
  return serviceOf(config, () => value);
}

function keptValue(file: string, path: string): unknown {
  try {
    return readKept(path, readFileSync(file, 'utf8'));
  } catch {
    // If the file can't be read, the caller reads it again and reports the fault.
    return undefined;
  }
}
