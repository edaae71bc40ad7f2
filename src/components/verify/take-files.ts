// Takes a visitor's files, chosen in the zone or dropped anywhere on the page, including all files of chosen folders.
// Without this module, the browser would open a dropped file and leave the page.
import type { ChosenFile } from '../../checking/check-files.ts';
import { byId } from '../element.ts';

export interface Chosen {
  files: ChosenFile[];
  /** Paths of files that download tools and operating systems put beside a model. These files are skipped. */
  leftOut: string[];
  /** Paths that the browser would not open. */
  unreadable: string[];
}

/** Passes each choice and each drop of files to `take`. */
export function takeFiles(take: (chosen: Chosen, isDropped: boolean) => unknown): void {
  const zone = byId('drop');
  for (const input of zone.querySelectorAll('input')) {
    // Lets the field for folders accept a whole folder. The attribute is in no standard, so the page's HTML can't
    // contain it.
    input.webkitdirectory = input.name !== 'files';
    input.addEventListener('change', () => {
      take(filesOfInput(input), false);
      // Empties the field, so that choosing the same files again counts as a new choice.
      input.value = '';
    });
  }
  const folders = zone.querySelector<HTMLElement>('.folder-choice');
  if (folders) folders.hidden = !('webkitdirectory' in HTMLInputElement.prototype);
  const show = (isOver: boolean) => zone.classList.toggle('drop-over', isOver);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
  addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    show(true);
    event.preventDefault();
  });
  addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && show(false));
  addEventListener('drop', (event) => {
    show(false);
    if (!event.dataTransfer || !hasFiles(event)) return;
    event.preventDefault();
    void filesOfDrop(event.dataTransfer).then((all) => take(all, true));
  });
}

/** Files that download tools and operating systems leave beside those of a model. */
const OTHERS = /(^|\/)(\.cache|\.git)\/|(^|\/)(SHA256SUMS|\.DS_Store|Thumbs\.db|desktop\.ini)$/;

/** Returns the files of an `<input type=file>`. */
function filesOfInput(input: HTMLInputElement): Chosen {
  return sorted(Array.from(input.files ?? [], (file) => ({ path: file.webkitRelativePath || file.name, file })));
}

/**
 * Returns the files that a visitor dropped. Call it during the event: the browser forgets the dropped items right
 * after, so all of them are taken before the first is read. Chromium opens no dropped folder on a page without an
 * origin.
 */
async function filesOfDrop(transfer: DataTransfer): Promise<Chosen> {
  const files: ChosenFile[] = [];
  const folders: FileSystemEntry[] = [];
  for (const item of transfer.items) {
    const [entry, file] = [item.webkitGetAsEntry?.(), item.getAsFile()];
    if (entry?.isDirectory) folders.push(entry);
    else if (file) files.push({ path: file.name, file });
  }
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
  return sorted(files, unreadable);
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

function sorted(all: ChosenFile[], unreadable: string[] = []): Chosen {
  all.sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    files: all.filter(({ path }) => !OTHERS.test(path)),
    leftOut: all.map(({ path }) => path).filter((path) => OTHERS.test(path)),
    unreadable,
  };
}
