// Lists the stores that no backup can hold: buckets, and a database on a server. Names the commands that save these
// stores, and checks that the stores answer.
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { withStores } from '../../functions/stores/open-stores.ts';
import { postgresName } from '../../functions/stores/sql/rows.ts';
import { formatBucketAddress } from '../../src/nouns/bucket-address.ts';
import { StoreUnavailable } from '../../src/service/account-store.ts';
import type { BucketPlace, Config } from '../../src/service/config.ts';
import { CURRENT, StoreAway } from '../../src/tree/store.ts';

/** A store that the hub had at the time of the backup, and that a backup can't hold. */
export interface Elsewhere {
  /** The environment variable that names the store. */
  variable: 'HUB_DATABASE' | 'HUB_OBJECTS' | 'HUB_TREE';
  /** The store's name for people, without a secret. */
  place: string;
  /** The commands that save and load the store with its own tools. */
  save: string;
  load: string;
}

/** A store that no backup can hold. If it can't be reached, `fault` gives the reason as a sentence. */
export type AskedElsewhere = Elsewhere & { fault?: string };

/** Lists the stores of `config` that no backup can hold, and sends each one a request. */
export async function findElsewhere(config: Config): Promise<AskedElsewhere[]> {
  const { database, published, tree } = config;
  const buckets = { HUB_OBJECTS: published, HUB_TREE: tree };
  return Promise.all([
    ...(database.kind === 'postgres' ? [askPostgres(config, database.url.reveal())] : []),
    ...Object.entries(buckets).flatMap(([variable, place]) =>
      'bucket' in place ? [askBucket(variable as Elsewhere['variable'], place.bucket)] : [],
    ),
  ]);
}

const askPostgres = (config: Config, url: string) =>
  asked(() => withStores(config, (stores) => stores.open()), {
    variable: 'HUB_DATABASE',
    place: postgresName(url).replace(/^The/, 'the'),
    save: 'pg_dump --format=custom --file=hub.pgdump "$HUB_DATABASE"',
    load: 'pg_restore --clean --if-exists --no-owner --dbname="$HUB_DATABASE" hub.pgdump',
  });

function askBucket(variable: Elsewhere['variable'], place: BucketPlace): Promise<AskedElsewhere> {
  const address = formatBucketAddress(place);
  const copy = `${place.bucket}.backup`;
  return asked(async () => (await openBucket(place)).size(CURRENT), {
    ...{ variable, place: `the bucket ${address}` },
    ...{ save: `aws s3 sync ${address} ${copy}`, load: `aws s3 sync ${copy} ${address}` },
  });
}

async function asked(work: () => Promise<unknown>, store: Elsewhere): Promise<AskedElsewhere> {
  try {
    await work();
    return store;
  } catch (error) {
    if (!(error instanceof StoreUnavailable || error instanceof StoreAway)) throw error;
    return { ...store, fault: error.message.replace(/\.?$/, '.') };
  }
}

/** Says in lines which store is not in a backup, and how to `save` or `load` it. */
export const elsewhereLines = (store: AskedElsewhere, verb: 'save' | 'load'): string[] => [
  `Not in the backup: ${store.place} (${store.variable}). Its own tools ${verb} it:`,
  `  ${store[verb]}`,
  ...(store.fault === undefined ? [] : [`It is not there now: ${store.fault}`]),
];
