/** Headers of every response, whether from our server or from a CDN. */
export const securityHeaders: readonly (readonly [string, string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(self), usb=(), browsing-topics=()'],
  ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
];

/** Directives that a meta tag can't express. */
export const frameRules =
  "frame-ancestors 'none'; base-uri 'self'; object-src 'none'; form-action 'self' https://checkout.stripe.com";
