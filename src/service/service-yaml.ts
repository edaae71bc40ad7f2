// Reads the text of content/service.yaml.

import { parse, YAMLParseError } from 'yaml';
import { ServiceError } from './facts.ts';

/** Parses the text of a service.yaml without checking the values. Throws a ServiceError if the text is not YAML. */
export function parseServiceText(yamlText: string): unknown {
  try {
    return parse(yamlText);
  } catch (error) {
    if (error instanceof YAMLParseError) throw new ServiceError(error.message.split('\n')[0]!);
    throw error;
  }
}
