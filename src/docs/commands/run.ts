// Describes the commands of the group "Run".
import type { CommandRow } from './command-row.ts';

export const runCommands = {
  build: {
    does: 'build the static tree and the website from the catalog; writes only changes',
    options: {
      '--website': 'build the website alone, for a hub whose tree is elsewhere',
      '--json': 'print the report as JSON',
    },
    about: `A build reuses what is there. If a file in HUB_DIST is damaged, remove "current" there and build: everything is compared, and
made again where it differs. "model-hub archive verify" looks for damage in HUB_DATA.
A hub whose tree is in a bucket needs no tree of its own, but the website: --website builds that alone.`,
    examples: ['model-hub build', 'HUB_DIST=/srv/hub model-hub build --json', 'model-hub build --website'],
  },
  serve: {
    does: 'serve the built tree; a newer build is picked up while it runs',
    examples: ['model-hub serve', 'HOST=0.0.0.0 PORT=8080 HUB_BASE_URL=https://hub.example model-hub serve'],
  },
  export: {
    does: 'write the index as plain files for any file server; writes only changes',
    args: { '[folder]': 'an empty folder, or one that an export wrote (default: "public" in HUB_DIST)' },
    options: {
      '--attest': 'add signatures by HUB_ATTESTATION_KEY, which stock tools check',
      '--json': 'print the report as JSON',
    },
    about: `Every answer that is built ahead gets a file at its own address; where an address is a folder as well, the file is the
index.json or index.html in it. It writes changes and removes files that are gone, so the folder must be the
export's own: .export lists its files, which are not read again.

_headers and _redirects in the folder are rules for Cloudflare Pages and Netlify; the report says which parts exceed a
host's limits. content/docs/static.md says what works without a hub. Caddy in front of a hub (deploy/Caddyfile) answers from
the folder while the hub is away.

With --attest each model gets a bundle for model_signing, and each of its manifests a signature for cosign, which
say: the index attests these bytes; it is not their maker (content/docs/proof.md).`,
    examples: [
      'model-hub export ./public-files',
      'HUB_ATTESTATION_KEY=file:/etc/model-hub/attestation.pem model-hub export ./public-files --attest',
      'python3 -m http.server --directory ./public-files',
    ],
  },
  push: {
    does: 'send the built tree to a bucket, from which hubs serve it; sends only missing files',
    args: { '<bucket>': 'where to: s3://BUCKET/PREFIX' },
    options: {
      '--json': 'print the report as JSON',
    },
    about: `Store, region and keys come from AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Files in
the bucket are not sent again. Hubs see the old tree until the store lists all of the new one. An interrupted
push continues where it ended. If the tree is current there already, the bucket is listed, and missing files and
those of another length are sent again. The log goes with the tree; if the bucket has another log, nothing is
pushed. Trees that were current within HUB_TREE_SECONDS, and the objects of every day, are never removed.`,
    examples: [
      'model-hub push s3://models/hub',
      'model-hub push s3://models/hub --json',
      'HUB_TREE=s3://models/hub model-hub serve',
    ],
  },
  status: {
    does: 'show the days, the tree and the sources; --check looks at all that the hub needs, and says what to do',
    options: {
      '--days <count>': 'how many days of the chain to show (default: 7)',
      '--check': 'instead, look at all that the hub needs and say what to do; exit with 1 if something is wrong',
      '--fresh <time>': 'instead, exit with 1 unless the newest day was made within that time: 36h, 90m, 2d',
      '--wanted': 'instead, list the models that people ask for and the index lacks, with counts',
      '--interest': 'instead, list people who asked to publish, with their notes, the newest first',
      '--json': 'report as JSON',
    },
    about: `Every object of the newest day is read and hashed on the way, so a damaged catalog is noticed here.

--fresh is the alarm of a hub with a daily "model-hub day": it fails when the newest day was made longer ago, when the
served tree is of an older day, or when only the shipped catalog is here. With HUB_TREE it checks the tree there.

--check looks at the settings, the public address, the folders, the port, the sources, the database and the rest,
all at once and each for ten seconds at most. Run it as the user that the hub runs as, with the same variables. A
warning alone is no failure.`,
    exit: 'a check or --fresh fails',
    examples: [
      'model-hub status',
      'model-hub status --check',
      'sudo -u model-hub env $(cat /etc/model-hub/environment) npx model-hub status --check',
      'model-hub status --json --days 365',
      'model-hub status --fresh 36h',
      'HUB_TREE=s3://models/hub model-hub status --fresh 2d --json',
      'model-hub status --wanted',
      'model-hub status --interest',
    ],
  },
  prune: {
    does: 'remove trees, objects and temporary files that nothing needs',
    options: {
      '--dry-run': 'say what would be removed, and change nothing',
      '--days <rule>': 'remove old days too, for good: keep=30',
      '--from <bucket...>': 'a bucket that was pushed to, s3://BUCKET/PREFIX',
      '--json': 'report as JSON',
    },
    about: `Removes files of trees that were replaced more than HUB_TREE_SECONDS ago, what a killed import or build left, and objects
that no day names, such as those of a day that was imported twice. The hub may run meanwhile; an import or build may not.
It prunes HUB_DATA, HUB_DIST, the export in HUB_DIST and the bucket of HUB_TREE; --from adds other buckets of "push".
Other exports prune themselves at their next run. A second run removes nothing.

Every day stays, with all that it names, unless --days says otherwise: "keep=30" leaves the newest
30 days; the newest two always stay. Nobody can then read older days here.`,
    examples: [
      'model-hub prune --dry-run',
      'model-hub prune --json',
      'model-hub prune --from s3://models/hub',
      'model-hub prune --days keep=90 --dry-run',
      'model-hub prune --days keep=30 && model-hub build',
    ],
  },
  backup: {
    does: 'write what can’t be made again to one file, while everything runs',
    args: { '<file>': 'the file to write, such as hub.tar' },
    options: {
      '--json': 'report as JSON',
    },
    about: `The file is a tar file of mode 0600: the pointer, every object of every day, published objects, the databases and
the log, all as of one moment, each with its SHA-256. It is there
whole or not at all. Serving, imports and builds go on meanwhile. Signing keys are not in it: keep copies of those apart.

PostgreSQL and buckets are not in it either: the report names them.`,
    examples: [
      'model-hub backup /backup/hub-2026-11-25.tar',
      'model-hub backup hub.tar --json',
      'tar -xOf hub.tar backup.json',
    ],
  },
  restore: {
    does: 'make HUB_DATA out of a backup, and test all of it',
    args: { '<file>': 'a file that "model-hub backup" wrote' },
    options: {
      '--log <place>': { repeatable: 'a place that has the published log' },
      '--go-on': 'restore the log of the file, though it is older than what was published, or may be',
      '--json': 'report as JSON',
    },
    about: `HUB_DATA must be empty or missing: move an old one away. The file is unpacked beside it, every hash, the databases, the
chain of days and the log are checked there, and the folder is renamed last.

A log never goes back behind what others have seen of it. This looks for what was published in HUB_DIST, in its export and
where HUB_TREE leads; --log names more places: an export's folder, a bucket, an address. If one has more leaves than the
file, or none has as many, nothing is restored; --go-on restores it all the same, when no newer backup is left.`,
    examples: [
      'model-hub restore hub.tar && model-hub build',
      'model-hub restore hub.tar --log /srv/www',
      'model-hub restore hub.tar --log s3://models/hub',
      'model-hub restore hub.tar --log https://models.example.org',
      'model-hub restore hub.tar --go-on',
    ],
  },
  account: {
    does: 'show or delete all that is kept of a person',
    commands: {
      show: {
        does: 'print the records of a person',
        args: { '<DID>': 'the identifier of the person' },
        options: {
          '--json': 'report as JSON',
        },
      },
      delete: {
        does: 'forget a person: saved list, requests, wallet, note and all',
        args: { '<DID>': 'the identifier of the person' },
      },
    },
    about: `DID is the identifier that the person's identity tokens carry as "sub". Both work while the hub serves.`,
    examples: [
      'model-hub account show did:example:alice',
      'model-hub account show did:example:alice --json',
      'model-hub account delete did:example:alice',
    ],
  },
} satisfies Record<string, CommandRow>;
