// What stands on the page of a model that this index cannot show: why, and what to do next.

import { type Html, html } from '../../basics/html.ts';
import { browseBy, docsLink, ownerAndName } from '../../model-page/model-links.ts';
import type { NoModelPage } from '../../model-page/model-page.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';

/** The words of the page. */
interface NoModelWords {
  title: string;
  lead: string;
  steps: Html[];
}

/** Why there is no page for an id, and where to go from here, the likeliest way first. */
export function noModelWords({ id, why, better, origin }: NoModelPage): NoModelWords {
  const [owner, name] = ownerAndName(id);
  const byOwner = html`<a href="${browseBy('author', owner)}">Other models of ${owner}</a> in this index`;
  const byName = html`<a href="${browseBy('search', stem(name))}">Models with “${stem(name)}” in their name</a>, other builds of it among them`;
  if (why === 'gated')
    return {
      title: 'This model is gated',
      lead: 'Its owner gives the files to people who ask and accept the terms at its origin. This index reads without an account, so it has no file and no hash of it.',
      steps: [
        html`Ask for access ${origin === undefined ? 'at its origin' : linked(origin, id)}, and download it there with your own account`,
        byName,
        byOwner,
        html`<a href="${docsLink('errors')}">What GatedRepo means for tools</a>`,
      ],
    };
  if (better !== undefined) {
    const [meantOwner, meantName] = ownerAndName(better);
    return {
      title: 'Nearly: capitals count',
      lead: 'The index has no model under this spelling, and one under another.',
      steps: [
        html`<a class="button" href="${href(routes.modelPage, { owner: meantOwner, name: meantName })}">${better}</a>`,
      ],
    };
  }
  return {
    title: 'No such model here',
    lead: 'Either the name is mistyped, or this index does not have it: it holds open models of one day’s list, each at one revision.',
    steps: [
      byName,
      byOwner,
      ...(origin === undefined ? [] : [html`The same id ${linked(origin, id)}, if the model is there`]),
      html`<a href="${href(routes.browse, {})}">Every model</a>`,
    ],
  };
}

/** A link to the model where it comes from, which names the site that it leads to. */
function linked(origin: string, id: string): Html {
  return html`at <a href="${origin}">${`${new URL(origin).host}/${id}`}</a>`;
}

/** The part of a name that other builds share: without what is said of format and size behind it. */
function stem(name: string): string {
  return name.replace(/[-_.](gguf|gptq|awq|hf|fp16|bf16|int4|int8|onnx|mlx|4bit|8bit)\b.*$/i, '') || name;
}
