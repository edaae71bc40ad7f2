// Answers built rows about one model from the model's pack, or says why the file is missing.
import { type Awaitable, andThen } from '../../src/basics/remembered.ts';
import type { Reading } from '../../src/dialects/hub/tree-entries.ts';
import { infoWithFigures, type ModelFigures } from '../../src/model/model-figures.ts';
import { filePathFault } from '../../src/nouns/file-path.ts';
import { isIdPart, REVISION_NAMES } from '../../src/nouns/model-id.ts';
import { type Refusal, refuseParameter } from '../../src/table/refusals.ts';
import { type Row, treePath } from '../../src/table/route.ts';
import { listingVariant } from '../../src/tree/static-tree.ts';
import { builtAnswer, compressedText, madeFile } from '../answers/built-answer.ts';
import { type BuiltFile, type Call, type Handler, kept, type Tree } from '../ports/ports.ts';
import { type Answer, freshJson } from '../request/answer.ts';
import { locate } from './locate.ts';
import { entryNotFound } from './resolve.ts';

/** A request for a row about a model. `prefix` is the path of a folder in the model. */
type ModelCall = Call<'model'> & { params: { revision?: string; prefix?: string } };

/** Answers with the file of a row about a model, or about a folder of a model. */
export const modelFile = (call: ModelCall) => modelAnswer(call);

/** Sends SHA256SUMS with the headers that download clients expect at every file (decision 0019). */
export const sha256sumsAnswer: Handler<'sha256sums'> = (call) =>
  modelAnswer(call, { headers: (revision, { size }) => ['X-Repo-Commit', revision, 'X-Linked-Size', String(size)] });

/** Lists a folder. */
export function listingAnswer(call: ModelCall): Awaitable<Answer | Refusal> {
  const params = new URLSearchParams(call.query);
  const given = params.getAll('recursive');
  const reading = given.length === 0 ? 'flat' : readingOf(given[0]!);
  if (given.length > 1 || reading === undefined)
    return refuseParameter('recursive', 'give it once, as true or false, or leave it out');
  const listed = modelAnswer(call, { reading });
  if (!params.has('cursor')) return listed;
  // The first page lists everything, so every further page is empty.
  return andThen(listed, (found) => ('refusal' in found ? found : freshJson([])));
}

/** Returns the kind of listing that a value of `recursive` names; undefined for an unknown value. */
function readingOf(value: string): Reading | undefined {
  // Python clients write true and false with capitals.
  if (value === 'true' || value === 'True') return 'true';
  return value === 'false' || value === 'False' ? 'false' : undefined;
}

/**
 * Answers with the branches of a model. huggingface_hub needs the member `pullRequests` in each answer to a request for
 * pull requests.
 */
export const refsAnswer: Handler<'refs'> = (call) => {
  const answered = modelAnswer(call);
  if (!new URLSearchParams(call.query).has('include_prs')) return answered;
  return andThen(answered, (found) => ('refusal' in found || found.status !== 200 ? found : refsWithRequests(call)));
};

async function refsWithRequests(call: Call<'refs'>): Promise<Answer> {
  const path = treePath(call.row, call.params);
  const [file, text] = [(await call.tree.read(path))!, (await call.tree.text(path))!];
  const body = { ...(JSON.parse(text) as object), pullRequests: [] };
  return builtAnswer(call, madeFile(JSON.stringify(body), `${file.tag}-prs`));
}

/** Answers with the file of a row about a model, which gets the figures of the day. */
export const modelInfoAnswer = (call: ModelCall) => modelAnswer(call, { insert: infoWithFigures });

interface Special {
  /** The value of `recursive`, which chooses the listing. */
  reading?: Reading;
  /** Inserts the figures of the day into the file. */
  insert?: typeof infoWithFigures;
  /** Returns the headers that every answer of the row has in addition; they name the model's revision. */
  headers?: (revision: string, file: BuiltFile) => string[];
}

/**
 * Answers with the file of a row from the model's pack. The model is looked up only to compare the revision, to make
 * headers, or to explain why there is no file.
 */
function modelAnswer(call: ModelCall, special: Special = {}): Awaitable<Answer | Refusal> {
  const { params, row, tree } = call;
  const known = special.insert && tree.memory.known(params);
  if (known) return builtAnswer(call, known as BuiltFile);
  const { owner, name, revision, prefix = '' } = params;
  const named = { owner, name, revision: REVISION_NAMES.includes(revision!) ? undefined : revision };
  const isNeeded = named.revision !== undefined || special.headers !== undefined;
  return andThen(isNeeded ? locate(call, named) : undefined, (model) => {
    if (model && 'refusal' in model) return model;
    return andThen(readFile(call, special), (file) => {
      if (file) return builtAnswer(call, file, { headers: special.headers?.(model!.revision, file) });
      return andThen(model ?? locate(call, named), (known) => {
        if ('refusal' in known) return known;
        if (prefix !== '') return entryNotFound(known, prefix);
        throw new Error(`torn tree ${tree.id}: ${pathOf(row, params)} is missing; rebuild with "model-hub build"`);
      });
    });
  });
}

function readFile(call: ModelCall, { reading = 'flat', insert }: Special): Awaitable<BuiltFile | undefined> {
  if (insert) return figured(call, insert);
  const { tree } = call;
  const path = pathOf(call.row, call.params);
  if (path === undefined) return undefined;
  if (reading === 'flat') return tree.read(path);
  // A folder without subfolders has the same listing for every value of `recursive`, so the tree has it only once.
  return andThen(tree.read(listingVariant(path, reading)), (file) => file ?? tree.read(path));
}

/** Returns the path of a row's file; undefined if no model or folder can have such a name. */
function pathOf(row: Row, params: ModelCall['params']): string | undefined {
  const { owner, name, prefix = '' } = params;
  if (!isIdPart(owner) || !isIdPart(name)) return undefined;
  const folder = prefix.replace(/\/$/, '');
  if (folder !== '' && filePathFault(folder) !== undefined) return undefined;
  return treePath(row, { ...params, prefix: folder });
}

/**
 * Inserts the day's figures, such as downloads, into the text of a row's file, and keeps the result. All requests for a
 * target share the object `params`, so the result is kept under it. Returns undefined if the tree has no such file.
 */
export function figured(
  { params, ports, row, tree }: Pick<Call<'model'>, 'params' | 'ports' | 'row' | 'tree'>,
  insert: (text: string, figures: ModelFigures) => string,
): Awaitable<BuiltFile | undefined> {
  const text = () => {
    const path = pathOf(row, params);
    return path === undefined ? undefined : tree.text(path);
  };
  const made = (found: string, figures: ModelFigures) => compressedText(insert(found, figures), ports.compress);
  const withFigures = () =>
    andThen(text(), (found) => {
      if (found === undefined) return undefined;
      const figures = figuresOf(tree, `${params.owner}/${params.name}`);
      return andThen(figures, (known) => known && made(found, known));
    });
  // If the index can't be read now, the answer has no figures and is not kept, so that the next request tries again.
  // `/healthz` reports a damaged index.
  return andThen(
    kept(tree, params, withFigures),
    (file) => file ?? andThen(text(), (found) => (found === undefined ? undefined : made(found, {}))),
  );
}

/** Returns an empty object for a model without figures; undefined while the index can't be read. */
async function figuresOf(tree: Tree, id: string): Promise<ModelFigures | undefined> {
  try {
    return (await (await tree.search()).figuresOf(id)) ?? {};
  } catch {
    return undefined;
  }
}
