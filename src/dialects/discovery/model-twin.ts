// Writes a model's page as Markdown, for agents and readers of plain text. The Markdown has the same facts, commands
// and files as the page, each file with its whole hash.

import { differsInWords } from '../../catalog/source-holdings.ts';
import { choicesOf, usualCommands } from '../../get-it/choices.ts';
import type { ToolCommand } from '../../get-it/command-body.ts';
import { tensorsInWords } from '../../model/derived-facts.ts';
import { bytes, count, counted } from '../../model/figures.ts';
import { formatName } from '../../model/weight-formats.ts';
import { modelLinks } from '../../model-page/model-links.ts';
import { heldBy, type ModelPage, pageTotals } from '../../model-page/model-page.ts';
import { hashedInWords, modelSummary } from '../../model-page/what-it-is.ts';
import { idParts } from '../../nouns/model-id.ts';
import { pinnedPath } from '../../nouns/source-kinds.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';

/** Returns the Markdown form of the page of `model`, with absolute links. Leaves out unknown facts. */
export function modelTwin(model: ModelPage, baseUrl: string): string {
  return [
    `# ${model.id}`,
    `> ${inline(modelSummary(model))}`,
    facts(model, baseUrl),
    `## Files\n\n${files(model, baseUrl)}`,
    `## Sources\n\n${sources(model, baseUrl)}`,
    `## Get it\n\nBlocks are bound to the revision above; each ends in a check, or loads what another block checked.\n\n${commands(model, baseUrl)}`,
    `The page: ${baseUrl}${href(routes.modelPage, idParts(model.id))}. Every other request: ${baseUrl}${href(routes.modelsBrief)}.\n`,
  ].join('\n\n');
}

function facts(model: ModelPage, baseUrl: string): string {
  const links = modelLinks(model);
  const lines: [label: string, value: string | number | undefined][] = [
    ['Revision', `\`${model.revision}\``],
    ['Object', `\`${model.object}\`, at ${baseUrl}${links.object}`],
    ['Licence', model.license ?? 'not stated'],
    [
      'Card',
      model.card && `\`README.md\` as an object, at ${baseUrl}${href(routes.object, { id: model.card.object })}`,
    ],
    ['Task', model.task],
    ['Library', model.library],
    ...model.facts.map(({ label, value, unit }): [string, string | number] => [
      unit === undefined ? label : `${label}, in ${unit}s`,
      value,
    ]),
    ['Bytes of weights for one copy', model.copy && `${model.copy.bytes}, ${copyInWords(model.copy)}`],
    ['Bytes of all weights, by format', formatsInWords(model)],
    ['Tensors', model.tensors && tensorsInWords(model.tensors)],
    ['Updated', model.lastModified],
    ['Indexed', model.indexed],
    ['Tags', model.tags.join(', ') || undefined],
    ['Listed', model.listed ? undefined : 'no: it fell off the browse list, and is served as before'],
    ['Record', `${baseUrl}${links.info}`],
    ['Tree', `${baseUrl}${links.tree}`],
    ['Checksums', `${baseUrl}${links.sums}`],
  ];
  const known = lines.filter(([, value]) => value !== undefined);
  return known.map(([label, value]) => `- ${label}: ${inline(String(value))}`).join('\n');
}

function copyInWords({ format, files }: NonNullable<ModelPage['copy']>): string {
  return files.length === 1 ? `\`${files[0]!.path}\`` : `${counted(files.length, 'file')} of ${formatName(format)}`;
}

function formatsInWords({ formats }: ModelPage): string | undefined {
  const sorted = Object.entries(formats).sort(([, one], [, other]) => other - one);
  return sorted.map(([format, size]) => `${formatName(format)} ${size}`).join(', ') || undefined;
}

function files(model: ModelPage, baseUrl: string): string {
  // The table has a last column only if the model says where its hashes come from.
  const [how, rule] = model.hashed ? [' Hash |', ' --- |'] : ['', ''];
  const rows = model.files.map(
    ({ path, size, sha256, hashed = '' }) =>
      `| ${inline(path).replaceAll('|', '\\|')} | ${size} | ${sha256} |${how && ` ${hashed} |`}`,
  );
  const all = pageTotals(model);
  const shown = model.whole
    ? ` The ${count(rows.length)} that matter most follow; all of them: ${baseUrl}${modelLinks(model).tree}`
    : '';
  const hashes = model.hashed ? ` ${hashedInWords(model.hashed)}` : '';
  const total = `${counted(all.files, 'file')}, ${bytes(all.bytes)}.${hashes}${shown}`;
  return rows.length === 0
    ? total
    : `${total}\n\n| Path | Bytes | SHA-256 |${how}\n| --- | ---: | --- |${rule}\n${rows.join('\n')}`;
}

function sources(model: ModelPage, baseUrl: string): string {
  const { sources } = model;
  if (sources.length === 0) return 'No source of this hub holds this model today.';
  const all = counted(pageTotals(model).files, 'file');
  const rows = sources.map((source) => {
    const held = source.files ? `${heldBy(source, model)} of ${all}` : all;
    const place = model.isDirect
      ? `its files at ${source.direct ?? 'no address of their own'}${source.isByHash ? ' and their SHA-256' : ''}`
      : `pinned at ${baseUrl}${pinnedPath(source.token, '')}`;
    const differs = source.differs ? inline(`. ${differsInWords(source.differs, all)}`) : '';
    return `- ${inline(source.name)}: ${held}, ${place}${differs}`;
  });
  if (model.isDirect) return `In the order in which a hub would try them:\n\n${rows.join('\n')}`;
  return `In the order they are tried; how they stand now: ${baseUrl}${href(routes.health)}\n\n${rows.join('\n')}`;
}

/** Lists the versions of the model, and every tool's command for the most usual version. */
function commands(model: ModelPage, baseUrl: string): string {
  const [usual, ...others] = choicesOf(model);
  const named = ({ label, files, bytes: size }: typeof usual) =>
    `${label} (${counted(files, 'file')}, ${counted(size, 'byte')})`;
  const text = `For the usual choice, ${named(usual)}.${others.length === 0 ? '' : ` Others: ${others.map(named).join(', ')}.`}`;
  return [inline(text), ...usualCommands(model, baseUrl, usual).map(commandText)].join('\n\n');
}

function commandText({ label, forms, note, short }: ToolCommand): string {
  const blocks = forms
    .filter(({ key }) => key !== 'powershell')
    .map(({ key, label: named, block }) => {
      // A fence must be longer than any run of backticks inside it (CommonMark, "Fenced code blocks").
      const fence = '`'.repeat(Math.max(3, ...Array.from(block.matchAll(/`+/g), ([run]) => run.length + 1)));
      const language = key === 'python' || key === 'javascript' ? key : 'sh';
      const before = forms.length > 2 ? `${inline(named)}:\n\n` : '';
      return `${before}${fence}${language}\n${block}\n${fence}`;
    });
  const inOne = short === undefined ? '' : ` In one line, for the newest revision: \`${short[0]!.block}\``;
  return `### ${label}\n\n${blocks.join('\n\n')}\n\n${inline(note)}${inOne}`;
}

/** Escapes text, so that no fact can become a link, a heading or HTML. */
function inline(text: string): string {
  return text
    .replace(/[<&]/g, (mark) => (mark === '<' ? '&lt;' : '&amp;'))
    .replace(/[[\]\n]/g, (mark) => (mark === '\n' ? ' ' : `\\${mark}`));
}
