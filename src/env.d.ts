/// <reference types="astro/client" />

/** Trusted Types, where the browser has them. What a policy returns stands for the text and is accepted by sinks. */
declare var trustedTypes:
  | undefined
  | {
      createPolicy<Rules extends { createHTML?(text: string): string; createScriptURL?(url: string): string }>(
        name: string,
        rules: Rules,
      ): Rules;
    };

interface ImportMetaEnv {
  /** The API's root if not on the same origin; set at build time from PUBLIC_ENVIRONMENT. */
  readonly PUBLIC_API_ROOT?: string;
}
