// Gives the pages of the website their view of the hub. It calls the code of the handlers directly, without HTTP.
import { type ModelPage, modelPage, type NoModelPage, type PageCard } from '../../src/model-page/model-page.ts';
import type { PageDetails } from '../../src/model-page/page-history.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { shownFacts } from '../../src/resolve/shown-files.ts';
import { noFacets } from '../../src/search/facets.ts';
import { readSearchFilter, readSearchQuery } from '../../src/search/search-query.ts';
import { wordsOf } from '../../src/search/words/words.ts';
import { modelHomes } from '../../src/service/service.ts';
import { isInForce, withdrawalOf } from '../../src/service/withdrawals.ts';
import type { SiteHub, SiteSearch } from '../../src/site/site-hub.ts';
import { isRefusal } from '../../src/table/refusals.ts';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { CARD, DETAILS, modelKey } from '../../src/tree/static-tree.ts';
import { searchAway } from '../answers/refusal-answer.ts';
import { knownHash } from '../models/hashes.ts';
import { idIgnoringCase, withdrawnIn } from '../models/locate.ts';
import { directionsOf } from '../models/model.ts';
import type { Ports, Tree } from '../ports/ports.ts';
import { firstRowsOf, readRow, rowIn, takeSearchTurn, unlessAway } from '../search/rows.ts';
import { hubHealth } from '../sources/hub-health.ts';

/** The maximum number of files that the page of a hash lists. */
const MOST_PLACES = 50;

const EMPTY = { rows: [], total: 0 };

/** The ports that the view reads, in addition to the tree. */
export type ViewPorts = Pick<
  Ports,
  | 'health'
  | 'holders'
  | 'accounts'
  | 'sources'
  | 'origin'
  | 'baseUrl'
  | 'name'
  | 'notice'
  | 'code'
  | 'isIndexing'
  | 'withdrawn'
>;

/** Makes the view for one request. It answers all calls from `tree`. */
export function siteView(ports: ViewPorts, tree: Tree | undefined): SiteHub {
  return {
    name: ports.name,
    baseUrl: ports.baseUrl,
    isExport: false,
    notice: ports.notice,
    code: ports.code,
    isIndexing: ports.isIndexing?.(),
    sourceNames: Object.fromEntries(ports.sources.map(({ display, host }) => [display, host])),
    today: tree && { snapshot: tree.snapshot, models: tree.models, catalog: tree.catalog },
    withdrawn: () => withdrawnIn(ports, tree).filter(isInForce),
    health: () => hubHealth(ports),
    refuses: (model, token) => ports.holders.refuses(model, token),
    spells: () => ports.health.spells(),
    hasSignIn: () => ports.accounts.identity !== undefined,
    provider: () => ports.accounts.signIn?.provider,
    async facets(params = new URLSearchParams()) {
      const asked = readSearchFilter(params);
      if (!tree) return noFacets();
      // If the query is wrong, the page shows the possible choices.
      const filter = isRefusal(asked) ? {} : asked;
      return unlessAway(async () => (await (await tree.search()).facets(filter)).facets, noFacets());
    },
    document: (name, params = {}) => tree?.text(treePath(routes[name], params)),
    model: (owner, name) => modelOf(ports, tree, owner, name),
    row: async (id) => tree && rowIn(await tree.search(), id),
    hash: async (sha256) => (tree ? knownHash(tree, ports, sha256, MOST_PLACES) : { sha256, total: 0, files: [] }),
    search: (params) => unlessAway(() => searched(tree, params), { error: searchAway().sentence, status: 503 }),
  };
}

async function searched(tree: Tree | undefined, params: URLSearchParams): Promise<SiteSearch> {
  const query = readSearchQuery(params);
  if (isRefusal(query)) return { error: query.sentence, status: 400 };
  if (!tree) return EMPTY;
  // A page may search ten times, so other requests may run before each search.
  await takeSearchTurn(tree);
  const index = await tree.search();
  const page = await index.search(query);
  if (page.kind === 'bad-cursor') return { error: 'This page has expired: start again from the first.', status: 400 };
  const rows = (await index.rows(page.rows)).map(readRow);
  const next = page.next === undefined ? {} : { next: page.next };
  await takeSearchTurn(tree);
  return { rows, ...next, total: await index.count(query) };
}

async function modelOf(
  ports: ViewPorts,
  tree: Tree | undefined,
  owner: string,
  name: string,
): Promise<ModelPage | NoModelPage> {
  const id = `${owner}/${name}`;
  const found = tree && (await directionsOf(tree, owner, name, ports.sources));
  const homes = modelHomes(ports.origin);
  const origin = homes !== undefined && parseModelId(id) ? { origin: homes + id } : {};
  const withdrawn = withdrawalOf(withdrawnIn(ports, tree), id);
  if (withdrawn) return { id: withdrawn.model, why: 'withdrawn', withdrawn };
  if (!tree) return { id, why: 'unknown', ...origin };
  if (!found) {
    const better = await idIgnoringCase(tree, id);
    if (better !== undefined) return { id, why: 'unknown', better };
    return { id, why: 'unknown', ...origin, ...(await likeModels(tree, owner, name)) };
  }
  if ('gated' in found) return { id, why: 'gated', ...origin, ...(await likeModels(tree, owner, name)) };
  const row = (await rowIn(await tree.search(), id))!;
  const { head } = found;
  const card = await keptOf<PageCard>(tree, found.id, CARD);
  const details = await keptOf<PageDetails>(tree, found.id, DETAILS);
  return modelPage({
    license: head.license,
    row,
    ...shownFacts(await found.shown(), head),
    sources: ports.sources,
    // A model does not come from a source that lacks its bytes.
    homes: row.hub.sources?.includes(ports.origin.display) ? homes : undefined,
    loggedAs: tree.isSigned ? 'signed' : 'unsigned',
    card,
    details,
  });
}

/** Reads a file that the build stored for a model's page; undefined if there is none. */
async function keptOf<T>(tree: Tree, id: string, name: typeof CARD | typeof DETAILS): Promise<T | undefined> {
  const text = await tree.text(`${modelKey(id)}/${name}`);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

/** The maximum number of similar ids, and of ids that a search finds. */
const [MOST_LIKE, MOST_FOUND] = [5, 50];

/**
 * Finds ids that resemble `owner/name`, and counts the models of that owner. The result lacks a member that would be
 * empty.
 */
const likeModels = (tree: Tree, owner: string, name: string): Promise<Pick<NoModelPage, 'close' | 'ofOwner'>> =>
  unlessAway(async () => {
    await takeSearchTurn(tree);
    const index = await tree.search();
    // The first word of a name is that of its family. Numbers and sizes also stand in names of other families.
    const words = wordsOf(name).filter((word) => /\p{L}{3}/u.test(word));
    const isLike = (id: string) => wordsOf(id).some((one) => one.startsWith(words[0]!.slice(0, 3)));
    let close: string[] = [];
    // The search forgives small typing errors. If no model of the family has all of the words, its name is enough.
    for (const some of words.length > 0 ? [words, words.slice(0, 1)] : []) {
      const query = { words: some, ranked: true, sort: 'trendingScore', ascending: false, limit: MOST_FOUND } as const;
      close = (await firstRowsOf(index, query))
        .map(({ id }) => id)
        .filter(isLike)
        .slice(0, MOST_LIKE);
      if (close.length > 0) break;
    }
    const ofOwner = await index.count({ author: owner });
    return { ...(close.length > 0 && { close }), ...(ofOwner > 0 && { ofOwner }) };
  }, {});
