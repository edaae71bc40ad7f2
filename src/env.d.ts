/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** What the page is made of; see src/site/site-hub.ts. */
    hub: import('./site/site-hub.ts').SiteHub;
    /** The path that was asked for, decoded: Astro itself is told `/404` where nothing stands. */
    asked: string;
    /** Told of the error for which the page that says "500" is shown instead. */
    tellFault(error: unknown): void;
  }
}
