// The operations of the documentation: its pages as Markdown, the schema of locks, and the programs that are handed out.
import { ALL_SHOWN, MOST_SHOWN } from '../../basics/limits.ts';
import { count } from '../../model/figures.ts';
import type { RouteName } from '../../table/routes.ts';
import { type OperationWords, operation, redirect } from './operation.ts';

/** The answer at the old address of a documentation page. */
const moved = redirect('The words of this page are on another one now: `Location` leads there.');

export const documentation = {
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
} satisfies Partial<Record<RouteName, OperationWords>>;
