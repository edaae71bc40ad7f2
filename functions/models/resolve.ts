// Redirects from a model's file to a source that is up, with the hash that the bytes must have (decision 0020).
import { type Awaitable, andThen } from '../../src/basics/remembered.ts';
import { SHA256SUMS } from '../../src/dialects/hub/sha256sums.ts';
import { idParts } from '../../src/nouns/model-id.ts';
import { CORS } from '../../src/table/headers.ts';
import { isRefusal, type Refusal, refuse } from '../../src/table/refusals.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import type { Call, Handler, Holder, Ports } from '../ports/ports.ts';
import type { Answer } from '../request/answer.ts';
import { locate, type Visit } from './locate.ts';
import type { FileDirections, ServedModel } from './model.ts';

export const resolve: Handler<'resolve'> = (call) => {
  const known = knownLocated(call);
  if (known) return directed(call, known);
  return andThen(locatedFile(call, call.params), (found) =>
    isRefusal(found) ? found : directed(call, locatedAt(call, found.model, found.file)),
  );
};

function directed({ pin, ports }: Call<'resolve'>, located: Located): Answer | Refusal {
  const { id, file, redirects } = located;
  const choice = chooseHolder(id, file, pin, ports);
  if (isRefusal(choice)) return choice;
  const { holder, ok } = choice;
  ports.holders.directed(id, choice.holder);
  const at = file.holders.indexOf(holder);
  redirects[at] ??= redirectHeaders(located, holder);
  return { status: 302, headers: ok ? redirects[at] : [...redirects[at], 'X-Hub-Source-Ok', 'false'], body: undefined };
}

/** Finds a file of a model, or says why there is none. */
export function locatedFile(
  visit: Visit,
  params: Call<'resolve'>['params'],
): Awaitable<{ model: ServedModel; file: FileDirections } | Refusal> {
  const { path } = params;
  return andThen(locate(visit, params), (model) => {
    if ('refusal' in model) return model;
    return andThen(model.file(path), (file) => (file ? { model, file } : entryNotFound(model, path)));
  });
}

interface HolderChoice {
  holder: Holder;
  /** False if no source is known to serve the model. `holder` is then the first source to try. */
  ok: boolean;
}

/**
 * Chooses the source to redirect to: the first that passed its last probe, and is not known to refuse the model. If
 * there is none, it is the first of all, because the hub itself may have lost its network, and the client checks the
 * bytes anyway; those that sent wrong bytes come last. With a pin it is the pinned source, even if that is down.
 */
export function chooseHolder(
  model: string,
  file: FileDirections,
  pin: string | undefined,
  { health, holders, onSourcePassed }: Ports,
): HolderChoice | Refusal {
  const { path, holders: all } = file;
  const usable = pin === undefined ? all : all.filter((holder) => holder.source === pin);
  const [first] = usable;
  if (!first) return refuse('SourceHasNotGotIt', { source: pin, path, holders: all.map(({ source }) => source) });
  const up = usable.find((holder) => health.isOk(holder.source) && holders.serves(model, holder));
  const holder = up ?? usable.find(({ source }) => !health.sentWrong(source)) ?? first;
  if (holder !== first || !up) onSourcePassed?.(first.source, up !== undefined);
  return { holder, ok: up !== undefined };
}

/**
 * Refuses a file that the model lacks at a known revision. The refusal names the commit, so that clients can remember
 * that the file is missing.
 */
export function entryNotFound(model: ServedModel, path: string) {
  return refuse('EntryNotFound', { id: model.id, path: path || SHA256SUMS }, ['X-Repo-Commit', model.revision]);
}

/**
 * Makes the headers of a redirect. `Link` names the file's URLs at other sources, and the Metalink of its model (RFC
 * 6249).
 */
function redirectHeaders({ id, revision, file }: Located, holder: Holder): string[] {
  const etag = `"${file.sha256}"`;
  const metalink = `<${href(routes.modelMetalink, idParts(id))}>; rel="describedby"; type="${routes.modelMetalink.type}"`;
  const others = file.holders.filter((other) => other !== holder);
  return [
    ...CORS,
    'Location',
    holder.url,
    'ETag',
    etag,
    'X-Linked-Etag',
    etag,
    'X-Linked-Size',
    String(file.size),
    'X-Repo-Commit',
    revision,
    'X-Hub-Source',
    holder.host,
    'Cache-Control',
    'no-store',
    'Content-Length',
    '0',
    'Link',
    [...others.map(({ url }) => `<${url}>; rel="duplicate"`), metalink].join(', '),
  ];
}

export interface Located {
  id: string;
  revision: string;
  file: FileDirections;
  /**
   * The headers of a redirect to each holder, by the holder's index in `file.holders`. They are made when the holder is
   * first chosen.
   */
  redirects: string[][];
}

/**
 * Returns the file to which the target of a call leads, if it was found before. Finding it again would take most of the
 * time of a redirect (bench: "redirect, one process", "HEAD of a weight blob").
 */
export const knownLocated = ({ lead, tree }: Pick<Call<'resolve'>, 'lead' | 'tree'>): Located | undefined =>
  lead.tree === tree.name ? (lead.to as Located) : undefined;

/** Keeps the fact that the target of a call leads to `file` of `model`, so that `knownLocated` finds the file. */
export function locatedAt(
  { lead, tree }: Pick<Call<'resolve'>, 'lead' | 'tree'>,
  model: ServedModel,
  file: FileDirections,
): Located {
  const located = { id: model.id, revision: model.revision, file, redirects: [] };
  lead.tree = tree.name;
  lead.to = located;
  return located;
}
