/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** The API's root when it is not on the same origin; filled at build time from PUBLIC_ENVIRONMENT. */
  readonly PUBLIC_API_ROOT?: string;
}
