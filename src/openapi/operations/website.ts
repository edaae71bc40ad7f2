// The operations of the website: pages for people, and the files that these pages load.

import { ALL_SHOWN, MOST_SHOWN } from '../../basics/limits.ts';
import { count } from '../../model/figures.ts';
import { webMediaTypes } from '../../nouns/web-types.ts';
import type { RouteName } from '../../table/routes.ts';
import { type OperationWords, operation, type PartOf, redirect } from './operation.ts';

/** Returns the answers of a row that redirects a browser to a page. */
const onward = (is: string) => ({ 302: redirect(is, ['Location', 'Vary']) });

/** The answer at the old address of a documentation page. */
const moved = redirect('The words of this page are on another one now: `Location` leads there.');

/** The content of the website's files, for every media type that these files may have. */
const WEB_FILES = Object.fromEntries(webMediaTypes.map((type) => [type, { description: 'The bytes of the file.' }]));

/**
 * Describes an address that people know from the public hub and type with this hub's host. A browser is redirected to
 * the model's page; a program gets a 404.
 */
const typedAddress = (id: string, what: string): OperationWords =>
  operation(
    id,
    `Type it in a browser, the address of ${what} at the public hub with this host in it. Programs use ` +
      '`getModel` and `listFiles`; to them nothing stands here.',
    onward('The page of the model is at `Location`.'),
    { pages: [403, 404], refusals: ['NotFound'] },
  );

/** The operations of the documentation: its pages, their Markdown and their search. */
export const documentationOperations = {
  docs: operation(
    'getDocs',
    'Call it for the documentation as a whole: a browser gets the overview, `application/json` the descriptor ' +
      'that lists every page and its twin, anyone else the brief with the same list. Mind the slash: `/docs` is ' +
      'the reference.',
    'The overview, the descriptor or the brief.',
    { shape: 'SectionDescriptor', docs: 'index' },
  ),
  docsDescriptor: operation(
    'getDocsDescriptor',
    'Call it for the list of every page and its Markdown twin, as JSON and without sending an `Accept`.',
    'The section’s descriptor.',
    { shape: 'SectionDescriptor', docs: 'index' },
  ),
  docsBrief: operation(
    'getDocsBrief',
    'Call it for the list of every page and its Markdown twin, as Markdown. The bytes are those of `/docs/` to a caller who names no form.',
    'The section’s brief.',
    { docs: 'index' },
  ),
  docsPage: operation(
    'getDocsPage',
    'Open it in a browser to read a page of the documentation. Programs do better with the page’s twin, which `Link` names.',
    { 200: { is: 'The page.', headers: ['Link'] }, 308: moved },
    { docs: 'index', pages: [404] },
  ),
  docsTwin: operation(
    'getDocsTwin',
    'Call it to read a page of the documentation as a program: Markdown with absolute links, no front matter and no HTML. `Link` names the page for people.',
    { 200: { is: 'The page as Markdown.', headers: ['Link'] }, 308: moved },
    { docs: 'index', refusals: ['NotFound'] },
  ),
  checker: operation(
    'getChecker',
    'Call it to get `check_model.py`: at most 150 lines of Python that check a folder against a proof and a ' +
      'verifier key, with the standard library and the package `cryptography`.',
    'The program.',
    { docs: 'proof' },
  ),
  lockSchema: operation(
    'getLockSchema',
    'Call it to check a lock by any validator of JSON Schema, or to let an editor help with one.',
    'The schema.',
    { docs: 'pull', shape: { type: 'object', description: 'A schema of JSON Schema 2020-12.' } },
  ),
  puller: operation(
    'getPuller',
    'Call it to get `pull.mjs`: the command `model-hub pull` as one readable file without dependencies, for Node 20.3 ' +
      'and newer. It downloads a model from all its sources at once and checks every byte.',
    'The program.',
    { docs: 'pull' },
  ),
  pullerSum: operation('getPullerSum', 'Call it to check `pull.mjs`: a line for `sha256sum -c`.', 'The line.', {
    docs: 'pull',
  }),
  docsSearch: operation(
    'getDocsIndex',
    'Call it if you search the documentation by yourself: the full-text index that the search on its pages reads. Its inner shape may change with any release.',
    'The index.',
    { shape: { type: 'object', description: 'An index of MiniSearch.' } },
  ),
  reference: operation(
    'getReference',
    'Open it in a browser to read this description as a page: every operation with its parameters, answers and examples.',
    'The reference page.',
    { docs: 'api' },
  ),
} satisfies Partial<Record<RouteName | 'reference', OperationWords>>;

export const websiteOperations = {
  browse: operation(
    'getModelsPage',
    'Open it in a browser to browse and search the models; it takes the parameters of `searchModels`. Anyone but ' +
      'a browser gets the brief of the section, the same bytes as at `/models`.',
    'The browse page, or the brief.',
    { docs: 'api', pages: [400] },
  ),
  modelPage: operation(
    'getModelPage',
    'Open it in a browser to see one model: its files with their SHA-256, the sources that hold them, how to ' +
      'check them, and commands for every client. Programs do better with `getModel` and `listFiles`.',
    'The page.',
    { docs: 'api', pages: [403, 404, 410, 451], refusals: ['RepoNotFound', 'GatedRepo', 'Withdrawn'] },
  ),
  modelTwin: operation(
    'getModelTwin',
    'Call it to read the page of a model as a program: its facts, its files with size and SHA-256 (of more than ' +
      `${count(ALL_SHOWN)} the ${count(MOST_SHOWN)} that matter most), its sources, and the commands for each ` +
      'client, as Markdown. `Link` names the page for people.',
    { 200: { is: 'The page as Markdown.', headers: ['Link'] } },
    {
      docs: 'api',
      tagged: true,
      refusals: ['RepoNotFound', 'GatedRepo', 'Withdrawn'],
    },
  ),
  verifyPage: operation(
    'getVerifyPage',
    'Open it in a browser and drop files: each is hashed there, and named by the model, path and revision that has ' +
      'these bytes. Programs ask `getByHash`.',
    'The page.',
    { docs: 'verification' },
  ),
  comparePage: operation(
    'getComparePage',
    'Open it in a browser to see up to four models side by side: what one copy weighs, formats, quantisations, ' +
      'licence, context, sources. Programs read the rows of `searchModels`.',
    'The page.',
    { docs: 'api', query: ['compared'] },
  ),
  withdrawnPage: operation(
    'getWithdrawnPage',
    'Open it in a browser to see which models the operator withdrew, when and why. Every route of such a model answers `Withdrawn`.',
    'The page.',
    { docs: 'errors' },
  ),
  ownerPage: operation(
    'getOwnerPage',
    'Open it in a browser to see the models of one owner: how many there are, what they weigh and what they do. ' +
      'Programs do better with `searchModels` and its `author`.',
    'The page.',
    { docs: 'api', pages: [404], refusals: ['NotFound'] },
  ),
  hashPage: operation(
    'getHashPage',
    'Open it in a browser to see which models have a file with this SHA-256, and which sources hold it. Programs call `getByHash`.',
    'The page.',
    { docs: 'verification', pages: [404], refusals: ['NotFound', 'HashNotFound'] },
  ),
  typedOwner: operation(
    'getTypedOwner',
    'Cut the name off the address of a model’s page, and this leads to the page of its owner. There is no page where the index has no model of the owner.',
    onward('The page of the owner is at `Location`.'),
    { pages: [404], refusals: ['NotFound'] },
  ),
  typedModel: typedAddress('getTypedModel', 'a model'),
  typedFolder: typedAddress('getTypedFolder', 'a folder of a model'),
  typedFile: typedAddress('getTypedFile', 'a file of a model'),
  registryPage: operation(
    'getRegistryPage',
    'Open it in a browser to see how to pull models from `/v2/`. Anyone but a browser gets the brief of the section, the same bytes as at `/registry`.',
    'The page, or the brief.',
    { docs: 'oci' },
  ),
  spacesPage: operation('getSpacesPage', 'Open it in a browser to choose among the apps that run there.', 'The page.'),
  archivePage: operation(
    'getArchivePage',
    'Open it in a browser to see every day of the index, its address, and how much changed on it.',
    'The page.',
    { docs: 'objects' },
  ),
  archiveDayPage: operation(
    'getArchiveDayPage',
    'Open it in a browser to read what changed on a day: models that came and went, new revisions, files with other bytes. `Link` names the same as JSON.',
    { 200: { is: 'The page.', headers: ['Link'] } },
    { docs: 'objects', pages: [404] },
  ),
  accountPage: operation(
    'getAccountPage',
    'Open it in a browser to sign in and to see and change what is kept of you. The page itself holds nothing of ' +
      'anybody: its script asks the operations of Accounts.',
    'The page.',
    { docs: 'api' },
  ),
  healthPage: operation(
    'getHealthPage',
    'Open it in a browser to see every byte source, as the last probe found it and since the service started.',
    'The page.',
    { docs: 'sources' },
  ),
  space: { partOf: 'spaceFile' },
  spaceFile: operation(
    'getSpaceFile',
    'Open `/spaces/{space}/` in a browser to run an app; everything behind that slash is a file that the app ' +
      'asks for by itself. At the hub’s own address an app runs without an origin, so that it reaches nothing that ' +
      'pages of the hub keep. The spaces catalog names all files of an app by its root. Files under `assets/` have ' +
      'names that hold their hash and are kept for good.',
    {
      200: { is: 'The file.', cache: ['revalidate', 'immutable'], content: WEB_FILES },
      307: redirect('Apps have an address of their own here: `Location` leads there.'),
      308: redirect('The address of an app lacks its slash: `Location` has it.'),
    },
    { pages: [404], params: { path: 'appPath' }, refusals: ['NotFound'] },
  ),
  asset: operation(
    'getAsset',
    'A page asks for it: a style sheet or a script, under a name that holds its hash, so it is kept for good.',
    { 200: { is: 'The file.', content: WEB_FILES } },
    { params: { path: 'assetPath' }, refusals: ['NotFound'] },
  ),
  socialImage: operation(
    'getSocialImage',
    'Other sites ask for it when somebody links to a page here: the picture that they show beside the link.',
    'The picture.',
    { refusals: ['NotFound'] },
  ),
  taskImage: operation(
    'getTaskImage',
    'Other sites ask for it when somebody links to a model: the picture for its task. A task without one has that of the website.',
    'The picture.',
    { refusals: ['NotFound'] },
  ),
  favicon: operation(
    'getIcon',
    'A browser asks for it by itself: the icon that stands beside the title of every page.',
    'The icon.',
    {
      refusals: ['NotFound'],
    },
  ),
} satisfies Partial<Record<RouteName, OperationWords | PartOf>>;
