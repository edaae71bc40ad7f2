/** Makes a place for imports in a temporary folder: a store, rows, and the day that an import makes of them. */

import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { DayRules } from '../../../../generator/aside/put-in-force.ts';
import { type CatalogFile, LineCursor, openCatalog } from '../../../../generator/days/catalog-reader.ts';
import { type ObjectStore, openObjectStore } from '../../../../generator/days/object-store.ts';
import { readPointer } from '../../../../generator/days/pointer.ts';
import { importDay } from '../../../../generator/import/import-day.ts';
import type { ImportReport } from '../../../../generator/import/import-report.ts';
import type { OtherModels } from '../../../../generator/import/write-day.ts';
import { silent } from '../../../../generator/process/progress.ts';
import {
  type CatalogFrame,
  parseEntryLine,
  parseModelObject,
  parseSourceObject,
} from '../../../../src/catalog/catalog-object.ts';
import type { DayOrigin } from '../../../../src/dialects/discovery/facts/hub-facts.ts';
import { sha256Hex } from '../../../../src/digests/sha.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import type { Service } from '../../../../src/service/service.ts';
import type { ModelRow } from '../../../../src/shapes/models.ts';
import type { CatalogEntry, ModelObject, SourceObject } from '../../../../src/shapes/objects.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';

const base = { base: 'https://source.example' };

export const service: Service = {
  name: 'Test',
  about: 'A test.',
  origin: 'srca',
  sources: [
    { ...base, token: 'srca', display: 'Source A', host: 'a.example', template: '/{id}/resolve/{revision}/{path}' },
    {
      ...base,
      token: 'srcb',
      display: 'Source B',
      host: 'b.example',
      template: '/m/{id}/{revision}/{path}',
      defaultRevision: 'master',
    },
    { ...base, token: 'ipfs', display: 'IPFS', host: 'ipfs', template: '/ipfs/{root}/{path}' },
  ],
};

/** Makes the import row of a model whose files depend only on its id and on `state`. */
export function row(id: string, state = '', more: object = {}): Record<string, unknown> {
  const files = ['config.json', 'model.safetensors'].map((path, i) => ({
    path,
    size: 100 + i,
    sha256: sha256Hex(id + state + path),
  }));
  return { id, revision: sha256Hex(id + state).slice(0, 40), files, ...more };
}

export interface Model {
  address: Address;
  entry: CatalogEntry;
  object: ModelObject;
  sourceAddresses: Address[];
  sources: SourceObject[];
  row: ModelRow;
}

/** A whole day. The hash of every object in it was checked. */
export interface ReadDay extends CatalogFrame {
  catalog: CatalogFile;
  models: Map<string, Model>;
}

export interface Options {
  drop?: string[];
  skipInvalid?: boolean;
  ontoSeed?: boolean;
  made?: DayOrigin;
  /** The changes of models without a row; by default the rows are the whole list. */
  others?: OtherModels;
  /** The rules by which the import judges the day; by default there are none. */
  rules?: DayRules;
  /** The sources that rows may name; by default those of the shipped service. */
  sources?: Service['sources'];
}

export interface Sandbox {
  folder: string;
  data: string;
  seed: string;
  store: ObjectStore;
  /** Imports rows. Objects become lines of JSON; text and bytes are taken as they are. */
  import(rows: object[] | string | Buffer, day: string, options?: Options): Promise<ImportReport>;
  /** Imports valid rows, and reads the day that results. */
  day(rows: object[], day: string, options?: Options): Promise<ReadDay>;
}

/** Makes a sandbox, and removes it after the test. Two sandboxes in the same test need different names. */
export function sandbox(name = 'hub', seed?: Sandbox): Sandbox {
  const folder = folderOfTest();
  const data = join(folder, name);
  const seedFolder = seed?.data ?? join(folder, 'no-seed');
  const store = openObjectStore(join(data, 'objects'), join(seedFolder, 'objects'));
  // Flushing takes seconds on a busy disk, and these tests do not check it.
  store.flush = () => undefined;
  const box: Sandbox = {
    folder,
    data,
    seed: seedFolder,
    store,
    import(rows, day, options = {}) {
      const text = Array.isArray(rows) ? rows.map((each) => `${JSON.stringify(each)}\n`).join('') : rows;
      const input = { name: 'rows', size: undefined, stream: Readable.from([Buffer.from(text)]) };
      const { drop = [], skipInvalid = false, ontoSeed = false, made = {}, sources = service.sources } = options;
      const { rules, others } = options;
      return importDay({
        data,
        seed: seedFolder,
        store,
        service: { ...service, sources },
        input,
        day,
        drop,
        skipInvalid,
        ontoSeed,
        made,
        rules,
        others,
        progress: silent,
      });
    },
    async day(rows, day, options) {
      const report = await box.import(rows, day, options);
      if (!report.imported) throw new Error(JSON.stringify(report.badLines));
      return readDay(store, readPointer(data)!.catalog);
    },
  };
  return box;
}

/** Reads a day with all objects that it names. Throws if an object is missing, damaged or out of order. */
export async function readDay(store: ObjectStore, address: Address): Promise<ReadDay> {
  const catalog = await openCatalog(store.pathOf(address), address);
  const models = new Map<string, Model>();
  const rows = lines(catalog.path, catalog.rowsStart).map((line) => JSON.parse(line) as ModelRow);
  for (const [i, line] of lines(catalog.path, catalog.modelsStart).entries()) {
    const { id, entry } = parseEntryLine(line);
    const found = rows[i]!;
    if (found.id !== id || found.hub.manifest !== entry.model)
      throw new Error(`the row of ${id} is not beside its model`);
    const object = parseModelObject(store.get(entry.model));
    const sources = entry.sources.map((each) => parseSourceObject(store.get(each)));
    if (object.prev) parseModelObject(store.get(object.prev as Address));
    if (sources.some(({ model }) => model !== entry.model))
      throw new Error(`a source of ${id} belongs to another object`);
    models.set(id, { address: entry.model, entry, object, sourceAddresses: entry.sources, sources, row: found });
  }
  if (rows.length !== models.size) throw new Error('there are more rows than models');
  return { ...catalog.frame, catalog, models };
}

function lines(path: string, position: number): string[] {
  const cursor = new LineCursor(path, position);
  const found: string[] = [];
  for (let line = cursor.next(); line; line = cursor.next()) found.push(line.toString('utf8'));
  cursor.close();
  return found;
}
