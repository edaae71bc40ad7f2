// Looks up pasted text: the files with a hash, the object at an address, the model with an id, or the files with a
// name.

import { fileName } from '../../nouns/file-path.ts';
import { idParts } from '../../nouns/model-id.ts';
import { hashShard } from '../../nouns/sha256.ts';
import { href } from '../../table/route.ts';
import type { Asked } from '../questions/asked.ts';
import type { FindModels } from './find-models.ts';
import type { FindPlaces } from './find-places.ts';
import { fileSuggestions, hashSuggestion, modelHref, modelSuggestion, type Suggestion } from './suggestion.ts';

/** The maximum number of models in which a file is looked for, and of suggestions for a hash or an unknown id. */
const [ASKED, TOLD] = [3, 6];
/** The size in bytes above which an object is not read, because no model object is so large. */
const LARGEST_MODEL = 4 * 1024 * 1024;

/** Suggests what the pasted text names; empty if nothing is known. Rejects on a failure, or when `signal` aborts. */
export function findAsked(
  asked: Asked,
  places: FindPlaces,
  models: FindModels,
  signal: AbortSignal,
): Promise<Suggestion[]> {
  switch (asked.kind) {
    case 'sha256':
      return hashPlaces(asked.sha256, places, signal);
    case 'object':
      return objectPlaces(asked.address, places, signal);
    case 'model':
      return modelPlaces(asked, places, models, signal);
    case 'digits':
      return Promise.resolve([]);
    case 'file':
      return filePlaces(asked, places, models, signal);
  }
}

/** Fills params into a path pattern of the route table. */
const filled = (pattern: string, params: object) => href({ pattern }, params as never);

const pageOf = ({ modelPage }: FindPlaces, id: string) => modelHref(modelPage, id);

async function readJson(path: string, signal: AbortSignal): Promise<unknown> {
  const answer = await fetch(path, { signal });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}

async function hashPlaces(sha256: string, places: FindPlaces, signal: AbortSignal): Promise<Suggestion[]> {
  const shard = filled(places.hashes, { shard: hashShard(sha256) });
  const rows = (await readJson(shard, signal)) as [sha256: string, id: string, revision: string, path: string][];
  const found = rows.flatMap(([hash, id, , path]) => (hash === sha256 ? { id, path } : []));
  const files = fileSuggestions(places.modelPage, found).slice(0, TOLD);
  const whole = places.hashPage === undefined || files.length === 0 ? [] : [hashSuggestion(places.hashPage, sha256)];
  return [...files, ...whole];
}

async function objectPlaces(address: string, places: FindPlaces, signal: AbortSignal): Promise<Suggestion[]> {
  const path = filled(places.object, { id: address });
  const head = await fetch(path, { method: 'HEAD', signal });
  if (!head.ok) return [];
  const object: Suggestion = {
    group: 'Objects',
    href: path,
    title: `${address.slice(0, 19)}…`,
    note: 'the object itself',
  };
  if (Number(head.headers.get('Content-Length') ?? Number.POSITIVE_INFINITY) > LARGEST_MODEL)
    return [{ ...object, isMeant: true }];
  const { id } = (await readJson(path, signal).catch(() => ({}))) as { id?: unknown };
  if (typeof id !== 'string') return [{ ...object, isMeant: true }];
  return [{ group: 'Models', href: pageOf(places, id), title: id, note: 'what it tells of', isMeant: true }, object];
}

async function modelPlaces(
  { id, tag }: Extract<Asked, { kind: 'model' }>,
  places: FindPlaces,
  models: FindModels,
  signal: AbortSignal,
): Promise<Suggestion[]> {
  const rows = await models(id, signal);
  const found = rows.find((row) => row.id.toLowerCase() === id.toLowerCase())?.id;
  if (found) return [modelSuggestion(places.modelPage, found, tag)];
  const near = await models(idParts(id).name, signal);
  const others = near
    .slice(0, TOLD)
    .map(({ id: other }) => ({ group: 'Models', href: pageOf(places, other), title: other }) as const);
  if (places.anyModel === undefined) return others;
  return [
    { group: 'Models', href: pageOf(places, id), title: id, note: 'is not in this index: what to do', isMeant: true },
    ...others,
  ];
}

async function filePlaces(
  { name, words }: Extract<Asked, { kind: 'file' }>,
  places: FindPlaces,
  models: FindModels,
  signal: AbortSignal,
): Promise<Suggestion[]> {
  const rows = (await models(words, signal)).slice(0, ASKED);
  const fileOf = async (id: string) => {
    const info = await readJson(filled(places.model, idParts(id)), signal).catch(() => ({}));
    const { siblings = [] } = info as { siblings?: { rfilename: string }[] };
    const file = siblings.find(({ rfilename }) => fileName(rfilename) === name);
    return file ? [{ id, path: file.rfilename }] : [];
  };
  return fileSuggestions(places.modelPage, (await Promise.all(rows.map(({ id }) => fileOf(id)))).flat());
}
