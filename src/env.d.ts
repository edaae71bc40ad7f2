/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** Given by the host with each request; see src/site-hub.ts. */
    hub: import('./site-hub.ts').SiteHub;
    /** The path that was asked for, decoded: Astro itself is told `/404` where nothing stands. */
    asked?: string;
  }
}
