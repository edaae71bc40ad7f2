// The git-LFS pointer of a file: three lines, whose length `lfs.pointerSize` gives (decision 0026).

/** The pointer text of a file of `size` bytes with this SHA-256. */
export function lfsPointer(sha256: string, size: number): string {
  return `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${size}\n`;
}

/** Gives the length of that text: 125 bytes and the digits of `size`. */
export function pointerSize(size: number): number {
  return 125 + String(size).length;
}
