// What our server, nginx, Caddy and a CDN do alike.

export const securityHeaders: readonly (readonly [string, string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(self), usb=(), browsing-topics=()'],
  ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
  // Other subdomains hold pages or the API of the same firm.
  ['Cross-Origin-Resource-Policy', 'same-site'],
];

/** Directives that a meta tag can't express. */
export const frameRules =
  "frame-ancestors 'none'; base-uri 'self'; object-src 'none'; form-action 'self' https://checkout.stripe.com";

/** Where the connection is TLS. */
export const strictTransport = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const;

/** For addresses that contain a person's own address or a one-time code. */
export const noReferrer = ['Referrer-Policy', 'no-referrer'] as const;

/** Of pages, which name the scripts of their release, and of redirects, which a later release may revoke. */
export const revalidated = 'public, max-age=0, must-revalidate';

/** How long copies of a built file are kept: the first rule that its address starts or ends with. */
export const cacheRules = [
  // Names contain a hash of the content.
  { start: '/_astro/', end: '', control: 'public, max-age=31536000, immutable' },
  { start: '', end: '.html', control: revalidated },
  { start: '', end: '', control: 'public, max-age=3600' },
] as const;

/** The `Cache-Control` of a built file, such as `/faq.html`. */
export function cacheControl(address: string): string {
  return (
    cacheRules.find(({ start, end }) => address.startsWith(start) && address.endsWith(end))?.control ?? revalidated
  );
}

/** Addresses of files: a missing picture must not be answered with the home page. */
export const filePath =
  /^\/_astro\/|\.(js|css|map|json|xml|txt|svg|png|jpe?g|gif|webp|avif|ico|woff2?|pdf|webmanifest|wasm|br|gz)$/i;

/** By the ending of a built file. */
export const mediaTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  pdf: 'application/pdf',
  webmanifest: 'application/manifest+json',
  wasm: 'application/wasm',
};
