// Makes the website of an export. No hub serves behind the files, so the pages say so, and link to the sources directly.

import type { HubView } from '../../functions/hosts/local-hub.ts';
import type { Attestations } from '../../src/attestation/attestations.ts';
import { modelTwin } from '../../src/dialects/discovery/model-twin.ts';
import { billText, metalinkPieces, modelBill } from '../../src/lock/lists.ts';
import { lockPieces } from '../../src/lock/lock.ts';
import type { ModelPage, NoModelPage } from '../../src/model-page/model-page.ts';
import type { Place } from '../../src/nouns/source-kinds.ts';
import { type Source, sourceUrl } from '../../src/service/service.ts';
import type { SiteHub } from '../../src/site/site-hub.ts';
import type { PageAsk, PagePort } from '../../src/site/site-page.ts';
import { linkToFiles } from '../../src/static/static-answer.ts';
import { fileOf, href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import type { ExportedFile } from './export-pages.ts';

/** The page that plain file servers send for a missing file. Hosts expect this name. */
const NOWHERE = '404.html';

export class ExportSite implements PagePort {
  readonly #pages: PagePort;
  readonly #view: HubView;
  readonly #hub: SiteHub;
  readonly attestations: Attestations | undefined;

  /** `pages` makes the pages from the hub of `view`; `attestations` adds files with signatures. */
  constructor(pages: PagePort, view: HubView, attestations: Attestations | undefined) {
    this.attestations = attestations;
    this.#pages = pages;
    this.#view = view;
    this.#hub = this.#exported(view.site);
  }

  /** Makes a page from the facts of `hub`. Links of the page lead to files. */
  async render(page: PageAsk, hub: SiteHub): ReturnType<PagePort['render']> {
    return this.#made(page, this.#exported(hub));
  }

  /** Gives a model's page, its Markdown twin and the lists for downloaders. Gives nothing for a gated model. */
  async modelFiles(owner: string, name: string): Promise<ExportedFile[]> {
    const model = await this.#hub.model(owner, name);
    if ('why' in model) return [];
    const params = { owner, name };
    const twin = { path: fileOf(routes.modelTwin, params), bytes: Buffer.from(modelTwin(model, this.#hub.baseUrl)) };
    const path = href(routes.modelPage, params);
    const { html } = await this.#made(
      { path, query: '', asked: path, status: 200 },
      { ...this.#hub, model: () => model },
    );
    return [{ path: fileOf(routes.modelPage, params), bytes: html }, twin, ...(await this.#lists(owner, name))];
  }

  async #lists(owner: string, name: string): Promise<ExportedFile[]> {
    const model = await this.#view.listed(owner, name);
    if (!model) return [];
    const { baseUrl: hub } = this.#hub;
    const params = { owner, name };
    const at = hub + href(routes.modelMetalink, params);
    return [
      { path: fileOf(routes.modelLock, params), bytes: joined(lockPieces({ hub, models: { [model.id]: model } })) },
      { path: fileOf(routes.modelMetalink, params), bytes: joined(metalinkPieces(model, at)) },
      { path: fileOf(routes.modelBill, params), bytes: Buffer.from(billText(modelBill(model))) },
    ];
  }

  /** Gives the page for addresses that have no file. */
  async nowhere(): Promise<ExportedFile> {
    const { html } = await this.#made({ path: undefined, query: '', asked: '', status: 404 }, this.#hub);
    return { path: NOWHERE, bytes: html };
  }

  async #made(page: PageAsk, hub: SiteHub): ReturnType<PagePort['render']> {
    const { html, ...made } = await this.#pages.render(page, hub);
    if (made.fault !== undefined) throw new Error(`the page ${page.path} can't be made`, { cause: made.fault });
    return {
      ...made,
      html: Buffer.from(linkToFiles(Buffer.from(html.buffer, html.byteOffset, html.length).toString())),
    };
  }

  #exported(hub: SiteHub): SiteHub {
    return {
      ...hub,
      isExport: true,
      model: async (owner, name) => this.#direct(await hub.model(owner, name), owner, name),
    };
  }

  /** Adds the addresses of a model's files at each source to the facts of its page. */
  async #direct(model: ModelPage | NoModelPage, owner: string, name: string): Promise<ModelPage | NoModelPage> {
    const found = 'why' in model ? undefined : await this.#view.directions(owner, name);
    if ('why' in model || !found || 'gated' in found) return model;
    const directs = new Map(found.places.map(({ source, place }) => [source.token, directAddress(source, place)]));
    const sources = model.sources.map((source) => {
      return { ...source, ...directs.get(source.token) };
    });
    return { ...model, isDirect: true, sources };
  }
}

const joined = (pieces: Iterable<string>) => Buffer.from([...pieces].join(''));

/**
 * Gives the beginning of a model's file addresses at a source, to which a path or a hash is added. Gives `{}` if the
 * source's template does not end with a path or a hash.
 */
function directAddress(source: Source, place: Place): { direct?: string; isByHash?: true } {
  const direct = directUrl(source, place);
  if (direct !== undefined) return { direct };
  if (!source.template.endsWith('{sha256}') || source.template.includes('{path}')) return {};
  return { direct: sourceUrl(source, place, { path: '', sha256: '-' }).slice(0, -1), isByHash: true };
}

/**
 * Gives the beginning of a model's file addresses, to which a percent-encoded path is added; undefined if the source's
 * template does not end with the path.
 */
function directUrl(source: Source, place: Place): string | undefined {
  const isPrefix = source.template.endsWith('{path}') && !source.template.includes('{sha256}');
  return isPrefix ? sourceUrl(source, place, { path: '-' }).slice(0, -1) : undefined;
}
