// Names the hub in its requests to sources.
import type { Service } from '../../src/service/service.ts';

/** Gives the name of the service and its release, with the address of the hub and, if configured, of its operator. */
export const userAgent = ({ name, contact }: Pick<Service, 'name' | 'contact'>, baseUrl: string, version: string) =>
  `${name.replaceAll(' ', '-')}/${version} (+${baseUrl}${contact === undefined ? '' : `; ${contact}`})`;
