/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** The API's root if not on the same origin; set at build time from PUBLIC_ENVIRONMENT. */
  readonly PUBLIC_API_ROOT?: string;
}
