// Checks a model that another hub's catalog names: it must keep the rules for imported models.

import { CARD_PATH, formatCardObject, parseCardObject } from '../../../src/catalog/card-object.ts';
import { areDaysBy } from '../../../src/catalog/entry-days.ts';
import { parseModelObject } from '../../../src/catalog/model-object.ts';
import { parseSourceObject } from '../../../src/catalog/source-object.ts';
import { sourceKind } from '../../../src/nouns/source-kinds.ts';
import type { Service } from '../../../src/service/service.ts';
import { CARD_FORMAT } from '../../../src/shapes/formats.ts';
import type { ModelRow } from '../../../src/shapes/models.ts';
import type { CardObject, CatalogEntry, ModelObject, SourceObject } from '../../../src/shapes/objects.ts';
import { browseRow } from '../../import/browse-row.ts';
import { readImportRow } from '../../import/rows/import-row.ts';
import { parseCanonical } from './canonical-text.ts';
import { importRowOf } from './import-row-of.ts';
import { rowFaults } from './row-rules.ts';

/** A model as a catalog describes it: two lines, and the objects that these lines name. */
export interface NamedModel {
  id: string;
  /** The day of the catalog. */
  day: string;
  entry: CatalogEntry;
  rowLine: string;
  /** The text of the model object, followed by those of the source objects in the order of the entry. */
  texts: readonly string[];
  /** The text of the card object; undefined if the model has none, or if the card was taken down. */
  card: string | undefined;
}

/** Lists the faults of a model, each as the end of a sentence; empty if the model may be served. */
export function modelFaults(
  { id, day, entry, rowLine, texts, card: cardText }: NamedModel,
  service: Service,
): string[] {
  let row: ModelRow;
  let model: ModelObject;
  let sources: SourceObject[];
  let card: CardObject | undefined;
  try {
    row = parseCanonical<ModelRow>(rowLine, 'its row');
    model = parseModelObject(texts[0]!);
    sources = texts.slice(1).map(parseSourceObject);
    card = cardText === undefined ? undefined : parseCardObject(cardText);
    for (const text of texts) parseCanonical(text, 'an object of it');
  } catch (error) {
    return [(error as Error).message];
  }
  const reading = readImportRow(Buffer.from(JSON.stringify(importRowOf(row, model, sources, card?.text))), service);
  const faults = [
    ...('faults' in reading ? reading.faults.map(({ field, reason }) => `${field} ${reason}`) : []),
    ...(areDaysBy(day, entry) ? [] : ['its entry has impossible days']),
    ...contradictions(id, row, entry, model, sources, service),
  ];
  // A model that breaks the import rules yields no row that could be compared with its own row.
  if (faults.length > 0 || !('row' in reading)) return faults;
  const made = browseRow(service, reading.row, { manifest: entry.model, indexed: entry.indexed });
  const isCard = card === undefined || formatCardObject(cardOf(model, card)) === cardText;
  const partial = service.sources.filter(({ token }) =>
    sources.some(({ source, files }) => source === token && files !== undefined && files.length > 0),
  );
  const names = partial.map(({ display }) => display);
  return [...rowFaults(row, made, names), ...(isCard ? [] : ['its card is not of this model'])];
}

/** Makes the card object that an import would make for the model from the text of `card`. */
function cardOf({ id, license, files }: ModelObject, { text }: CardObject): CardObject {
  const sha256 = files.find(({ path }) => path === CARD_PATH)?.sha256 ?? '';
  return { format: CARD_FORMAT, id, path: CARD_PATH, sha256, license, text };
}

/** Lists the parts of a model that contradict each other, such as a row and an object with different ids. */
function contradictions(
  id: string,
  row: ModelRow,
  entry: CatalogEntry,
  model: ModelObject,
  sources: SourceObject[],
  service: Service,
): string[] {
  const faults: string[] = [];
  const demand = (isTrue: boolean, sentence: string) => {
    if (!isTrue) faults.push(sentence);
  };
  demand(model.id === id && row.id === id && row.modelId === id, 'its row and its object are of another model');
  demand(row.sha === model.revision, 'its row and its object are of different revisions');
  demand(row.hub?.manifest === entry.model, 'its row names another object');
  demand(row.hub?.files === model.files?.length, 'its row and its object have different numbers of files');
  const first = row.hub?.listed === false ? undefined : entry.indexed;
  demand(row.hub?.indexed === first, 'its row and its entry differ on the day when it was first indexed');
  for (const source of sources) {
    const known = service.sources.find(({ token }) => token === source.source);
    demand(source.model === entry.model, `its source ${source.source} is of another object`);
    demand(
      known !== undefined && sourceKind(known) === source.kind,
      `its source ${source.source} is of another kind here`,
    );
  }
  return faults;
}
