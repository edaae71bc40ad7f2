// Lists the stores that no backup can hold: buckets, and a database on a server. Names the commands that save these
// stores, and checks that the stores answer.
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { withStores } from '../../functions/stores/open-stores.ts';
import { postgresName } from '../../functions/stores/sql/rows.ts';
import { formatBucketAddress } from '../../src/nouns/bucket-address.ts';
import { StoreUnavailable } from '../../src/service/account-store.ts';
import type { BucketPlace, Config } from '../../src/service/config.ts';
import { CURRENT, StoreAway } from '../../src/tree/store.ts';
import type { Elsewhere } from './backup-layout.ts';

/** A store that no backup can hold. If it can't be reached, `fault` gives the reason as a sentence. */
export type AskedElsewhere = Elsewhere & { fault?: string };

/** Lists the stores of `config` that no backup can hold, and sends each one a request. */
export async function findElsewhere(config: Config): Promise<AskedElsewhere[]> {
  const { database, published, tree } = config;
  return Promise.all([
    ...(database.kind === 'postgres' ? [askPostgres(config, database.url.reveal())] : []),
    ...('bucket' in published ? [askBucket('HUB_OBJECTS', published.bucket)] : []),
    ...('bucket' in tree ? [askBucket('HUB_TREE', tree.bucket)] : []),
  ]);
}

async function askPostgres(config: Config, url: string): Promise<AskedElsewhere> {
  const known: Elsewhere = {
    variable: 'HUB_DATABASE',
    place: postgresName(url).replace(/^The/, 'the'),
    save: 'pg_dump --format=custom --file=hub.pgdump "$HUB_DATABASE"',
    load: 'pg_restore --clean --if-exists --no-owner --dbname="$HUB_DATABASE" hub.pgdump',
  };
  try {
    await withStores(config, (stores) => stores.open());
    return known;
  } catch (error) {
    if (error instanceof StoreUnavailable) return { ...known, fault: error.message };
    throw error;
  }
}

async function askBucket(variable: Elsewhere['variable'], place: BucketPlace): Promise<AskedElsewhere> {
  const address = formatBucketAddress(place);
  const known: Elsewhere = {
    ...{ variable, place: `the bucket ${address}` },
    save: `aws s3 sync ${address} ${place.bucket}.backup`,
    load: `aws s3 sync ${place.bucket}.backup ${address}`,
  };
  try {
    await (await openBucket(place)).size(CURRENT);
    return known;
  } catch (error) {
    if (error instanceof StoreAway) return { ...known, fault: `${error.message}.` };
    throw error;
  }
}
