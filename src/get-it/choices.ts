// Lists the versions of a model that a visitor can choose: quantisations, formats, and everything.
import { parseGgufShardFilename } from '@huggingface/gguf';
import { own } from '../basics/records.ts';
import { ggufFiles, ggufParts, projectorFor, shardOf } from '../model/gguf-files.ts';
import { usableCopy } from '../model/usable-copy.ts';
import { weightAt } from '../model/weight-families.ts';
import { BESIDE_OTHERS, formatName, isWeight, type WeightFormat, weightFormat } from '../model/weight-formats.ts';
import { type ModelPage, type PageFile, pageTotals } from '../model-page/model-page.ts';
import { alone, globOf, withBesides } from './chosen-files.ts';
import type { Choice, ToolCommand } from './command-body.ts';
import { targetModel } from './target-model.ts';
import { commandsFor } from './tool-commands.ts';

/** The names in transformers.js of the variants that exporters write, by the ending of the file's name. */
const DTYPES: Readonly<Record<string, string>> = {
  '': 'fp32',
  _fp16: 'fp16',
  _quantized: 'q8',
  _int8: 'int8',
  _uint8: 'uint8',
  _q4: 'q4',
  _q4f16: 'q4f16',
  _bnb4: 'bnb4',
};

/**
 * Lists the choices: the usual one first, then quantisations by size, formats, and everything. There is always at least
 * one.
 */
export function choicesOf(model: ModelPage): [Choice, ...Choice[]] {
  const quants = quantChoices(model);
  const formats = model.whole ? [] : [...formatChoices(model), ...onnxChoices(model)];
  const parts = [...quants, ...formats];
  const usual = parts.find(({ key }) => key === usualKey(model, quants)) ?? parts[0];
  const all = everything(model);
  if (!usual) return [all];
  const rest = parts.filter((choice) => choice !== usual);
  const isWhole = parts.some(({ files, bytes }) => files === all.files && bytes === all.bytes);
  return [usual, ...rest, ...(isWhole ? [] : [all])];
}

/** Gives every tool's commands for the usual choice. `baseUrl` is the hub's address without a trailing slash. */
export function usualCommands(model: ModelPage, baseUrl: string, usual = choicesOf(model)[0]): ToolCommand[] {
  return commandsFor(targetModel(model, baseUrl), usual);
}

function usualKey({ files, copy }: ModelPage, quants: readonly Choice[]): string | undefined {
  if (copy && copy.format !== 'gguf') return copy.format;
  const latest = ggufFiles(files).latest?.file.path;
  return quants.find(({ main }) => main?.path === latest)?.key;
}

/** Makes a choice for each quantisation, the smallest first, and for a GGUF whose name has no quantisation. */
function quantChoices({ files: shown, whole }: ModelPage): Choice[] {
  const { tagged, sharded, unlabelled, latest } = ggufFiles(shown);
  // If the page shows only some files, a shard or a projector may be missing among them, so none is looked for.
  const files = whole ? [] : shown;
  const labelled = whole ? [...tagged] : [...tagged, ...sharded];
  const found = labelled.map(([tag, file]) => ggufChoice(files, file, tag));
  // A GGUF whose name has no quantisation has no tag in the registry, unless it is under `latest`.
  if (found.length > 0 && unlabelled[0] && !whole) found.push({ ...ggufChoice(files, unlabelled[0]), tag: undefined });
  if (found.length === 0 && latest && !(whole && latest.sharded)) found.push(ggufChoice(files, latest.file));
  return found.sort((one, other) => one.bytes - other.bytes);
}

function ggufChoice(files: readonly PageFile[], main: PageFile, label?: string): Choice {
  const projector = projectorFor(main.path, files);
  const isSharded = shardOf(main.path) !== undefined;
  const prefix = parseGgufShardFilename(main.path)?.prefix ?? '';
  return {
    key: label?.toLowerCase() ?? 'gguf',
    label: label ?? formatName('gguf'),
    format: 'gguf',
    main,
    ...alone(ggufParts(main, files)),
    ...(isSharded
      ? {
          sharded: true,
          paths: undefined,
          only: [`${globOf(prefix)}-*`, ...(projector ? [globOf(projector.path)] : [])],
        }
      : { tag: label ?? 'latest' }),
    ...(projector && { projector }),
  };
}

/**
 * Makes a choice of one usable copy for each format of the model. The choice `all` includes the formats without a
 * choice.
 */
function formatChoices({ files, formats }: ModelPage): Choice[] {
  const known = Object.keys(formats) as WeightFormat[];
  const whole = usableCopy(files);
  return known.flatMap((format): Choice[] => {
    if (format === 'gguf' || BESIDE_OTHERS.includes(format)) return [];
    const copy = usableCopy(files.filter(({ path }) => !isWeight(path) || weightFormat(path) === format));
    if (!copy || copy.format !== format) return [];
    // A pipeline may have a component without weights in this format; the best copy has that component in another
    // format.
    const kept = whole?.format === format ? whole.files : copy.files;
    const dtype = format === 'onnx' ? { dtype: 'fp32' } : {};
    return [weightsChoice(files, { key: format, label: formatName(format), format, ...dtype }, kept)];
  });
}

/** Makes a choice for each variant of an ONNX export that has a name in transformers.js. */
function onnxChoices({ files }: ModelPage): Choice[] {
  const variants = files
    .filter(({ path }) => weightFormat(path) === 'onnx_variants')
    .map((file) => weightAt(file, 'onnx_variants'));
  return [...Map.groupBy(variants, ({ variant }) => variant)].flatMap(([variant, weights]): Choice[] => {
    const dtype = own(DTYPES, variant);
    if (dtype === undefined) return [];
    const about = { key: `onnx-${dtype}`, label: `ONNX ${dtype}`, format: 'onnx', dtype };
    const kept = weights.map(({ file }) => file);
    return [weightsChoice(files, about, kept)];
  });
}

function weightsChoice(
  files: readonly PageFile[],
  about: Pick<Choice, 'key' | 'label' | 'format' | 'dtype'>,
  kept: readonly PageFile[],
): Choice {
  const main = kept.reduce((largest, file) => (file.size > largest.size ? file : largest));
  return { ...about, ...withBesides(files, kept), main };
}

function everything(model: ModelPage): Choice {
  const { files, bytes } = pageTotals(model);
  const weights = model.files.filter(({ path }) => isWeight(path));
  const [largest] = (weights.length > 0 ? weights : [...model.files]).sort((one, other) => other.size - one.size);
  return { key: 'all', label: 'Everything', format: 'all', files, bytes, ...(largest && { main: largest }) };
}
