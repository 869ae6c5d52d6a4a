import type { Deps } from '../deps.ts';
import type { App } from '../http/context.ts';

const validForDays = 180;
const dayMs = 86_400_000;

/**
 * RFC 9116: the contact for reporting vulnerabilities. Its expiry is renewed daily, so it never lapses while the server
 * runs.
 */
export function addSecurityTxt(app: App, { env, catalog, clock }: Deps): void {
  app.get('/.well-known/security.txt', (c) => {
    const expires = new Date((Math.floor(clock().getTime() / dayMs) + validForDays) * dayMs);
    const lines = [
      `Contact: mailto:${catalog.site.supportEmail}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en, fr, pt',
      `Canonical: ${env.origin}/.well-known/security.txt`,
    ];
    return c.text(`${lines.join('\n')}\n`, 200, { 'Cache-Control': 'public, max-age=86400' });
  });
}
