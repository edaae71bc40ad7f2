// Finds the model that the params of a route name, or says why there is none: it is withdrawn, gated, misspelled or
// unknown.

import { own } from '../../src/basics/records.ts';
import { type Awaitable, andThen } from '../../src/basics/remembered.ts';
import { isIdPart, namesRevision } from '../../src/nouns/model-id.ts';
import { type Withdrawal, withdrawalOf } from '../../src/service/withdrawals.ts';
import { isRefusal, type Refusal, refuse } from '../../src/table/refusals.ts';
import { modelVerbs, reservedOwners } from '../../src/table/routes.ts';
import { type Call, kept, type Ports, type Tree } from '../ports/ports.ts';
import type { Answer, Ask } from '../request/answer.ts';
import type { Path } from '../request/request-target.ts';
import { directionsOf, type ModelDirections, type ServedModel } from './model.ts';

/** A request about a model: the client, the ports, and the tree that answers. */
export interface Visit extends Pick<Call<'model'>, 'ports' | 'tree'> {
  ask: Pick<Ask, 'client'>;
}

/** The model that a request names. An undefined `revision` means the indexed revision. */
interface Named {
  owner: string;
  name: string;
  revision?: string | undefined;
}

/** Finds a model at the requested revision, or returns the refusal that says why there is none. */
export function locate(visit: Visit, named: Named): Awaitable<ServedModel | Refusal> {
  return andThen(directionsOf(visit.tree, named.owner, named.name, visit.ports.sources), (found) =>
    atRevision(visit, named, found),
  );
}

/** Makes the handler of a row about one model, which gets the model that the params name. */
export const aboutModel =
  <C extends Visit & { params: Named }>(answered: (call: C, model: ServedModel) => Awaitable<Answer | Refusal>) =>
  (call: C): Awaitable<Answer | Refusal> =>
    andThen(locate(call, call.params), (model) => (isRefusal(model) ? model : answered(call, model)));

function atRevision(
  visit: Visit,
  { owner, name, revision }: Named,
  found: ModelDirections | undefined,
): Awaitable<ServedModel | Refusal> {
  if (!found) return unknownModel(visit, owner, name);
  if ('gated' in found) return refuse('GatedRepo', { id: found.id });
  if (revision !== undefined && !namesRevision(revision, found.revision))
    return refuse('RevisionNotFound', { id: found.id, asked: revision, indexed: found.revision });
  return found;
}

/**
 * Returns the refusal for an id that the index lacks. It names the right id if only the case is wrong; otherwise the
 * demand for the id is recorded.
 */
function unknownModel({ ask, ports, tree }: Visit, owner: string, name: string): Awaitable<Refusal> {
  const id = `${owner}/${name}`;
  if (!isIdPart(owner) || !isIdPart(name)) return refuse('RepoNotFound', { id });
  // `gpt2/refs` in `/api/models/gpt2/refs` looks like an id, but no indexed model has the name `refs`.
  if (modelVerbs.has(name)) return ownerless(tree, owner);
  if (reservedOwners.has(owner)) return reservedName(ports, owner, id);
  return andThen(idIgnoringCase(tree, id), (better) => {
    if (better === undefined) ports.demand.record(id, ask.client);
    return misspelled(id, better);
  });
}

/** Refuses an id that no model can have. The caller may mean another kind of repository of the public hub. */
function reservedName({ origin }: Ports, owner: string, id: string): Refusal {
  const elsewhere = own({ datasets: 'datasets', spaces: 'Spaces' }, owner);
  if (elsewhere !== undefined) return refuse('RepoNotFound', { elsewhere, origin: origin.host });
  return refuse('RepoNotFound', { id, reserved: true });
}

/**
 * Returns the model's name in a path that leaves out the owner: `/api/models/gpt2`, `/gpt2/resolve/main/config.json`.
 */
export function ownerlessName(segments: readonly string[]): string | undefined {
  const [first, second, third, fourth] = segments;
  if (first === 'api' && second === 'models') return fourth === undefined || modelVerbs.has(fourth) ? third : undefined;
  return segments.length > 3 && (second === 'resolve' || second === 'raw') ? first : undefined;
}

/** Returns the refusal for a name without an owner. It names the full id if exactly one model has that name. */
export function ownerless(tree: Tree, name: string): Awaitable<Refusal> {
  return andThen(isIdPart(name) ? idByName(tree, name) : undefined, (better) => misspelled(name, better));
}

function misspelled(asked: string, better: string | undefined): Refusal {
  const refusal = refuse('RepoNotFound', { id: asked, better });
  // A redirect from an id to itself would loop.
  return better === undefined || better === asked ? refusal : { ...refusal, meant: { asked, id: better } };
}

/**
 * If `refusal` names the right id, turns it into a redirect. A read gets a 307 to the same path under that id, with pin
 * and query (RFC 9110 15.4.8). `Location` names no host, because clients that send HEAD follow only such a `Location`.
 */
export function sentToRightId(refusal: Refusal, path: Path, pin: string | undefined): Refusal {
  const { meant } = refusal;
  if (!meant) return refusal;
  const asked = meant.asked.split('/');
  const segments = path.segments.toSpliced(path.segments.indexOf(asked[0]!), asked.length, ...meant.id.split('/'));
  if (pin !== undefined) segments.unshift('via', pin);
  const where = segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/');
  const query = path.query.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent);
  const location = `/${where}${path.slash ? '/' : ''}${query === '' ? '' : `?${query}`}`;
  return { ...refusal, status: 307, headers: [...refusal.headers, 'Location', location] };
}

/**
 * Finds the id that equals `id` if case is ignored. Gated ids count too. Returns undefined if the index has no such id.
 */
export function idIgnoringCase(tree: Tree, id: string): Awaitable<string | undefined> {
  return andThen(
    gatedIds(tree),
    ({ bySpelling }) => bySpelling.get(id.toLowerCase()) ?? andThen(tree.search(), (index) => index.idIgnoringCase(id)),
  );
}

/**
 * Finds the id of the model with this name, in any case and of any owner. Gated ids count too. Returns undefined if no
 * id has the name, or if several have it.
 */
function idByName(tree: Tree, name: string): Awaitable<string | undefined> {
  return andThen(gatedIds(tree), ({ byName }) =>
    andThen(tree.search(), (index) =>
      andThen(index.idsByName(name), (ids) => {
        const [first, second] = [...(byName.get(name.toLowerCase()) ?? []), ...ids];
        return second === undefined ? first : undefined;
      }),
    ),
  );
}

/** The gated ids of a tree, collected when a request first needs them. Most trees never need them. */
const gatedIds = (tree: Tree) =>
  kept(tree, 'gated ids', () => ({
    bySpelling: new Map(tree.gated.map((id) => [id.toLowerCase(), id])),
    byName: Map.groupBy(tree.gated, (id) => id.slice(id.indexOf('/') + 1).toLowerCase()),
    weight: 300 * tree.gated.length,
  }));

/** Returns the known withdrawals, of which some may have ended. The list of a tree includes those of the database. */
export const withdrawnIn = ({ withdrawn }: Pick<Ports, 'withdrawn'>, tree: Tree | undefined): readonly Withdrawal[] =>
  tree?.withdrawn ?? withdrawn?.() ?? [];

/** Returns the refusal for a withdrawn model, whatever the case of its id; undefined for every other model. */
export function withdrawnRefusal(
  ports: Pick<Ports, 'withdrawn'>,
  tree: Tree | undefined,
  owner: string | undefined,
  name: string | undefined,
): Refusal | undefined {
  if (name === undefined) return undefined;
  const found = withdrawalOf(withdrawnIn(ports, tree), `${owner}/${name}`);
  return found && { ...refuse('Withdrawn', { ...found, id: found.model }), status: found.status };
}
