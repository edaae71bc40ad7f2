// Reads the text of content/service.yaml.
import { parse, YAMLParseError } from 'yaml';
import { checkService, type Service, ServiceError } from './service.ts';

/** Reads and checks the text of a service.yaml; `bases` replace the sources' own. Throws a ServiceError. */
export function parseService(yamlText: string, bases: Record<string, string> = {}): Service {
  try {
    return checkService(parse(yamlText), bases);
  } catch (error) {
    if (error instanceof YAMLParseError) throw new ServiceError(error.message.split('\n')[0]!);
    throw error;
  }
}
