/// <reference types="astro/client" />

declare namespace App {
  type PageLocals = import('./site/site-page.ts').PageLocals;
  interface Locals extends PageLocals {}
}
