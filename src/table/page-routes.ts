// The rows of the route table that only browsers ask for: pages, files that pages load, and addresses that people type.

import { ALL_SHOWN, MOST_SHOWN } from '../basics/limits.ts';
import { built, chapter, live } from './route.ts';
import {
  file,
  filePage,
  htmlType,
  markdownType,
  page,
  section,
  sectionBrief,
  sectionDescriptor,
  WEBSITE,
} from './row-facts.ts';

/**
 * The facts of addresses that people type. Programs find nothing there. No cache keeps the answer, since tomorrow's
 * index may have the model.
 */
const typed = { typed: true, dialect: 'hub', cache: 'no-store' } as const;

const app = { dialect: 'page', cache: 'revalidate', compressed: true, apart: true } as const;

const websiteFile = { pack: WEBSITE, dialect: 'plain', cache: 'revalidate' } as const;

/** Returns the header that names another form of the same answer. */
const alternate = (path: string, type: string) => ['Link', `<${path}>; rel="alternate"; type="${type}"`] as const;

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
    ...filePage,
    summary: 'The page of a model: its files with their hashes, its sources, and every way to take it along',
  }),
  hashPage: live('/hashes/{sha256}/', {
    ...page,
    summary: 'The files that have a SHA-256, as a page',
  }),
  verifyPage: live('/verify/', {
    ...filePage,
    ahead: true,
    summary: 'Which model a file is of, by its hash, as a page',
  }),
  registryPage: live('/registry/', {
    ...section('registry'),
    as: ['html', 'markdown'],
    treeless: true,
    summary: 'How to pull from /v2/; for anyone but a browser the brief of the section',
  }),
  spacesPage: live('/spaces/', {
    ...filePage,
    ahead: true,
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
    hashed: { cache: 'immutable' },
    summary: 'A file of an app; those under assets/ have names that hold their hash',
  }),
  archivePage: live('/archive/', {
    ...filePage,
    summary: 'Every day of the index, and how much changed on each, as a page',
  }),
  archiveDayPage: live('/archive/{date}/', {
    headers: alternate('/archive/{date}.json', 'application/json'),
    ...filePage,
    summary: 'What changed on a day, as a page',
  }),
  healthPage: live('/health/', {
    ...filePage,
    treeless: true,
    cache: 'no-store',
    summary: 'Every byte source, now and since the service started, as a page',
  }),
  withdrawnPage: live('/withdrawn/', {
    ...filePage,
    cache: 'no-store',
    summary: 'The models that the operator withdrew, and why, as a page',
  }),
  reference: live('/docs', {
    // The file can't be `docs`, because the other pages are in a folder of that name.
    file: 'docs/reference.html',
    // The website takes a path with and without a slash for the same, which is the overview here.
    page: '/docs/reference/',
    ...page,
    ahead: true,
    summary: 'The API reference: the description as a page',
  }),
  docsPage: live('/docs/{page}/', {
    headers: alternate('/docs/{page}.md', 'text/markdown'),
    ...filePage,
    ahead: true,
    summary: 'A page of the documentation',
  }),
  docsSearch: built('/docs/search.json', {
    dialect: 'plain',
    cache: 'revalidate',
    as: ['json'],
    summary: 'The full-text index of the documentation, read by the search on its pages',
  }),

  // These are addresses of the public hub as people type them, with this hub's host.
  owner: live('/{owner}/', {
    ...typed,
    summary: 'From the address of an owner at the public hub to the models of that owner, for browsers',
  }),
  typedOwner: live('/models/{owner}/', {
    ...typed,
    summary: 'From the address of a model without its name to the models of its owner',
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

const plain = { dialect: 'plain', cache: 'revalidate' } as const;

export const docsRoutes = chapter('Documentation', {
  docs: live('/docs/', {
    ...section(
      'docs',
      'Call it for the list of every page and its Markdown twin. Mind the slash: `/docs` is the reference.',
    ),
    summary: 'The documentation: its pages, how they are reached, and a search',
    ahead: true,
  }),
  docsDescriptor: sectionDescriptor('docs'),
  docsBrief: sectionBrief('docs'),
  docsTwin: built('/docs/{page}.md', {
    headers: alternate('/docs/{page}/', 'text/html'),
    ...plain,
    type: markdownType,
    compressed: true,
    summary: 'A page of the documentation as Markdown; `index` is the overview',
    why:
      'Call it to read a page of the documentation as a program: Markdown with absolute links, no front matter ' +
      'and no HTML. `Link` names the page for people.',
    answers: {
      200: {},
      308: {
        is: 'The words of this page are on another one now: `Location` leads there.',
        content: {},
        headers: ['Location'],
      },
    },
    refusals: ['NotFound'],
  }),
  checker: built('/docs/check_model.py', {
    ...plain,
    as: ['text'],
    type: 'text/x-python; charset=utf-8',
    summary: 'A program of one file that checks a folder against a proof',
    why:
      'Call it to get `check_model.py`: at most 150 lines of Python that check a folder against a proof and a ' +
      'verifier key, with the standard library and the package `cryptography`.',
  }),
  puller: built('/docs/pull.mjs', {
    ...plain,
    as: ['text'],
    type: 'text/javascript; charset=utf-8',
    summary: 'A program of one file that downloads a model from all its sources at once',
    why:
      'Call it to get `pull.mjs`: the command `model-hub pull` as one readable file without dependencies, for Node 20.3 ' +
      'and newer. It downloads a model from all its sources at once and checks every byte.',
  }),
  pullerSum: built('/docs/pull.mjs.sha256', {
    ...plain,
    as: ['text'],
    summary: 'The SHA-256 of that program, as a line for `sha256sum -c`',
    why: 'Call it beside `pull.mjs`, to check what arrived: its SHA-256 as a line for `sha256sum -c`.',
  }),
  lockSchema: built('/docs/lock.schema.json', {
    ...plain,
    as: ['json'],
    summary: 'The JSON schema of a lock',
    why: 'Call it to check a lock by any validator of JSON Schema, or to let an editor help with one.',
    shape: { type: 'object', description: 'A schema of JSON Schema 2020-12.' },
  }),
  modelTwin: live('/models/{owner}/{name}/index.md', {
    file: true,
    headers: alternate('/models/{owner}/{name}/', 'text/html'),
    ...file,
    type: markdownType,
    summary: 'The page of a model as Markdown',
    why:
      'Call it to read the page of a model as a program: its facts, its files with size and SHA-256 (of more than ' +
      `${ALL_SHOWN} the ${MOST_SHOWN} that matter most), its sources, and the commands for each ` +
      'client, as Markdown. `Link` names the page for people.',
  }),
});
