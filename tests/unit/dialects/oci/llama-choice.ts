// Chooses a file from a listing as llama.cpp does. Tests compare this independent code with the hub's own choice.

/** Returns the path that llama.cpp would fetch from the listing `paths`, for `tag` or without a tag. */
export function llamaChoice(paths: string[], tag?: string): string | undefined {
  const besides = ['mmproj', 'imatrix', 'mtp-', 'eagle3-', 'dflash-', 'dspark-'];
  const candidates = paths.filter((path) => {
    const name = path.split('/').at(-1)!;
    if (!name.endsWith('.gguf') || besides.some((word) => name.includes(word))) return false;
    const [, index, count] = /-([0-9]{5})-of-([0-9]{5})\.gguf$/.exec(path) ?? [];
    return !(Number(count) > 1 && Number(index) !== 1);
  });
  for (const wanted of tag === undefined ? ['q4_k_m', 'q8_0'] : [tag.toLowerCase()])
    for (const path of candidates)
      if (path.toLowerCase().includes(`${wanted}.`) || path.toLowerCase().includes(`${wanted}-`)) return path;
  return tag === undefined ? candidates[0] : undefined;
}
