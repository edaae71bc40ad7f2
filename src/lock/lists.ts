// Lists of a model's files for other programs: a Metalink (RFC 5854), which aria2 and other tools read, and a bill of
// materials in CycloneDX 1.6.
import { html } from '../basics/html.ts';
import { defined } from '../basics/records.ts';
import { sha256Hex } from '../digests/sha.ts';
import { baseModels } from '../model-page/base-models.ts';
import { parseModelId } from '../nouns/model-id.ts';
import { spdxId } from '../nouns/spdx.ts';
import type { LockedModel } from '../shapes/log.ts';

/** A model with the addresses of its files. Unknown facts are absent, or null. */
export interface SourcedModel extends Pick<LockedModel, 'files' | 'object' | 'revision'> {
  id: string;
  license?: string | null | undefined;
  task?: string | undefined;
  tags?: readonly string[] | undefined;
}

/**
 * Returns the Metalink of a model in pieces. `at` is the address of the Metalink itself. Leaves out files that no source
 * holds, since a Metalink must have an address for each file (RFC 5854, 4.1.2).
 */
export function* metalinkPieces(
  { id, revision, files }: Pick<SourcedModel, 'id' | 'revision' | 'files'>,
  at: string,
): Generator<string> {
  // The `html` tag escapes text for XML too. `dynamic` says that the list at this address may change later (RFC 5854,
  // 4.2.9).
  yield html`<?xml version="1.0" encoding="UTF-8"?>
<metalink xmlns="urn:ietf:params:xml:ns:metalink">
<generator>model-hub</generator>
<origin dynamic="true">${at}</origin>
`.text;
  for (const { path, size, sha256, urls } of files) {
    if (urls.length === 0) continue;
    const places = urls.map(({ url }, place) => html`<url priority="${place + 1}">${url}</url>`);
    const facts = html`<size>${size}</size><hash type="sha-256">${sha256}</hash>`;
    yield html`<file name="${path}"><identity>${id}</identity><version>${revision}</version>${facts}${places}</file>
`.text;
  }
  yield '</metalink>\n';
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Returns the bill of one model. Equal facts give an equal bill: the bill has no time, and its serial number comes from
 * the address of the model's object.
 */
export function modelBill(model: SourcedModel): Json {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(model.object)}`,
    version: 1,
    metadata: { component: modelComponent(model) },
    components: fileComponents(model),
  };
}

/** Writes a bill with line breaks, so that people can read it too. */
export const billText = (bill: Json): string => `${JSON.stringify(bill, null, 1)}\n`;

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
  const sets = new Set(tags.flatMap((tag) => /^dataset:(.+)$/.exec(tag)?.[1] ?? []));
  const datasets = sets.size > 0 ? [...sets].map((name) => ({ type: 'dataset', name })) : undefined;
  const parameters = defined({ task, datasets });
  return {
    type: 'machine-learning-model',
    'bom-ref': purl,
    ...{ group: owner, name, version: revision, purl },
    ...(license && { licenses: [{ license: licenseOf(license) }] }),
    ...(bases.length > 0 && { pedigree: { ancestors: bases.map(baseComponent) } }),
    properties: [{ name: 'model-hub:object', value: object }],
    ...(Object.keys(parameters).length > 0 && { modelCard: { modelParameters: parameters } }),
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

function fileComponents({ id, revision, files }: SourcedModel): Json[] {
  return files.map(({ path, sha256, urls }) => ({
    ...{ type: 'file', 'bom-ref': `${purlOf(id, revision)}#${path}`, name: path },
    hashes: [{ alg: 'SHA-256', content: sha256 }],
    ...(urls.length > 0 && { externalReferences: urls.map(({ url }) => ({ type: 'distribution', url })) }),
  }));
}
