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
}

/** Files that download tools and operating systems leave beside those of a model. */
const OTHERS = /(^|\/)(\.cache|\.git)\/|(^|\/)(SHA256SUMS|\.DS_Store|Thumbs\.db|desktop\.ini)$/;

/** Returns the files of an `<input type=file>`. */
export function filesOfInput(input: HTMLInputElement): Chosen {
  return sorted(Array.from(input.files ?? [], (file) => ({ path: file.webkitRelativePath || file.name, file })));
}

/**
 * Returns the files that a visitor dropped. Call it during the event: the browser forgets the dropped items right
 * after, although their content can be read later. Chromium opens no dropped folder on a page without an origin.
 */
export function filesOfDrop(transfer: DataTransfer): Promise<Chosen> {
  const files: ChosenFile[] = [];
  const folders: FileSystemEntry[] = [];
  for (const item of transfer.items) {
    const [entry, file] = [item.webkitGetAsEntry?.(), item.getAsFile()];
    if (entry?.isDirectory) folders.push(entry);
    else if (file) files.push({ path: file.name, file });
  }
  return filesBelow(folders, files);
}

async function filesBelow(folders: readonly FileSystemEntry[], files: ChosenFile[]): Promise<Chosen> {
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
  for (const folder of folders) await walk(folder);
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
