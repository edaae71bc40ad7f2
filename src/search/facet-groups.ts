// Recognises the tags that are counted separately: for a licence, a format of files, or a language.

/** The start of a tag that names a licence. */
export const LICENSE = 'license:';

/** The licence that some of these tags names, by its id. */
export const licenceIn = (tags: readonly string[] = []): string | undefined =>
  tags.find((tag) => tag.startsWith(LICENSE))?.slice(LICENSE.length);

/** Tags that name a format of weights. */
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

/** True for a language of two letters (ISO 639-1); longer codes look like other short tags. */
export function isLanguage(tag: string): boolean {
  return languageName(tag) !== undefined;
}

/** Gives the English name of a language of two letters; undefined for any other tag. */
export function languageName(tag: string): string | undefined {
  return /^[a-z]{2}$/.test(tag) ? names.of(tag) : undefined;
}

/** Lists every language of two letters. */
export function languages(): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  return letters.flatMap((first) => letters.map((second) => first + second)).filter(isLanguage);
}
