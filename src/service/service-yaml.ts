// Reads the text of content/service.yaml.

import { parse, YAMLParseError } from 'yaml';
import { ServiceError } from './facts.ts';

/** Parses the text of a service.yaml, unchecked. Throws a ServiceError when it is no YAML. */
export function parseServiceText(yamlText: string): unknown {
  try {
    return parse(yamlText);
  } catch (error) {
    if (error instanceof YAMLParseError) throw new ServiceError(error.message.split('\n')[0]!);
    throw error;
  }
}
