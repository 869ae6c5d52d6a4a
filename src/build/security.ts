import type { Site } from '../content/catalog.ts';

type Options = {
  readonly site: Site;
  readonly environment: string | undefined;
  readonly scriptHashes: readonly `sha256-${string}`[];
};

/** Where the script, the frame and the calls of the hosted captchas live; the built-in one needs none. */
const captchaHosts = [
  'https://www.google.com/recaptcha/',
  'https://www.gstatic.com/recaptcha/',
  'https://js.hcaptcha.com',
  'https://*.hcaptcha.com',
  'https://challenges.cloudflare.com',
];

function apiOrigins({ site, environment }: Options): string[] {
  const root = Object.entries(site.apiRoots).find(([name]) => name === environment)?.[1];
  return root ? [new URL(root).origin] : [];
}

/** The policy written into each page; Astro adds the hashes of what it inlines itself. */
export function contentSecurityPolicy(options: Options) {
  const captchas = captchaHosts.join(' ');
  return {
    directives: [
      "default-src 'self'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      `connect-src ${["'self'", ...apiOrigins(options), captchas].join(' ')}`,
      `frame-src 'self' ${captchas}`,
      "worker-src 'self' blob:",
      "object-src 'none'",
      "base-uri 'self'",
    ],
    scriptDirective: {
      hashes: [...options.scriptHashes],
      resources: ["'self'", ...captchaHosts],
    },
  } as const;
}
