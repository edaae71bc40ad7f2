// Writes bills of materials in CycloneDX 1.6, for one model and for the models of a lock.
import { defined, isRecord } from '../basics/records.ts';
import { sha256Hex } from '../digests/sha.ts';
import { baseModels } from '../model-page/base-models.ts';
import { parseModelId } from '../nouns/model-id.ts';
import { spdxId } from '../nouns/spdx.ts';
import type { Lock } from '../shapes/log.ts';
import type { SourcedModel } from './sourced-model.ts';

type Json = Readonly<Record<string, unknown>>;

/** The members of a model's component that a lock can't give, so they come from the hub's bill of the model. */
const TOLD = ['licenses', 'pedigree', 'modelCard'] as const;

/**
 * Returns the bill of one model. Equal facts give an equal bill: the bill has no time, and its serial number comes from
 * the address of the model's object.
 */
export function modelBill(model: SourcedModel): Json {
  return bill(model.object, { component: modelComponent(model) }, fileComponents(model));
}

/** Writes a bill with line breaks, so that people can read it too. */
export const billText = (bill: Json): string => `${JSON.stringify(bill, null, 1)}\n`;

/**
 * Returns the bill of the models of a lock, each with its files. `billOf` returns the hub's bill of a model. If that
 * bill is of the locked revision, the licence, base models and data sets come from it.
 */
export function lockBill({ models }: Pick<Lock, 'models'>, billOf: (id: string) => unknown): Json {
  const components = Object.entries(models).map(([id, locked]) => {
    const model = { id, ...locked };
    return { ...modelComponent(model), ...describedFields(billOf(id), model), components: fileComponents(model) };
  });
  const component = { type: 'application', 'bom-ref': 'models.lock', name: 'models.lock' };
  return bill(
    Object.values(models)
      .map(({ object }) => object)
      .join(' '),
    { component },
    components,
  );
}

function bill(of: string, metadata: Json, components: readonly Json[]): Json {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(of)}`,
    version: 1,
    metadata,
    components,
  };
}

function describedFields(given: unknown, { id, revision }: SourcedModel): Json {
  const component = isRecord(given) && isRecord(given.metadata) ? given.metadata.component : undefined;
  if (!isRecord(component) || component.purl !== purlOf(id, revision)) return {};
  return defined(Object.fromEntries(TOLD.map((name) => [name, component[name]])));
}

/** Makes a UUID of version 8 (RFC 9562) from the SHA-256 of a name. */
function uuidOf(name: string): string {
  const hex = sha256Hex(name);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** Returns the package URL of a model (purl-spec, type `huggingface`). */
const purlOf = (id: string, revision: string) => `pkg:huggingface/${id}@${revision}`;

function modelComponent({ id, revision, object, license, task, tags = [] }: SourcedModel): Json {
  const purl = purlOf(id, revision);
  const { owner, name } = parseModelId(id)!;
  const bases = baseModels({ id, tags: [...tags] });
  return {
    type: 'machine-learning-model',
    'bom-ref': purl,
    ...{ group: owner, name, version: revision, purl },
    ...(license ? { licenses: [{ license: licenseOf(license) }] } : {}),
    ...(bases.length > 0 && { pedigree: { ancestors: bases.map(baseComponent) } }),
    properties: [{ name: 'model-hub:object', value: object }],
    ...cardOf(task, dataSets(tags)),
  };
}

/**
 * SPDX ids that are newer than the list in the schema of CycloneDX 1.6 (SPDX 3.28.0). Validators refuse them as ids.
 */
const NEWER = new Set([
  ...['BSD-2-Clause-pos-unchanged', 'BSD-3-Clause-OpenWebUI', 'BSD-Source-Code-no-disclaimer', 'BSD-Source-alt-GPL'],
  ...['BSD-ask-to-endorse', 'Brian-Gladman-3-Clause-no-conversion', 'Bugroff', 'CC-BY-NC-3.0-IGO', 'FDK-MPEG-H'],
  ...['Hippocratic-3.0-core', 'Informatica', 'MVT-1.1', 'atc-game'],
]);

/** Names a licence by its SPDX id if the schema knows the id, otherwise by its name. */
function licenseOf(license: string): Json {
  const id = spdxId(license);
  return id === undefined || NEWER.has(id) ? { name: id ?? license } : { id };
}

const baseComponent = ({ id, how }: { id: string; how?: string }): Json => ({
  ...{ type: 'machine-learning-model', name: id, purl: `pkg:huggingface/${id}` },
  ...defined({ description: how }),
});

const dataSets = (tags: readonly string[]) =>
  [...new Set(tags)].flatMap((tag) => /^dataset:(.+)$/.exec(tag)?.[1] ?? []);

function cardOf(task: string | undefined, sets: readonly string[]): Json {
  if (task === undefined && sets.length === 0) return {};
  const datasets = sets.length > 0 ? sets.map((name) => ({ type: 'dataset', name })) : undefined;
  return { modelCard: { modelParameters: defined({ task, datasets }) } };
}

function fileComponents({ id, revision, files }: SourcedModel): Json[] {
  return files.map(({ path, sha256, urls }) => ({
    ...{ type: 'file', 'bom-ref': `${purlOf(id, revision)}#${path}`, name: path },
    hashes: [{ alg: 'SHA-256', content: sha256 }],
    ...(urls.length > 0 && { externalReferences: urls.map(({ url }) => ({ type: 'distribution', url })) }),
  }));
}
