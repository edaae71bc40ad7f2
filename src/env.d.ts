/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** Given by the host with each request; see src/site-hub.ts. */
    hub: import('./site-hub.ts').SiteHub;
  }
}
