// Collects the facts of a model beside others: those of its row, and those that its page adds.
import { defined } from '../../basics/defined.ts';
import { copyBytes } from '../../model/download-size.ts';
import { formatName, type WeightFormat } from '../../model/weight-formats.ts';
import { baseModels } from '../../model-page/base-models.ts';
import { licenceOf, termsInWords } from '../../nouns/licences.ts';
import { licenceIn } from '../../search/facet-groups.ts';
import type { ModelRow } from '../../shapes/models.ts';

/** One column. An unknown fact is absent. */
export interface Compared {
  id: string;
  isListed: boolean;
  licence?: ComparedLicence | undefined;
  /** Bytes of weights that one copy needs; 0: there are none. */
  copy?: number | undefined;
  /** Formats of weights, the largest first; with bytes where they are known. */
  formats: { name: string; bytes?: number }[];
  /** Quantisations with their bytes, small ones first. */
  quants: [label: string, bytes: number][];
  parameters?: number | undefined;
  /** Tokens. */
  context?: number | undefined;
  architecture?: string | undefined;
  task?: string | undefined;
  library?: string | undefined;
  bases: string[];
  sources: readonly string[];
  /** ISO date-time. */
  updated?: string | undefined;
  created?: string | undefined;
}

interface ComparedLicence {
  /** In full where it is known, else its id. */
  name: string;
  /** The uses that it allows; absent where this index does not know. */
  terms?: string;
}

/** Facts that stand elsewhere than in the row. */
interface BesideRow {
  licence?: { name: string | undefined; terms?: string };
  architecture?: string | undefined;
  /** Given where the row does not have the bytes of each. */
  formats?: readonly WeightFormat[];
}

/** Weights of no use to who runs a model. */
const UNUSED = new Set(['optimizer', 'training_state']);

/** The column of a row. */
export function comparedOf(row: ModelRow, beside: BesideRow = {}): Compared {
  const { hub, id, tags = [] } = row;
  const byFormat = Object.entries(hub.format_bytes ?? {}).sort(([, one], [, other]) => other - one);
  const told = byFormat.map(([format, bytes]) => ({ format, bytes }));
  const formats = told.length > 0 ? told : (beside.formats ?? []).map((format) => ({ format }));
  const { name, terms } = beside.licence ?? licenceOfTags(tags);
  return {
    ...{ id, isListed: hub.listed !== false, copy: copyBytes(hub), parameters: hub.parameters, context: hub.context },
    ...{ task: row.pipeline_tag, library: row.library_name, architecture: beside.architecture },
    ...(name !== undefined && { licence: { name, ...defined({ terms }) } }),
    formats: formats
      .filter(({ format }) => !UNUSED.has(format))
      .map(({ format, ...size }) => ({ name: formatName(format as WeightFormat), ...size })),
    quants: Object.entries(hub.quants ?? {}).sort(([, one], [, other]) => one - other),
    bases: baseModels({ id, tags }).map((base) => base.id),
    sources: hub.sources ?? [],
    ...{ updated: row.lastModified, created: row.createdAt },
  };
}

/** Reads as much as its id alone says. */
function licenceOfTags(tags: readonly string[]): { name?: string; terms?: string } {
  const id = licenceIn(tags);
  if (id === undefined) return {};
  const known = licenceOf(id);
  return { name: known?.name ?? id, ...defined({ terms: known?.terms && termsInWords(known.terms) }) };
}
