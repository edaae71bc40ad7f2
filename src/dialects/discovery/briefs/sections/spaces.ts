// The facts of the spaces section: the apps that run in the browser, and the requests that open and pull them.

import { pullCommands } from '../../../../model-page/pull-commands.ts';
import { SPACE_ARTIFACT, SPACES_FORMAT } from '../../../../shapes/formats.ts';
import { routes } from '../../../../table/routes.ts';
import { spaceRepositoryName } from '../../../oci/registry/space-repository.ts';
import type { DocumentFacts } from '../../facts/hub-facts.ts';
import { describedGet, requestTemplate } from '../../facts/request-template.ts';
import type { SectionFacts } from '../../facts/section-facts.ts';
import { ownRepositories } from './registry.ts';

export function spacesFacts({ baseUrl, spaces }: DocumentFacts): SectionFacts {
  const [owner = '', name = ''] = spaceRepositoryName('{space}').split('/');
  const [first] = spaces;
  return {
    inventory: {
      described: spaces.length,
      served_here: spaces.length,
      note: 'all files of an app are served here; they are no model files',
    },
    catalog: {
      address: null,
      fetch: requestTemplate(routes.spacesCatalog),
      format: SPACES_FORMAT,
      media_type: 'application/json',
      note: 'a document of today’s build; every app in it has a `root` that names all of its files',
    },
    list: [
      describedGet('http', routes.spacesCatalog, 'the spaces catalog: every app with its root, size and page'),
      { ...ownRepositories, note: 'an app is the repository spaces/<id>' },
    ],
    item: {
      ...describedGet('http', routes.space, 'the page of the app, to be opened in a browser'),
      note: '{space} is an `id` of the catalog',
    },
    files: {
      ...describedGet('oci', routes.manifest, 'OciManifest: a layer for every file of the app', {
        owner,
        name,
        reference: 'latest',
      }),
      artifact_type: SPACE_ARTIFACT,
    },
    fetch: describedGet('http', routes.spaceFile, 'a file of the app; its path is the title of its layer'),
    verify: {
      algorithm: 'sha256',
      expected_from: 'the digests in the manifest of the app',
      server_verifies_on_read: false,
      root: '`root` in the catalog: the SHA-256 over the lines `path NUL sha256 LF` of all files, sorted by path',
      privacy:
        'an app runs in the visitor’s browser, under a policy that lets it talk to this service alone, and apart from the pages of the hub',
    },
    ...(first && { one_line: pullCommands(baseUrl, spaceRepositoryName(first.id), 'latest').oras }),
  };
}
