// Makes the `User-Agent` of the hub's requests to sources.
import type { Service } from '../../src/service/service.ts';

/**
 * Returns the name and release of the service, the address of the hub, and the operator's contact if it is configured.
 */
export const userAgent = ({ name, contact }: Pick<Service, 'name' | 'contact'>, baseUrl: string, version: string) =>
  `${name.replaceAll(' ', '-')}/${version} (+${baseUrl}${contact === undefined ? '' : `; ${contact}`})`;
