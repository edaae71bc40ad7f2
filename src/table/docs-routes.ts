// The rows of the route table for the documentation: its pages as Markdown, the schema of locks, and the programs that
// are handed out.
import { ALL_SHOWN, MOST_SHOWN } from '../basics/limits.ts';
import { built, chapter, live } from './route.ts';
import { alternate, section, sectionBrief, sectionDescriptor } from './row-facts.ts';

const plain = { dialect: 'plain', cache: 'revalidate' } as const;

export const docsRoutes = chapter(
  { chapter: 'Documentation' },
  {
    docs: live('/docs/', {
      ...section(
        'docs',
        'Call it for the list of every page and its Markdown twin. Mind the slash: `/docs` is the reference.',
      ),
      summary: 'The documentation: its pages, how they are reached, and a search',
    }),
    docsDescriptor: built('/docs/index.json', {
      ...sectionDescriptor('docs'),
      summary: 'The documentation’s descriptor: every page and its twin',
    }),
    docsBrief: built('/docs/index.md', {
      ...sectionBrief('docs'),
      summary: 'The documentation’s brief: every page and its twin',
    }),
    docsTwin: built('/docs/{page}.md', {
      headers: alternate('/docs/{page}/', 'text/html'),
      ...plain,
      type: 'text/markdown; charset=utf-8',
      compressed: true,
      summary: 'A page of the documentation as Markdown; `index` is the overview',
      why:
        'Call it to read a page of the documentation as a program: Markdown with absolute links, no front matter ' +
        'and no HTML. `Link` names the page for people.',
      answers: {
        200: { is: 'The page as Markdown.', headers: ['Link'] },
        308: {
          is: 'The words of this page are on another one now: `Location` leads there.',
          content: {},
          headers: ['Location'],
          cache: ['no-store'],
        },
      },
      docs: 'index',
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
      docs: 'proof',
    }),
    puller: built('/docs/pull.mjs', {
      ...plain,
      as: ['text'],
      type: 'text/javascript; charset=utf-8',
      summary: 'A program of one file that downloads a model from all its sources at once',
      why:
        'Call it to get `pull.mjs`: the command `model-hub pull` as one readable file without dependencies, for Node 20.3 ' +
        'and newer. It downloads a model from all its sources at once and checks every byte.',
      docs: 'pull',
    }),
    pullerSum: built('/docs/pull.mjs.sha256', {
      ...plain,
      as: ['text'],
      summary: 'The SHA-256 of that program, as a line for `sha256sum -c`',
      why: 'Call it to check `pull.mjs`: a line for `sha256sum -c`.',
      docs: 'pull',
    }),
    lockSchema: built('/docs/lock.schema.json', {
      ...plain,
      as: ['json'],
      summary: 'The JSON schema of a lock',
      why: 'Call it to check a lock by any validator of JSON Schema, or to let an editor help with one.',
      docs: 'pull',
      shape: { type: 'object', description: 'A schema of JSON Schema 2020-12.' },
    }),
    modelTwin: live('/models/{owner}/{name}/index.md', {
      file: true,
      headers: alternate('/models/{owner}/{name}/', 'text/html'),
      dialect: 'hub',
      cache: 'revalidate',
      type: 'text/markdown; charset=utf-8',
      summary: 'The page of a model as Markdown',
      why:
        'Call it to read the page of a model as a program: its facts, its files with size and SHA-256 (of more than ' +
        `${ALL_SHOWN} the ${MOST_SHOWN} that matter most), its sources, and the commands for each ` +
        'client, as Markdown. `Link` names the page for people.',
      answers: { 200: { is: 'The page as Markdown.', headers: ['Link'] } },
      docs: 'api',
    }),
  },
);
