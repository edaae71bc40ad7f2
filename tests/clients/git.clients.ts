/** Tests git against the hub, which has no repositories: git's output tells the reader what to use instead. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import { need, run } from './client-process.ts';

let hub: DemoHub;
beforeAll(async () => {
  hub = await startDemoHub({ probe: 'off' });
});
afterAll(() => hub?.close());

/** Stops git from asking for a password. */
const environment = { GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_GLOBAL: '/dev/null' };

test.for(['', '.git'])(
  'clone of a model whose address ends in "%s" prints the command that downloads it',
  async (end, context) => {
    const git = need(context, 'git');
    const { id } = hub.sources.llama.model;
    const got = await run(git, ['clone', `${hub.base}/${id}${end}`], { folder: await hub.folder(), environment });
    expect(got.code).not.toBe(0);
    expect(got.errors).toContain(
      `remote: There is no git repository here: "HF_ENDPOINT=${hub.base} hf download ${id}"`,
    );
  },
);
