// The git-LFS pointer of a file: three lines, whose length is `lfs.pointerSize` in tree listings (decision 0026).

/** Writes the pointer of a file of `size` bytes with this SHA-256. */
export function lfsPointer(sha256: string, size: number): string {
  return `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${size}\n`;
}

/** Gives the bytes of the pointer of a file of `size` bytes: 125, and one for each digit of `size`. */
export function pointerSize(size: number): number {
  return 125 + String(size).length;
}
