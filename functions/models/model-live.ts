// Answers with what changes around a model: the state of its sources, models that derive from it or have the same weights,
// and its figures on other days.
import { defined, own } from '../../src/basics/records.ts';
import { usableCopy } from '../../src/model/usable-copy.ts';
import { isWeight } from '../../src/model/weight-formats.ts';
import { baseModels, DERIVATIONS, derivedTag } from '../../src/model-page/base-models.ts';
import type { FileRow } from '../../src/resolve/directions-head.ts';
import type { Archive } from '../../src/shapes/discovery.ts';
import type { ModelRelated, ModelSources, SourceStatus } from '../../src/shapes/live.ts';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { builtAnswer, compressedText } from '../answers/built-answer.ts';
import { type BuiltFile, type Call, type Handler, kept, type Ports, type Tree } from '../ports/ports.ts';
import { takeTurn } from '../ports/turns.ts';
import { freshJson } from '../request/answer.ts';
import { firstRowsOf, rowIn, rowOnDay, searchInTurn, unlessAway } from '../search/rows.ts';
import { filesWith } from './hashes.ts';
import { aboutModel } from './locate.ts';
import type { ServedModel } from './model.ts';
import { chooseSource } from './resolve.ts';

/**
 * Answers `GET /api/hub/models/{owner}/{name}/sources` from the head of the model's directions and the results of the
 * last probes.
 */
export const modelSources: Handler<'modelSources'> = aboutModel(({ ports }, model) =>
  freshJson(sourcesNow(model, ports)),
);

function sourcesNow({ id, head, places }: ServedModel, { health, holders }: Ports): ModelSources {
  const { sources: found } = health.current();
  const spells = health.spells();
  const sources = places.map(({ source: { display, host, token }, place }): SourceStatus => {
    const { held = head.files, differs } = place;
    return {
      ...{ source: display, host, health: own(found, host) ?? { ok: true, checked: null } },
      asked: own(spells, host)?.to ?? null,
      ...(holders.refuses(id, token) && { refuses: true as const }),
      files: held,
      ...(differs && { differing: differs.files }),
    };
  });
  const used =
    sources.length === 0
      ? undefined
      : chooseSource(
          sources,
          ({ health: now, refuses }) => now.ok && !refuses,
          ({ health: now }) => now.reason === 'mismatch',
        );
  return { id, files: head.files, sources, used: used?.holder.host ?? null };
}

/** The maximum number of derived models that an answer names. */
const MOST_NAMED = 5;
/**
 * Answers `GET /api/hub/models/{owner}/{name}/related`. The answer is computed at the first request to a tree, and then
 * kept.
 */
export const modelRelated: Handler<'modelRelated'> = aboutModel(async (call: Call<'modelRelated'>, model) =>
  builtAnswer(call, await kept(call.tree, `related ${model.id}`, () => relatedFile(call, model))),
);

async function relatedFile({ ports, tree }: Call<'modelRelated'>, model: ServedModel): Promise<BuiltFile> {
  const { id } = model;
  const same = await sameBytes(tree, id, await model.shown());
  const derived = await unlessAway(() => derivedFrom(tree, id), undefined);
  const related: ModelRelated = {
    ...{ id, ...defined({ derived, bases: await basesOf(tree, id), same_bytes: same }) },
    days: await figuresOfDays(tree, id),
  };
  return compressedText(JSON.stringify(related), ports.compress);
}

/**
 * Lists the base models that this model's tags name, and says of each whether the index has it. Returns undefined if
 * the tags name none.
 */
async function basesOf(tree: Tree, id: string): Promise<ModelRelated['bases']> {
  const index = await tree.search();
  const { tags = [] } = (await rowIn(index, id)) ?? {};
  const bases = baseModels({ id, tags });
  if (bases.length === 0) return undefined;
  return Promise.all(bases.map(async (base) => ({ id: base.id, here: (await index.rowOf(base.id)) !== undefined })));
}

/** Counts the models whose tags name the model `id` as their base, and names the first of them. */
async function derivedFrom(tree: Tree, id: string): Promise<ModelRelated['derived']> {
  return searchInTurn(tree, async (index) => {
    const counted = async (tag: string) => index.count({ tags: [tag] });
    const tag = derivedTag(id);
    const namesItself = (await rowIn(index, id))?.tags?.includes(tag);
    const models = (await counted(tag)) - (namesItself ? 1 : 0);
    const kinds: Record<string, number> = {};
    for (const kind of DERIVATIONS) {
      const found = await counted(derivedTag(id, kind));
      // One of four words of ours.
      if (found > 0) kinds[kind] = found;
    }
    if (models === 0) return { models, kinds, first: [] };
    const query = { tags: [tag], sort: 'downloads', ascending: false, limit: MOST_NAMED } as const;
    const rows = await firstRowsOf(index, query);
    return { models, kinds, first: rows.map((row) => row.id).filter((one) => one !== id) };
  });
}

type SameBytes = NonNullable<ModelRelated['same_bytes']>;

/** The maximum number of models that an answer names. */
const MOST = 10;

/**
 * Finds the other models that have the main weight of the model `id`. `files` are the files that the model's page
 * shows. Returns undefined for a model without weights.
 */
export async function sameBytes(tree: Tree, id: string, files: readonly FileRow[]): Promise<SameBytes | undefined> {
  const main = mainWeight(files);
  if (!main) return undefined;
  const { path, sha256 } = main;
  await takeTurn();
  const found = await filesWith(tree, sha256);
  const others = new Map(found.flatMap(([, model, , at]) => (model === id ? [] : [[model, at] as const])));
  const first = [...others].slice(0, MOST).map(([model, at]) => ({ model, path: at }));
  return { path, sha256, models: others.size, first };
}

/** Returns the largest weight in one usable copy of the model, or of all files if there is no usable copy. */
function mainWeight(files: readonly FileRow[]): FileRow | undefined {
  const weights = usableCopy(files)?.files ?? files.filter(({ path }) => isWeight(path));
  return weights.reduce<FileRow | undefined>((most, file) => (most && most.size >= file.size ? most : file), undefined);
}

type Days = ModelRelated['days'];

/** The maximum number of days that are shown of a model, and the number of newest days from which they are chosen. */
const [MOST_DAYS, NEWEST] = [8, 30];

/** Returns the figures of the model `id`, the oldest day first. Leaves out days without figures. */
export async function figuresOfDays(tree: Tree, id: string): Promise<Days> {
  const figures: Days = [];
  for (const { date, catalog } of spread(await archiveOf(tree))) {
    await takeTurn();
    const { downloads, likes } = (await rowOnDay(tree, catalog, id)) ?? {};
    if (downloads === undefined && likes === undefined) continue;
    figures.unshift({ day: date, ...defined({ downloads, likes }) });
  }
  return figures;
}

async function archiveOf(tree: Tree): Promise<Archive['days']> {
  const text = await tree.text(treePath(routes.archive, {}));
  return text === undefined ? [] : (JSON.parse(text) as Archive).days;
}

/** Chooses the newest day, and older days at equal distances; the newest comes first. */
function spread(days: Archive['days']): Archive['days'] {
  const newest = days.slice(0, NEWEST);
  const step = Math.max(1, Math.ceil((newest.length - 1) / (MOST_DAYS - 1)));
  return newest.filter((_, at) => at % step === 0);
}
