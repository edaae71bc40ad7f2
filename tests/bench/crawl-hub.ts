// The stand-in for the public hub as a process, with as many models as it is told, each with a licence like all others and files of its own.
import process from 'node:process';
import { type StandInModel, startHubStandIn } from '../crawl/hub-stand-in.ts';

const models = Array.from({ length: Number(process.argv[2]) }, (_, at): StandInModel => {
  const id = `owner${at % 50}/model-${at}`;
  const files: StandInModel['files'] = { LICENSE: 'one text for all', 'model.safetensors': `weights of ${at}` };
  for (const name of ['config.json', 'tokenizer_config.json', 'README.md', 'generation_config.json'])
    files[name] = `${name} of ${id}\n`.repeat(40);
  return { id, files, large: ['model.safetensors'], info: { pipeline_tag: 'fill-mask' } };
});
const hub = await startHubStandIn(models);
process.send!(hub.url);
process.on('message', () => process.send!(hub.asked));
process.once('disconnect', () => hub.close());
