// Writes and reads the leaves of the log (decision 0034): canonical JSON that states its format.
import { canonicalJson, isTextThat } from '../basics/records.ts';
import { isSha256, parseAddress } from '../nouns/address.ts';
import { isDay, isInstant } from '../nouns/calendar.ts';
import { isCommit, parseModelId } from '../nouns/model-id.ts';
import { isCount } from '../nouns/quantities.ts';
import { LOGGED_DAY_FORMAT, LOGGED_MODEL_FORMAT, LOGGED_WITHDRAWAL_FORMAT } from '../shapes/formats.ts';
import type { LoggedDay, LoggedModel, LoggedWithdrawal } from '../shapes/log.ts';
import { MAX_ENTRY } from './tiles.ts';

export type Leaf = LoggedDay | LoggedModel | LoggedWithdrawal;

/** Returns a leaf as text; its bytes are the text in UTF-8. */
export function formatLeaf(leaf: Leaf): string {
  return canonicalJson(leaf);
}

/**
 * Reads a leaf; undefined if it is not valid (decision 0034). A valid leaf has a known format, exactly the members of
 * that format, and exactly the text that `formatLeaf` writes.
 */
export function parseLeaf(text: string): Leaf | undefined {
  if (text.length > MAX_ENTRY) return undefined;
  try {
    const leaf: unknown = JSON.parse(text);
    const isLeaf = isModel(leaf) || isLoggedDay(leaf) || isLoggedWithdrawal(leaf);
    return isLeaf && formatLeaf(leaf) === text ? leaf : undefined;
  } catch {
    return undefined;
  }
}

type Check = (value: unknown) => boolean;

const isHost = isTextThat((text) => /^[A-Za-z0-9.-]+$/.test(text));

/** Makes a check that accepts only objects with exactly these members. */
const objectOf =
  <T>(members: Readonly<Record<keyof T & string, Check>>) =>
  (value: unknown): value is T =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length === Object.keys(members).length &&
    Object.entries<Check>(members).every(
      ([name, holds]) => Object.hasOwn(value, name) && holds(Reflect.get(value, name)),
    );

const isModel = objectOf<LoggedModel>({
  format: (value) => value === LOGGED_MODEL_FORMAT,
  id: isTextThat(parseModelId),
  revision: isTextThat(isCommit),
  object: isTextThat(parseAddress),
  sums: isTextThat(isSha256),
  sources: (value) => Array.isArray(value) && value.every(isHost),
});

const isLoggedDay = objectOf<LoggedDay>({
  format: (value) => value === LOGGED_DAY_FORMAT,
  day: isTextThat(isDay),
  catalog: isTextThat(parseAddress),
  tree: isTextThat(isSha256),
  expires: isTextThat(isInstant),
  models: objectOf<LoggedDay['models']>({ count: isCount, root: isTextThat(isSha256) }),
});

const isLoggedWithdrawal = objectOf<LoggedWithdrawal>({
  format: (value) => value === LOGGED_WITHDRAWAL_FORMAT,
  model: isTextThat(parseModelId),
  lifted: (value) => typeof value === 'boolean',
  since: isTextThat(isDay),
  status: isCount,
  reason: isTextThat(isSha256),
  until: (value) => value === null || isTextThat(isDay)(value),
});
