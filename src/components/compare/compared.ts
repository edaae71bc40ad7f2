// Collects the facts of one model for a comparison: those in its row, and those that only its page has.
import { defined } from '../../basics/defined.ts';
import { needsBase } from '../../model/adapter.ts';
import { neededMemory } from '../../model/context-memory.ts';
import { copyBytes } from '../../model/download-size.ts';
import { formatName, type WeightFormat } from '../../model/weight-formats.ts';
import { baseModels } from '../../model-page/base-models.ts';
import { licenceOf, termsInWords } from '../../nouns/licences.ts';
import { licenceIn } from '../../search/facet-groups.ts';
import type { ModelRow } from '../../shapes/models.ts';

/** One column of the comparison. Unknown facts are absent. */
export interface Compared {
  id: string;
  isListed: boolean;
  licence?: ComparedLicence | undefined;
  /** The bytes of weights in one copy; 0 if there are none. */
  copy?: number | undefined;
  /** Formats of weights, the largest first, with bytes if known. */
  formats: { name: string; bytes?: number }[];
  /** Quantisations with their bytes, the smallest first. */
  quants: [label: string, bytes: number][];
  parameters?: number | undefined;
  /** The context in tokens. */
  context?: number | undefined;
  /** The bytes of memory that one copy needs; absent if its weights are unknown, and for an adapter. */
  memory?: number | undefined;
  downloads?: number | undefined;
  likes?: number | undefined;
  /** The command that downloads one copy; absent in an export. */
  command?: string | undefined;
  architecture?: string | undefined;
  task?: string | undefined;
  library?: string | undefined;
  bases: string[];
  sources: readonly string[];
  /** The last update as an ISO date-time. */
  updated?: string | undefined;
  created?: string | undefined;
}

interface ComparedLicence {
  /** The full name of the licence if known, otherwise its id. */
  name: string;
  /** The uses that the licence allows; absent if this index does not know the licence. */
  terms?: string;
}

/** The facts of a model that its row in a list lacks. */
interface BesideRow {
  licence?: { name: string | undefined; terms?: string };
  architecture?: string | undefined;
  /** The formats, for a row that has no bytes by format. */
  formats?: readonly WeightFormat[];
  command?: string;
}

/** Kinds of weights that nobody needs to run a model. */
const UNUSED = new Set(['optimizer', 'training_state']);

/** Makes a column from a row and the facts that the row lacks. */
export function comparedOf(row: ModelRow, beside: BesideRow = {}): Compared {
  const { hub, id, tags = [] } = row;
  const byFormat = Object.entries(hub.format_bytes ?? {}).sort(([, one], [, other]) => other - one);
  const sized = byFormat.map(([format, bytes]) => ({ format, bytes }));
  const formats = sized.length > 0 ? sized : (beside.formats ?? []).map((format) => ({ format }));
  const { name, terms } = beside.licence ?? licenceOfTags(tags);
  const copy = copyBytes(hub);
  const isAlone = !needsBase({ library: row.library_name, tags, quants: hub.quants });
  return {
    ...{ id, isListed: hub.listed !== false, copy, parameters: hub.parameters, context: hub.context },
    ...{ memory: copy && isAlone ? neededMemory(copy, hub) : undefined, command: beside.command },
    ...{ downloads: row.downloads, likes: row.likes },
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

/**
 * Finds the licence in a model's tags. Gives its full name and its terms if its id is known here, otherwise its id as
 * the name.
 */
function licenceOfTags(tags: readonly string[]): { name?: string; terms?: string } {
  const id = licenceIn(tags);
  if (id === undefined) return {};
  const known = licenceOf(id);
  return { name: known?.name ?? id, ...defined({ terms: known?.terms && termsInWords(known.terms) }) };
}
