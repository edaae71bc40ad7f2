// Commands for an export, where no hub redirects: each names the sources themselves, the second where the first fails, and ends in a check.
import { bytes } from '../model/figures.ts';
import { docsLink } from '../model-page/model-links.ts';
import { directSources, directUrlOf, type PageFile, type PageSource } from '../model-page/model-page.ts';
import type { AskedModel } from './asked-model.ts';
import { others, withoutGguf } from './gguf-ways.ts';
import { ENCODE, hasOddPath, mainFile, ODD } from './shell-ways.ts';
import { shellPath, shellWord } from './shell-word.ts';
import type { WayBody } from './way-body.ts';

/** A line of the checksum file: the hash, two spaces, the path. */
const SPLIT = `  sha256=\${line%% *} path=\${line#*  }`;

const NOWHERE: WayBody = {
  missing: 'No source holds this model today, so there is no address to fetch it from.',
  onward: { text: 'How sources are chosen', href: docsLink('sources') },
};

export function directCurl({ model, folder, sumsUrl, cost }: AskedModel): WayBody {
  const holders = model.sources.filter(({ direct }) => direct !== undefined);
  // Who holds all of it comes first: of two, the other is asked for what is missing.
  const [first, second] = [...holders].sort((a, b) => Number(a.files !== undefined) - Number(b.files !== undefined));
  if (!first) return NOWHERE;
  const isByHash = first.isByHash || second?.isByHash;
  // A path is put into an address only where some source wants it there.
  const odd = hasOddPath(model.files) && !(first.isByHash && (second === undefined || second.isByHash));
  const fetched = ({ direct, isByHash: named }: PageSource) =>
    `curl -fL --create-dirs -o "$path" "${direct}$${named ? 'sha256' : odd ? 'url' : 'path'}"`;
  return {
    block: [
      `mkdir -p ${folder} && cd ${folder}`,
      `curl -fsS -o SHA256SUMS ${sumsUrl}`,
      isByHash ? 'while IFS= read -r line; do' : 'cut -c 67- SHA256SUMS | while read -r path; do',
      ...(isByHash ? [SPLIT] : []),
      ...(odd ? [ENCODE] : []),
      `  ${fetched(first)}${second ? ' ||' : ''}`,
      ...(second ? [`  ${fetched(second)}`] : []),
      isByHash ? 'done < SHA256SUMS' : 'done',
      'sha256sum --strict -c SHA256SUMS',
    ].join('\n'),
    note: `${cost} From ${first.name}${second ? `, and what that does not send from ${second.name}` : ''}. The checksum file is the list of files, too; the last line checks (on macOS: shasum -a 256 -c).${odd ? ODD : ''}`,
    docs: 'curl',
  };
}

export function directAria2(asked: AskedModel): WayBody {
  const file = mainFile(asked);
  const urls = file ? urlsOf(asked, file) : [];
  if (!file || urls.length === 0) return NOWHERE;
  return {
    block: [
      `aria2c --checksum=sha-256=${file.sha256} \\`,
      `  -o ${shellPath(lastOf(file.path))} \\`,
      ...urls.map((url, at) => `  ${shellWord(url)}${at < urls.length - 1 ? ' \\' : ''}`),
    ].join('\n'),
    note: `One file, ${bytes(file.size)}, from ${urls.length === 1 ? 'the one source that holds it' : `${urls.length} sources at once`}; aria2 hashes it and fails when another hash comes out.`,
    docs: 'curl',
  };
}

export function directLlamaCpp(asked: AskedModel): WayBody {
  const { gguf, model } = asked;
  if (!gguf) return withoutGguf('llama.cpp', asked);
  if (gguf.sharded)
    return {
      missing: 'The GGUF of this model comes in shards, which llama.cpp wants side by side: curl fetches all of them.',
      onward: { text: 'How llama.cpp takes shards', href: docsLink('llama-cpp') },
    };
  const [url] = urlsOf(asked, gguf.file);
  if (url === undefined) return NOWHERE;
  const name = lastOf(gguf.file.path);
  return {
    block: [
      `curl -fL -o ${shellPath(name)} \\\n  ${shellWord(url)}`,
      `echo ${shellWord(`${gguf.file.sha256}  ${name}`)} |\n  sha256sum --strict -c`,
      `llama-cli -m ${shellPath(name)}`,
    ].join('\n'),
    note: `${gguf.tag === 'latest' ? 'One file' : gguf.tag}, ${bytes(gguf.file.size)}${others(model.quants.length)}. llama.cpp hashes nothing, so the second command does.`,
    docs: 'llama-cpp',
  };
}

/** The URLs of a file at the sources that hold it, best first. */
function urlsOf({ model }: AskedModel, file: PageFile): string[] {
  return directSources(model, file.path).map((source) => directUrlOf(source, file));
}

const lastOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
