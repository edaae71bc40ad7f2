// Writes the page of a model that this index can't show: the reason, and the next steps.

import { type Html, html } from '../../basics/html.ts';
import { counted } from '../../model/figures.ts';
import { browseBy, docsLink } from '../../model-page/model-links.ts';
import type { NoModelPage } from '../../model-page/model-page.ts';
import { idParts } from '../../nouns/model-id.ts';
import type { Withdrawal } from '../../service/withdrawals.ts';
import type { SiteHub } from '../../site/site-hub.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';

export interface NoModelWords {
  title: string;
  lead: string;
  steps: Html[];
}

/**
 * Gives the HTTP status of the page: 403 for a gated model, that of the withdrawal for a withdrawn model, otherwise
 * 404.
 */
export function noModelStatus({ why, withdrawn }: NoModelPage): number {
  return withdrawn?.status ?? (why === 'gated' ? 403 : 404);
}

/**
 * Explains why an id has no page, and suggests next steps, the likeliest first. If `isTyped` is true, the address has
 * two parts, but perhaps nobody meant an id.
 */
export function noModelWords(
  found: NoModelPage,
  hub: Pick<SiteHub, 'hasSignIn' | 'isIndexing'>,
  isTyped = false,
): NoModelWords {
  const { id, why, better, origin, withdrawn } = found;
  if (withdrawn)
    return {
      title: 'This model was withdrawn',
      lead: `The operator of this hub withdrew it ${withdrawnWhen(withdrawn)}: ${withdrawn.reason}`,
      steps: [
        html`<a href="${href(routes.withdrawnPage)}">Every model that was withdrawn, and why</a>`,
        html`<a href="${docsLink('errors')}">What Withdrawn means for tools</a>`,
      ],
    };
  if (why === 'gated')
    return {
      title: 'This model is gated',
      lead:
        'Its owner gives the files to people who ask and accept the terms at its origin. This index reads ' +
        'without an account, so it has no file and no hash of it.',
      steps: [
        html`Ask for access ${origin === undefined ? 'at its origin' : html`at ${linked(origin, id)}`}, and download it there with your own account`,
        ...others(found),
        html`<a href="${docsLink('errors')}">What GatedRepo means for tools</a>`,
      ],
    };
  if (better !== undefined)
    return {
      title: 'Nearly: capitals count',
      lead: 'The index has no model under this spelling, and one under another.',
      steps: [html`<a class="button" href="${pageOf(better)}">${better}</a>`],
    };
  if (isTyped)
    return {
      title: 'Nothing at this address',
      lead: `No page here has it, and this index has no model called ${id}.`,
      steps: [...meant(found), ...others(found), everyModel()],
    };
  const wantedModel = `${href(routes.accountPage)}#model=${encodeURIComponent(id)}`;
  const asking = html`<a href="${wantedModel}">Ask for it</a> with an account, so that the operator sees who wants it`;
  return {
    title: 'No such model here',
    lead: hub.isIndexing
      ? 'Noted. Tomorrow’s run looks for it.'
      : 'Either the name is mistyped, or this index does not have it.',
    steps: [
      ...meant(found),
      ...(origin === undefined ? [] : [html`Look at ${linked(origin, id)}, where models come from`]),
      ...(hub.hasSignIn() ? [asking] : []),
      ...others(found),
      everyModel(),
    ],
  };
}

const everyModel = () => html`<a href="${href(routes.browse)}">Every model</a>`;

/** Says since when a model is withdrawn, and until when. */
export const withdrawnWhen = ({ day, until }: Withdrawal) =>
  `on ${day}${until === undefined ? '' : `, until ${until}`}`;

/** Lists similar models, one of which the visitor may have meant. */
function meant({ close = [] }: NoModelPage): Html[] {
  const links = close.map((id) => html`<li><a href="${pageOf(id)}">${id}</a></li>`);
  return links.length === 0 ? [] : [html`Did you mean one of these?<ul class="meant">${links}</ul>`];
}

/** Links the other models of the owner, if there are any. */
function others({ id, ofOwner = 0 }: NoModelPage): Html[] {
  const { owner } = idParts(id);
  const link = browseBy('author', owner);
  return ofOwner === 0 ? [] : [html`<a href="${link}">${counted(ofOwner, 'model')} of ${owner}</a> in this index`];
}

function pageOf(id: string): string {
  return href(routes.modelPage, idParts(id));
}

/** Links the model at its origin; the text is the host of the origin and the id. */
function linked(origin: string, id: string): Html {
  return html`<a href="${origin}">${`${new URL(origin).host}/${id}`}</a>`;
}
