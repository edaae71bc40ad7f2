// Lists the files that a visitor chose or dragged onto the page, including all files of chosen folders.

export interface ChosenFile {
  /** The path of the file from the chosen folder on, with slashes. */
  path: string;
  file: File;
}

export interface Chosen {
  files: ChosenFile[];
  /** Paths of files that download tools and operating systems put beside a model. These files are skipped. */
  leftOut: string[];
  /** Paths that the browser would not open. */
  unreadable: string[];
  /** A sentence that tells the visitor what to do next. */
  advice?: string;
}

/** Files that download tools and operating systems leave beside those of a model. */
const OTHERS = /(^|\/)(\.cache|\.git)\/|(^|\/)(SHA256SUMS|\.DS_Store|Thumbs\.db|desktop\.ini)$/;

/** Returns the files of an `<input type=file>`. */
export function filesOfInput(input: HTMLInputElement): Chosen {
  return sorted(Array.from(input.files ?? [], (file) => ({ path: file.webkitRelativePath || file.name, file })));
}

/**
 * Returns the files that a visitor dropped. Call it during the event: the browser forgets the dropped items right
 * after, although their content can be read later.
 */
export function filesOfDrop(transfer: DataTransfer): Promise<Chosen> {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry?.()).filter((entry) => entry !== null);
  const loose = Array.from(transfer.files, (file) => ({ path: file.name, file }));
  return entries.length > 0 && entries.every((entry) => entry !== undefined)
    ? filesOfEntries(entries)
    : Promise.resolve(sorted(loose));
}

/**
 * Returns the files that a visitor dropped on a page without an origin. There, Chromium opens a dropped folder only if
 * it is dropped onto an input for folders. Returns undefined for a single folder, so that the input takes it. The input
 * would silently take only the first of several folders.
 */
export function filesOfDropWithoutOrigin(transfer: DataTransfer): Chosen | undefined {
  const files: ChosenFile[] = [];
  const folders: string[] = [];
  for (const item of transfer.items) {
    const file = item.getAsFile();
    if (!file) continue;
    if (item.webkitGetAsEntry?.()?.isDirectory) folders.push(file.name);
    else files.push({ path: file.name, file });
  }
  if (folders.length === 1 && files.length === 0) return undefined;
  return { ...sorted(files), unreadable: folders, advice: 'Drop one folder at a time, and nothing beside it.' };
}

async function filesOfEntries(entries: readonly FileSystemEntry[]): Promise<Chosen> {
  const files: ChosenFile[] = [];
  const unreadable: string[] = [];
  const walk = async (entry: FileSystemEntry): Promise<void> => {
    const path = entry.fullPath.replace(/^\//, '');
    try {
      if (entry.isFile) files.push({ path, file: await fileOf(entry as FileSystemFileEntry) });
      else for (const child of await childrenOf(entry as FileSystemDirectoryEntry)) await walk(child);
    } catch {
      unreadable.push(path);
    }
  };
  for (const entry of entries) await walk(entry);
  return { ...sorted(files), unreadable };
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** Reads all children of a folder. Each call of a reader returns some entries, and the last call returns none. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function sorted(all: ChosenFile[]): Chosen {
  all.sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    files: all.filter(({ path }) => !OTHERS.test(path)),
    leftOut: all.map(({ path }) => path).filter((path) => OTHERS.test(path)),
    unreadable: [],
  };
}
