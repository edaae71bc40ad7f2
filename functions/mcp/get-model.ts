// The tool `get_model`: a model's facts and its files, as many as an agent is given at once.

import { Remembered } from '../../src/basics/remembered.ts';
import { keptFiles, type ModelAnswer, truncatedNote } from '../../src/dialects/mcp/get-model.ts';
import { modelFacts } from '../../src/dialects/mcp/search-models.ts';
import { usableCopy } from '../../src/model/usable-copy.ts';
import { formatBytes } from '../../src/model/weight-formats.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { isRefusal } from '../../src/table/refusals.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import type { ServedModel } from '../models/served-model.ts';
import { perTree } from '../ports/tree-cache.ts';
import { modelOf, type RunTool, rowOf } from './tool-call.ts';

type Files = Pick<ModelAnswer, 'copy_bytes' | 'format_bytes' | 'total_bytes' | 'files_total' | 'files'>;

/** Bytes remembered of files that were chosen. */
const CHOSEN_BYTES = 8 * 1024 * 1024;

/** Files by model: to choose among many takes a while (bench: "tools/call get_model"). */
const chosenOf = perTree(
  () => new Remembered<string, Files>({ most: CHOSEN_BYTES, weigh: ({ files }) => 1000 + 400 * files.length }),
);

export const getModel: RunTool = async (call) => {
  const model = await modelOf(call);
  if (isRefusal(model)) return model;
  const { files, ...totals } = await chosenOf(call.tree).get(model.id, () => filesOf(model));
  const facts = modelFacts(await rowOf(call, model.id));
  const answer: ModelAnswer = {
    id: model.id,
    revision: model.revision,
    ...facts,
    ...totals,
    proof: call.ports.baseUrl + href(routes.modelProof, parseModelId(model.id)!),
    ...(files.length < totals.files_total ? truncation(model, call.ports.baseUrl) : {}),
    files,
  };
  return answer;
};

/** Those that a page shows have the ones that matter most among them. */
async function filesOf(model: ServedModel): Promise<Files> {
  const { bytes, files } = model.head;
  const shown = (await model.shown()).map(({ path, size, sha256 }) => ({ path, size, sha256 }));
  // Known of a thin row, too, since they follow from the files; where not all are shown, the row alone can say.
  const copy = shown.length === files ? usableCopy(shown) : undefined;
  return {
    ...(copy && { copy_bytes: copy.bytes, format_bytes: formatBytes(shown) }),
    total_bytes: bytes,
    files_total: files,
    files: keptFiles(shown),
  };
}

function truncation({ id, head }: ServedModel, baseUrl: string) {
  const listing = baseUrl + href(routes.tree, { ...parseModelId(id)!, revision: 'main' });
  return { files_truncated: true, files_truncated_note: truncatedNote(head.files, listing) } as const;
}
