/**
 * Tests that the generators that people use make clients of the hub's own API description, and that these compile and
 * list models. `content/docs/api.md` names the options.
 */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import { need } from './client-process.ts';
import { attempt } from './installation.ts';

const minutes = 10;
let hub: DemoHub;
let [description, listed] = ['', ''];

beforeAll(async () => {
  hub = await startDemoHub({ probe: 'off' });
  const answers = await Promise.all(['openapi.json', 'api/models'].map((path) => fetch(`${hub.base}/${path}`)));
  description = await answers[0]!.text();
  listed = ((await answers[1]!.json()) as { id: string }[]).map(({ id }) => `${id}\n`).join('');
});
afterAll(() => hub?.close());

/** Makes a folder with the API description and other files, and returns a function that runs commands in it. */
async function folderWith(files: Readonly<Record<string, string>>) {
  const folder = await hub.folder();
  for (const [path, text] of Object.entries({ ...files, 'openapi.json': description })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const output = async (command: string, ...words: string[]) => {
    const done = await attempt(command, words, { folder, minutes });
    expect(done.problem, done.output).toBeUndefined();
    return done.output;
  };
  return { folder, output };
}

/** Makes the files of a Go program that lists models by the package `client/hub`. */
const goProgram = (code: string, module: string, version: string) => ({
  'go.mod': `module client\n\ngo 1.25.0\n\nrequire ${module} ${version}\n`,
  'main.go': `package main

import (
	"context"
	"fmt"
	"os"

	"client/hub"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	${code}
}
`,
});
const goRun = ['run', '-mod=mod', '.'];

test('oapi-codegen', { timeout: minutes * 60_000 }, async (context) => {
  const generator = need(context, 'oapi-codegen');
  const code = `client, err := hub.NewClientWithResponses(os.Args[1])
	check(err)
	answer, err := client.SearchModelsWithResponse(context.Background(), nil)
	check(err)
	for _, row := range *answer.JSON200 {
		fmt.Println(row.Id)
	}`;
  const { output } = await folderWith(goProgram(code, 'github.com/oapi-codegen/runtime', 'v1.2.0'));
  const words = ['-generate', 'types,client', '-package', 'hub', '-o', 'hub.go'];
  await output(generator, ...words, 'openapi.json');
  await output('sh', '-c', 'mkdir hub && mv hub.go hub');
  expect(await output('go', ...goRun, hub.base)).toBe(listed);
});

// Without the filter, ogen writes 700,000 lines, which take more than 4 GB to compile.
const ogenSettings = `generator:
  ignore_not_implemented: [all]
  filters:
    path_regex: ^/api/models(/{owner}/{name})?$
    methods: [get]
  features:
    disable: [paths/server, ogen/unimplemented, ogen/otel]
`;

test('ogen', { timeout: minutes * 60_000 }, async (context) => {
  const generator = need(context, 'ogen');
  const code = `client, err := hub.NewClient(os.Args[1])
	check(err)
	answer, err := client.SearchModels(context.Background(), hub.SearchModelsParams{})
	check(err)
	for _, row := range answer.(*hub.SearchModelsOKHeaders).Response {
		fmt.Println(row.ID)
	}`;
  const program = goProgram(code, 'github.com/ogen-go/ogen', 'v1.25.0');
  const { output } = await folderWith({ ...program, 'ogen.yml': ogenSettings });
  await output(generator, '-target', 'hub', '-package', 'hub', '-config', 'ogen.yml', 'openapi.json');
  expect(await output('go', ...goRun, hub.base)).toBe(listed);
});

test('openapi-generator', { timeout: minutes * 60_000 }, async (context) => {
  const [bin] = [need(context, 'openapi-python-client'), need(context, 'java')];
  const code = `settings := hub.NewConfiguration()
	settings.Servers = hub.ServerConfigurations{{URL: os.Args[1]}}
	rows, _, err := hub.NewAPIClient(settings).ModelsAPI.SearchModels(context.Background()).Execute()
	check(err)
	for _, row := range rows {
		fmt.Println(row.Id)
	}`;
  const { output } = await folderWith(goProgram(code, 'gopkg.in/validator.v2', 'v2.0.1'));
  const properties = 'packageName=hub,withGoMod=false,enumClassPrefix=true';
  const words = ['generate', '-g', 'go', '-i', 'openapi.json', '-o', 'hub', '--name-mappings', '_id=OpaqueId'];
  const parts = 'apiDocs=false,modelDocs=false,apiTests=false,modelTests=false';
  const settings = ['--additional-properties', properties, '--global-property', parts];
  await output(join(bin, 'openapi-generator-cli'), ...words, ...settings);
  expect(await output('go', ...goRun, hub.base)).toBe(listed);
});

test('openapi-python-client', async (context) => {
  const bin = need(context, 'openapi-python-client');
  const code = `import sys
from client import Client
from client.api.models import search_models
for row in search_models.sync(client=Client(base_url=sys.argv[1])):
    print(row.id)
`;
  const { output } = await folderWith({ 'list.py': code });
  const words = ['generate', '--path', 'openapi.json', '--meta', 'none', '--output-path', 'client'];
  await output(join(bin, 'openapi-python-client'), ...words);
  expect(await output(join(bin, 'python'), 'list.py', hub.base)).toBe(listed);
});

test('openapi-typescript', async (context) => {
  const generator = need(context, 'openapi-typescript');
  const packages = join(generator, '../../..');
  const code = `import createClient from 'openapi-fetch';
import type { paths } from './hub.ts';
const { data } = await createClient<paths>({ baseUrl: '${hub.base}' }).GET('/api/models');
for (const { id } of data!) console.log(id);
`;
  const { folder, output } = await folderWith({ 'list.ts': code, 'package.json': '{ "type": "module" }' });
  await symlink(packages, join(folder, 'node_modules'));
  await output(process.execPath, generator, 'openapi.json', '-o', 'hub.ts');
  const strict = ['--strict', '--noEmit', '--allowImportingTsExtensions', '--lib', 'es2022,dom'];
  const places = ['--target', 'es2022', '--module', 'nodenext'];
  await output(process.execPath, join(packages, 'typescript/bin/tsc'), ...strict, ...places, 'list.ts');
  expect(await output(process.execPath, 'list.ts')).toBe(listed);
});
