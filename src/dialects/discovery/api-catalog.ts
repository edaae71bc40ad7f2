// The API catalog of RFC 9727: a linkset with the addresses of the API's description, its documentation and its status.
import { routes } from '../../table/routes.ts';

interface Target {
  href: string;
  type: string;
}

interface ApiCatalog {
  linkset: ({ anchor: string } & Record<'service-desc' | 'service-doc' | 'service-meta' | 'status', Target[]>)[];
}

export function apiCatalog(baseUrl: string): ApiCatalog {
  const target = (row: { pattern: string }, type: string): Target[] => [{ href: baseUrl + row.pattern, type }];
  return {
    linkset: [
      {
        anchor: baseUrl + routes.home.pattern,
        'service-desc': target(routes.openapi, 'application/vnd.oai.openapi+json'),
        'service-doc': target(routes.docs, 'text/html'),
        'service-meta': target(routes.descriptor, 'application/json'),
        status: target(routes.healthz, 'application/json'),
      },
    ],
  };
}
