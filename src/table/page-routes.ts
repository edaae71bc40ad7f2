// The rows of the route table that only browsers ask for: pages, files that pages load, and addresses that people type.
import { built, live } from './route.ts';
import { alternate, app, htmlType, page, section, websiteFile } from './row-facts.ts';

/**
 * The facts of addresses that people type. Programs find nothing there. No cache keeps the answer, since tomorrow's
 * index may have the model.
 */
const typed = { typed: true, dialect: 'hub', cache: 'no-store' } as const;

export const pageRoutes = {
  asset: built('/_astro/{path...}', {
    ...websiteFile,
    cache: 'immutable',
    compressed: true,
    summary: 'Styles of the website, under names that hold their hash',
  }),
  favicon: built('/favicon.svg', {
    ...websiteFile,
    type: 'image/svg+xml',
    summary: 'The website’s icon',
  }),
  socialImage: built('/social.png', {
    ...websiteFile,
    type: 'image/png',
    summary: 'The picture that stands beside a link to the website elsewhere (Open Graph)',
  }),
  // The path is below /docs/, because a path of its own, such as /pictures/, would take a name from owners.
  taskImage: built('/docs/pictures/{task}.png', {
    ...websiteFile,
    type: 'image/png',
    summary: 'The picture beside a link to a model of a task',
  }),
  browse: live('/models/', {
    ...section('models'),
    as: ['html', 'markdown'],
    treeless: true,
    summary: 'Browse and search models; for anyone but a browser the brief of the section',
  }),
  comparePage: live('/models/compare/', {
    ...page,
    summary: 'Up to four models side by side, as a page',
  }),
  modelPage: live('/models/{owner}/{name}/', {
    file: true,
    ...page,
    summary: 'The page of a model: its files with their hashes, its sources, and every way to take it along',
  }),
  // These are addresses of the public hub as people type them, with this hub's host.
  ownerPage: live('/{owner}/', {
    file: true,
    typed: true,
    ...page,
    summary: 'The models of an owner, as a page',
  }),
  hashPage: live('/hashes/{sha256}/', {
    ...page,
    summary: 'The files that have a SHA-256, as a page',
  }),
  verifyPage: live('/verify/', {
    file: true,
    ...page,
    summary: 'Which model a file is of, by its hash, as a page',
  }),
  registryPage: live('/registry/', {
    ...section('registry'),
    as: ['html', 'markdown'],
    treeless: true,
    summary: 'How to pull from /v2/; for anyone but a browser the brief of the section',
  }),
  spacesPage: live('/spaces/', {
    file: true,
    ...page,
    summary: 'The apps that run in the browser, as a page',
  }),
  space: built('/spaces/{space}/', {
    pack: 'spaces/{space}',
    ...app,
    type: htmlType,
    summary: 'The page of an app',
  }),
  spaceFile: built('/spaces/{space}/{path...}', {
    pack: 'spaces/{space}',
    ...app,
    hashed: { param: 'path', like: 'assets/.+?', cache: 'immutable' },
    summary: 'A file of an app; those under assets/ have names that hold their hash',
  }),
  archivePage: live('/archive/', {
    file: true,
    ...page,
    summary: 'Every day of the index, and how much changed on each, as a page',
  }),
  archiveDayPage: live('/archive/{date}/', {
    file: true,
    headers: alternate('/archive/{date}.json', 'application/json'),
    ...page,
    summary: 'What changed on a day, as a page',
  }),
  healthPage: live('/health/', {
    file: true,
    treeless: true,
    ...page,
    cache: 'no-store',
    summary: 'Every byte source, now and since the service started, as a page',
  }),
  withdrawnPage: live('/withdrawn/', {
    file: true,
    ...page,
    cache: 'no-store',
    summary: 'The models that the operator withdrew, and why, as a page',
  }),
  reference: live('/docs', {
    // The file can't be `docs`, because the other pages are in a folder of that name.
    file: 'docs/reference.html',
    ...page,
    summary: 'The API reference: the description as a page',
  }),
  docsPage: live('/docs/{page}/', {
    file: true,
    headers: alternate('/docs/{page}.md', 'text/markdown'),
    ...page,
    summary: 'A page of the documentation',
  }),
  docsSearch: built('/docs/search.json', {
    dialect: 'plain',
    cache: 'revalidate',
    as: ['json'],
    summary: 'The full-text index of the documentation, read by the search on its pages',
  }),

  // These are addresses of the public hub as people type them, with this hub's host.
  typedOwner: live('/models/{owner}/', {
    ...typed,
    summary: 'From the address of a model without its name to the page of its owner',
  }),
  typedModel: live('/{owner}/{name}', {
    ...typed,
    summary: 'From the address of a model at the public hub, or its name with a tag, to its page here, for browsers',
  }),
  typedFolder: live('/{owner}/{name}/tree/{path...}', {
    ...typed,
    summary: 'From the address of a folder at the public hub to the files of the model here, for browsers',
  }),
  typedFile: live('/{owner}/{name}/blob/{path...}', {
    ...typed,
    summary: 'From the address of a file’s page at the public hub to the files of the model here, for browsers',
  }),
} as const;
