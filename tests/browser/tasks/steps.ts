// Counts a visitor's steps: a click, a choice, a text typed and sent with Enter, dropped files. A test acts on the page
// only by steps; reading is free.
import type { Browser, Page } from 'playwright';
import { visit } from '../visit.ts';

type Role = Parameters<Page['getByRole']>[0];

/** A file that a visitor drops on a page. */
export interface Dropped {
  name: string;
  bytes: Buffer;
}

/** The element of a step: the first element with this role and name, inside the first element that matches `within`. */
export interface At {
  role: Role;
  name: string | RegExp;
  within?: string;
}

export interface Visitor {
  /** A description of each step so far. */
  readonly steps: readonly string[];
  click(at: At): Promise<void>;
  /** Chooses a value in a select element. */
  choose(at: At, value: string): Promise<void>;
  /** Moves the pointer onto an element, which does not count as a step. */
  point(selector: string): Promise<void>;
  /** True if the element is visible. */
  has(at: At): Promise<boolean>;
  /** Opens the address of the present page on a phone, and lists the texts that `read` lists there. */
  onPhone(selector: string): Promise<string[]>;
  /** Types `text` into an empty field, and presses Enter. */
  enter(at: At, text: string): Promise<void>;
  /** Drops files on the elements that match `selector`, as a file manager does. */
  drop(selector: string, files: readonly Dropped[]): Promise<void>;
  /** Waits until the page at this path has loaded. */
  arrived(path: string): Promise<void>;
  /** Lists the visible texts of the elements that match `selector`, with white space joined. */
  read(selector: string): Promise<string[]>;
  /** The last copied text. */
  copied(): Promise<string>;
  leave(): Promise<void>;
}

/** Opens the home page of the hub at `base`, with script, on a screen 1,280 px wide. */
export async function comeIn(browser: Browser, base: string): Promise<Visitor> {
  const { page, context } = await visit(browser, base, { width: 1280, theme: 'light', script: true });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${base}/`, { waitUntil: 'networkidle' });
  const steps: string[] = [];
  const placeOf = ({ role, name, within }: At) =>
    (within === undefined ? page : page.locator(within).first()).getByRole(role, { name }).first();
  // Waits for the effects of a step: until the page has sent no request for a while.
  const settled = () => page.waitForLoadState('networkidle');
  return {
    steps,
    async click(at) {
      steps.push(`click ${at.name}`);
      await placeOf(at).click();
      await settled();
    },
    async choose(at, value) {
      steps.push(`choose ${value}`);
      await placeOf(at).selectOption(value);
      await settled();
    },
    point: (selector) => page.locator(selector).first().hover(),
    has: (at) => placeOf(at).isVisible(),
    async onPhone(selector) {
      const phone = await visit(browser, base, { width: 390, theme: 'light', script: true });
      await phone.page.goto(page.url(), { waitUntil: 'networkidle' });
      const texts = await textsOf(phone.page, selector);
      await phone.context.close();
      return texts;
    },
    async enter(at, text) {
      steps.push(`enter ${text}`);
      await placeOf(at).fill(text);
      await placeOf(at).press('Enter');
      await settled();
    },
    async drop(selector, files) {
      steps.push(`drop ${files.map(({ name }) => name).join(', ')}`);
      const given = files.map(({ name, bytes }) => [name, bytes.toString('base64')] as const);
      const transfer = await page.evaluateHandle((all) => {
        const data = new DataTransfer();
        for (const [name, base64] of all)
          data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name));
        return data;
      }, given);
      for (const type of ['dragenter', 'dragover', 'drop'])
        await page.locator(selector).first().dispatchEvent(type, { dataTransfer: transfer });
    },
    async arrived(path) {
      await page.waitForURL((url) => url.pathname === path);
      await settled();
    },
    read: (selector) => textsOf(page, selector),
    copied: () => page.evaluate(() => navigator.clipboard.readText()),
    leave: () => context.close(),
  };
}

async function textsOf(page: Page, selector: string): Promise<string[]> {
  const texts = await page.locator(selector).filter({ visible: true }).allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, ' ').trim());
}
