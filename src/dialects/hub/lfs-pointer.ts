// The git-LFS pointer of a file: three lines of text. Tree listings state its length as `lfs.pointerSize` (decision
// 0026).

/** Returns the pointer of a file of `size` bytes with this SHA-256. */
export function lfsPointer(sha256: string, size: number): string {
  return `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${size}\n`;
}

/** Returns the length in bytes of the pointer of a file of `size` bytes: 125, and one for each digit of `size`. */
export function pointerSize(size: number): number {
  return 125 + String(size).length;
}
