// The picture that other sites show beside a link to a page.
import { doesWhat, taskTitle } from '../../nouns/tasks.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';

interface LinkPicture {
  path: string;
  /** The words on it. */
  alt: string;
}

/** That of a model's task; without a task, or for one that has no picture, that of the website. */
export function linkPicture(task: string | undefined): LinkPicture {
  const does = task === undefined ? undefined : doesWhat(task);
  if (task === undefined || does === undefined)
    return { path: href(routes.socialImage, {}), alt: 'Model Hub: open models, checked to the last byte' };
  return { path: href(routes.taskImage, { task }), alt: `Model Hub, ${taskTitle(task)}: a model that ${does}` };
}
