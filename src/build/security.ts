import type { Site } from '#content/catalog.ts';

type Options = {
  readonly site: Site;
  /** From PUBLIC_ENVIRONMENT and CAPTCHA_PROVIDER. By default our own origin and the built-in captcha. */
  readonly environment: string | undefined;
  readonly captcha: string | undefined;
  readonly scriptHashes: readonly `sha256-${string}`[];
  readonly styleHashes: readonly `sha256-${string}`[];
};

/** Origins of the hosted captchas' scripts, frames and calls; the built-in captcha needs none. */
const captchaHosts: Readonly<Record<string, readonly string[]>> = {
  recaptcha: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  turnstile: ['https://challenges.cloudflare.com'],
};

/** The API root of a build; undefined for the origin that serves the pages. @throws for an unknown environment */
export function findApiRoot(site: Site, environment: string | undefined): string | undefined {
  if (!environment) return undefined;
  const root = Object.entries(site.apiRoots).find(([name]) => name === environment)?.[1];
  if (root) return root;
  const names = Object.keys(site.apiRoots).join(', ');
  throw new Error(`PUBLIC_ENVIRONMENT is ${environment}: content/site.yaml knows ${names}`);
}

function findCaptchaHosts(provider: string | undefined): readonly string[] {
  if (!provider || provider === 'altcha') return [];
  const hosts = captchaHosts[provider];
  if (hosts) return hosts;
  throw new Error(`CAPTCHA_PROVIDER is ${provider}: write altcha, ${Object.keys(captchaHosts).join(', ')}`);
}

/**
 * Trusted Types: text becomes markup or a script only through these policies. Hosted captchas don't support them, so
 * pages with one go without.
 */
const trustedTypes = [
  "require-trusted-types-for 'script'",
  'trusted-types page-scripts structured-data service-worker fill-replay altcha svelte-trusted-html',
] as const;

/** The policy of all pages. Astro adds the hashes of inline scripts and styles. */
export function contentSecurityPolicy(options: Options) {
  const captchas = findCaptchaHosts(options.captcha);
  const root = findApiRoot(options.site, options.environment);
  const api = root ? [new URL(root).origin] : [];
  return {
    directives: [
      "default-src 'self'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      `connect-src ${["'self'", ...api, ...captchas].join(' ')}`,
      `frame-src ${["'self'", ...captchas].join(' ')}`,
      "worker-src 'self' blob:",
      "object-src 'none'",
      "base-uri 'self'",
      ...(captchas.length === 0 ? trustedTypes : []),
    ],
    styleDirective: { hashes: [...options.styleHashes], resources: ["'self'", ...captchas] },
    scriptDirective: { hashes: [...options.scriptHashes], resources: ["'self'", ...captchas] },
  } as const;
}
