// Recognises the tags that are counted in groups of their own: licences, formats of weights, and languages.

/** The start of a tag that names a licence. */
export const LICENSE = 'license:';

/** Returns the id of the licence that one of these tags names; undefined if no tag names one. */
export const licenceIn = (tags: readonly string[] = []): string | undefined =>
  tags.find((tag) => tag.startsWith(LICENSE))?.slice(LICENSE.length);

/** The tags that name a format of weights. */
export const FORMATS: ReadonlySet<string> = new Set([
  'safetensors',
  'gguf',
  'onnx',
  'pytorch',
  'mlx',
  'tf',
  'jax',
  'tflite',
  'coreml',
  'openvino',
  'ggml',
  'gptq',
  'awq',
  'exl2',
  'nemo',
  'tensorrt',
  'paddlepaddle',
]);

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * True for a language code of two letters (ISO 639-1). Longer codes are not recognised, because they could be other
 * tags.
 */
export function isLanguage(tag: string): boolean {
  return languageName(tag) !== undefined;
}

/** Returns the English name of a language code of two letters; undefined for any other tag. */
export function languageName(tag: string): string | undefined {
  return /^[a-z]{2}$/.test(tag) ? names.of(tag) : undefined;
}

/** Lists every language code of two letters. */
export function languages(): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  return letters.flatMap((first) => letters.map((second) => first + second)).filter(isLanguage);
}
