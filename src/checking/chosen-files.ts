// Files that a visitor chose or dropped, folders walked through.

/** A file and where it lay in what was chosen. */
export interface ChosenFile {
  /** With the folders it was chosen in, slashes between. */
  path: string;
  file: File;
}

export interface Chosen {
  files: ChosenFile[];
  /** Paths that download tools and systems put beside a model, passed over. */
  leftOut: string[];
  /** Paths that the browser would not open. */
  unreadable: string[];
  /** The next step for the visitor, as a sentence. */
  advice?: string;
}

/** Files that tools and systems leave beside those of a model. */
const OTHERS = /(^|\/)(\.cache|\.git)\/|(^|\/)(SHA256SUMS|\.DS_Store|Thumbs\.db|desktop\.ini)$/;

/** The files of an `<input type=file>`. */
export function filesOfInput(input: HTMLInputElement): Chosen {
  return sorted(Array.from(input.files ?? [], (file) => ({ path: file.webkitRelativePath || file.name, file })));
}

/**
 * The files of a drop. Must be called while the drop is handled: the browser forgets its items right after, and what
 * they hold is read later.
 */
export function filesOfDrop(transfer: DataTransfer): Promise<Chosen> {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry?.()).filter((entry) => entry !== null);
  const loose = Array.from(transfer.files, (file) => ({ path: file.name, file }));
  return entries.length > 0 && entries.every((entry) => entry !== undefined)
    ? filesOfEntries(entries)
    : Promise.resolve(sorted(loose));
}

/**
 * The same for a page without an origin, in which Chromium opens no folder that is dropped: it only fills a field for
 * folders with one that is dropped onto it. Undefined when the field shall take this drop; it would take the first of
 * several folders and say nothing of the others.
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

/** A reader gives some entries at a time, and none when it is through. */
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
