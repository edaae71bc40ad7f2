// Simulates the public hub in a separate process. All its models share one licence file. No other file is shared.
import process from 'node:process';
import { type StandInModel, startHubStandIn } from '../crawl/hub-stand-in.ts';

/** The JSON on the command line. Each model has the files `names`, each with `lines` lines that no other model has. */
export interface CrawlHubWords {
  models: number;
  lines?: number;
  names?: string[];
  /** True if the hub's listings of models name no commits. */
  isSilent?: boolean;
}

const words = JSON.parse(process.argv[2]!) as CrawlHubWords;
const { lines = 40, names = ['config.json', 'tokenizer_config.json', 'README.md', 'generation_config.json'] } = words;
/** The number of owners: each has about sixty models. */
const owners = Math.ceil(words.models / 60);
const models = Array.from({ length: words.models }, (_, at): StandInModel => {
  const id = `owner${at % owners}/model-${at}`;
  const files: StandInModel['files'] = { LICENSE: 'one text for all', 'model.safetensors': `weights of ${at}` };
  for (const name of names) files[name] = `${name} of ${id}\n`.repeat(lines);
  return { id, files, large: ['model.safetensors'], info: { pipeline_tag: 'fill-mask' } };
});
const hub = await startHubStandIn(models);
hub.expands = !words.isSilent;
process.send!(hub.url);
process.on('message', (message) => {
  if (message === 'asked') process.send!(hub.asked);
  else {
    // Any other message begins a new day, on which one model in a hundred has another `config.json`.
    for (let at = 0; at < models.length; at += 100) models[at]!.files['config.json'] = `${message} ${at}`;
    hub.asked.length = 0;
    process.send!(hub.url);
  }
});
process.once('disconnect', () => hub.close());
