// Makes invalid requests from parts of valid ones: wrongly combined, wrongly encoded, repeated, or too long.
import fc from 'fast-check';
import { routes } from '../../src/table/routes.ts';
import { models } from '../fixtures/rows.ts';

export interface HostileAsk {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: string;
}

type Text = fc.Arbitrary<string>;

const words = (text: string) => text.trim().split(/\s+/);
const encoded = (text: string) => text.split('/').map(encodeURIComponent).join('/');
const asBytes = (text: string) => Buffer.from(text).toString('latin1');

/** Texts that tend to break parsers. */
const nasty = fc.constantFrom(
  ...words(`.. . ... % %2 %zz %00 %0a %0d%0aX-Injected:%201 %2e%2e %2E%2e%2F ..%2f..%2f %2f %2F%2F %5c \\ ..\\..
    %252e%252e %c0%ae%c0%ae %ff %C3%28 %ED%A0%80 %u002e + %20 __proto__ constructor toString hasOwnProperty valueOf _info.json
    _directions.txt tree.json current * ~ | ; : @ $ & = ' " <script> {owner} [0] # ? CON NUL - -- .git ~root a:b file:
    %F0%9F%98%80`),
  ...['', '\t', ' ', asBytes('日本'), 'x'.repeat(97), 'x'.repeat(300), '%C3%A9'.repeat(200)],
);

const mangled = (good: Text) =>
  fc.tuple(good, nasty, fc.nat(40)).map(([text, piece, at]) => text.slice(0, at) + piece + text.slice(at));

/** Makes mostly `good`, sometimes a variant of it, rarely an unrelated text. */
const mostly = (good: Text) =>
  fc.oneof(
    { weight: 40, arbitrary: good },
    { weight: 2, arbitrary: good.map((text) => text.toUpperCase()) },
    { weight: 1, arbitrary: good.map((text) => text.slice(1)) },
    { weight: 2, arbitrary: mangled(good) },
    { weight: 2, arbitrary: nasty },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).map((text) => encoded(text.toWellFormed())) },
  );

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });

const gated = { id: 'gate/closed', revision: '0'.repeat(40), files: [{ path: 'config.json', sha256: '0'.repeat(64) }] };
const targets = [...Object.values(models), gated];
type Model = (typeof targets)[number];

/** Makes a value for every `{param}` of the route table, mostly one that fits the model. */
const paramsOf = ({ id, revision, files }: Model, addresses: string[]) => ({
  owner: mostly(fc.constant(id.split('/')[0]!)),
  name: mostly(fc.constant(id.split('/')[1]!)),
  revision: mostly(
    fc.oneof(
      fc.constantFrom('main', 'main', 'HEAD', revision, revision, 'master', 'refs%2Fpr%2F1'),
      fc.integer({ min: 5, max: 39 }).map((end) => revision.slice(0, end)),
    ),
  ),
  space: mostly(fc.constant('verify')),
  path: mostly(
    fc.constantFrom('SHA256SUMS', 'fixture.Bq3x.css', 'index.html', ...files.map(({ path }) => encoded(path))),
  ),
  prefix: mostly(fc.constantFrom(...files.flatMap(({ path }) => foldersOf(path)))),
  id: mostly(
    fc.oneof(
      fc.constantFrom(...addresses),
      hex(64).map((digits) => `blake3:${digits}`),
    ),
  ),
  shard: mostly(hex(3)),
  reference: mostly(fc.constantFrom('latest', 'Q4_K_M', 'q8_0')),
  digest: mostly(fc.oneof(...files.map((file) => fc.constant(`sha256:${file.sha256}`)), hex(64))),
});

/** Lists every folder of a path and the path itself, each plain, with a final slash, and with encoded slashes. */
function foldersOf(path: string): string[] {
  const parts = encoded(path).split('/');
  const folders = parts.map((_, i) => parts.slice(0, i + 1));
  return folders.flatMap((folder) => [folder.join('/'), `${folder.join('/')}/`, folder.join('%2F')]);
}

const { resolve, sha256sums, object, pathsInfo } = routes;
/** Every route once, and a few routes again, because their answers are hard to reach by chance. */
const patterns = [...Object.values(routes), resolve, resolve, resolve, sha256sums, object].map(
  ({ pattern }): string => pattern,
);

function pathOf(pattern: string, model: Model, addresses: string[]): Text {
  return fc
    .record(paramsOf(model, addresses))
    .map((values) =>
      pattern.replace(/\{(\w+)(?:\.\.\.)?\}/g, (_, name: string) => values[name as keyof typeof values] ?? ''),
    );
}

const routed = (addresses: string[]) =>
  fc
    .tuple(fc.constantFrom(...patterns), fc.constantFrom(...targets))
    .chain(([pattern, model]) => pathOf(pattern, model, addresses));

const segment = fc.oneof(
  fc.constantFrom(
    ...words(
      'api models v1 v2 objects via srca p2p resolve raw tree main refs hashes _astro healthz hub health acme tiny-bert',
    ),
  ),
  nasty,
);
const loose = fc
  .array(segment, { maxLength: 9 })
  .chain((segments) => fc.constantFrom('/', '//', '/./', '/%2f').map((between) => `/${segments.join(between)}`));

const source = mostly(fc.constantFrom(...words('srca srcb ipfs p2p mirror SRCA 1a')));

/** Valid values of a Host header. */
export const goodHosts = words(
  'hub.example hub.example:4321 HUB.EXAMPLE. 127.0.0.1:80 localhost [::1] [2001:db8::1]:99999 [v7.a:b] evil.example: a_b%2f',
);
const badHosts = words(
  'user:word@hub.example hub.example@evil.example a:b:c hub.example:x :80 [::1 [::g] ::1 hub\\ hub%zz <script> "hub"',
);
/**
 * Bad values of a Host header. Values with a slash are not in `badHosts`, because in a target the slash would end
 * the host.
 */
const hosts = [
  ...badHosts,
  ...words('hub.example/health/# hub.example/account/ hub.example? #'),
  'a b',
  'a, b',
  'a\tb',
];

const pathFrom = (good: Text) =>
  fc.oneof(
    { weight: 12, arbitrary: good },
    { weight: 3, arbitrary: mangled(good) },
    { weight: 3, arbitrary: fc.tuple(source, good).map(([token, rest]) => `/via/${token}${rest}`) },
    { weight: 3, arbitrary: loose },
    { weight: 1, arbitrary: mostly(fc.constant('/api/whoami-v2')) },
    { weight: 1, arbitrary: good.map((rest) => `//evil.example${rest}`) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...goodHosts, ...badHosts, ''), fc.constantFrom('http', 'HTTPS'), good)
        .map(([host, scheme, rest]) => `${scheme}://${host}${rest}`),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(good, fc.integer({ min: 4000, max: 9000 })).map(([rest, more]) => rest + 'y'.repeat(more)),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 40 }) },
  );

const fieldName = fc.constantFrom(
  ...words(`limit sort search author pipeline_tag library filter direction cursor recursive include_prs expand download
    __proto__ constructor toString hasOwnProperty valueOf % limit%00 LIMIT`),
  '',
);
const fieldValue = fc.oneof(
  fc.constantFrom(...words('1 500 501 0 -1 1e9 true True false likes createdAt sort tiny bert,onnx MSBzb3J0L3RvcA')),
  nasty,
  fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
);
const field = fc.tuple(fieldName, fc.constantFrom('=', '', '==', '%3D'), fieldValue).map((parts) => parts.join(''));
const query = fc
  .tuple(fc.array(field, { maxLength: 5 }), fc.constantFrom('&', '&&', ';'))
  .map(([fields, between]) => `?${fields.join(between)}`);

/** Makes a value of `given` in one of six cases, and undefined otherwise. */
const seldom = <T>(given: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: given });

const header = (values: string[]) =>
  seldom(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...values) },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme-ascii' }) },
    ),
  );

const headers = fc
  .record({
    host: header([...goodHosts, ...goodHosts, ...hosts, '']),
    accept: header([
      '*/*',
      'text/html',
      'application/json;q=0.5, text/html',
      'text/html;q=2',
      ';;q=',
      'constructor',
      'text/constructor',
    ]),
    'accept-encoding': header([
      'br',
      'gzip',
      '*',
      'identity',
      'br;q=0, *;q=0',
      'gzip;q=1.5',
      'br, br, br;q=x',
      ',',
      'constructor',
      '__proto__',
    ]),
    range: header(
      words(
        'bytes=0-0 bytes=-1 bytes=5- bytes=-0 bytes=9-1 bytes=0-0,2-3 bytes=99999- bytes=99999999999999999999- pages=1 bytes=-- constructor=0-1',
      ),
    ),
    'if-none-match': header(['*', '"x"', 'W/"x"', '"empty-list"', ',', '"']),
    'if-range': header(['"x"', 'W/"x"', 'Fri, 20 Nov 2026 00:00:00 GMT']),
    'content-type': header([
      'application/json',
      'application/x-www-form-urlencoded',
      'text/plain',
      'JSON',
      'application/constructor',
    ]),
    'access-control-request-method': header(['POST']),
    authorization: header(['Bearer hf_secret', 'Basic dXNlcjp3b3Jk']),
    'user-agent': header(['llama-cpp/1', 'aria2/1.36.0']),
  })
  .map((given) =>
    Object.fromEntries(Object.entries(given).filter((one): one is [string, string] => one[1] !== undefined)),
  );

const withHeader = (name: string, value: string) => headers.map((given) => ({ ...given, [name]: value }));
const asJson = withHeader('content-type', 'application/json');
const preflight = withHeader('access-control-request-method', 'POST');
const ofPart = fc.constantFrom('bytes=0-0', 'bytes=-1', 'bytes=99999-').chain((range) => withHeader('range', range));

const wantedPaths = fc.array(mostly(fc.constantFrom('config.json', 'onnx/', 'model.safetensors')), { maxLength: 4 });
const body = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  { weight: 3, arbitrary: wantedPaths.map((paths) => JSON.stringify({ paths, expand: true })) },
  { weight: 3, arbitrary: wantedPaths.map((paths) => paths.map((path) => `paths=${path}`).join('&')) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...words('{"paths": [] null {"paths":{}} {"paths":[[]]} \0 paths % paths=% 1e999')),
  },
  { weight: 3, arbitrary: fc.constant('x'.repeat(65_537)) },
);

const method = fc.oneof(
  { weight: 12, arbitrary: fc.constant('GET') },
  { weight: 3, arbitrary: fc.constant('HEAD') },
  { weight: 2, arbitrary: fc.constant('POST') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...words('PUT DELETE PATCH OPTIONS TRACE CONNECT PROPFIND BREW get'), '', 'G T'),
  },
);

/**
 * Makes one request. Its target has the form that a Node server receives: one character for each byte. `addresses`
 * are the addresses of existing objects.
 */
export function hostileAsk(addresses: string[]): fc.Arbitrary<HostileAsk> {
  const target = fc.tuple(pathFrom(routed(addresses)), seldom(query)).map(([path, after]) => path + (after ?? ''));
  const post = fc.constantFrom(...targets).chain((model) => pathOf(pathsInfo.pattern, model, addresses));
  // Only objects support the Range header. Among requests for all rows, requests for objects, parts of them and
  // preflights would be too rare: a short run must see each kind of answer.
  const ofObject = fc.constantFrom(...targets).chain((model) => pathOf(object.pattern, model, addresses));
  return fc.oneof(
    { weight: 48, arbitrary: fc.record({ method, target, headers, body }) },
    { weight: 6, arbitrary: fc.record({ method, target: ofObject, headers, body }) },
    { weight: 2, arbitrary: fc.record({ method: fc.constant('GET'), target: ofObject, headers: ofPart, body }) },
    { weight: 2, arbitrary: fc.record({ method: fc.constant('OPTIONS'), target, headers: preflight, body }) },
    { weight: 4, arbitrary: fc.record({ method: fc.constant('POST'), target: post, headers: asJson, body }) },
  );
}
