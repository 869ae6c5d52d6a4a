import { routes } from '#routes.ts';
import type { Deps } from '#server/core/deps.ts';
import { getTranslate } from '#server/core/translations.ts';
import { readStatus } from './read-status.ts';

const escapeXml = (text: string) =>
  text
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, '');

/** The updates of recent incidents as RSS, in English, as they were written. */
export async function writeStatusFeed(deps: Deps): Promise<string> {
  const { incidents } = await readStatus(deps);
  const t = getTranslate('mail', 'en');
  const page = `${deps.env.origin}${routes.status.pattern}`;
  const brand = deps.catalog.site.name;
  const items = incidents.flatMap(({ id, component, title, updates }) =>
    updates.map(({ status, text, at }) => {
      const name = title === '' ? t(`component_${component}`) : title;
      return `<item><title>${escapeXml(`${name}: ${t(`incident_${status}`)}`)}</title><link>${page}</link><guid isPermaLink="false">${id}-${at}</guid><pubDate>${new Date(at).toUTCString()}</pubDate><description>${escapeXml(text)}</description></item>`;
    }),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>${escapeXml(t('status_feed_title', { brand }))}</title><link>${page}</link><description>${escapeXml(t('status_feed_text', { brand }))}</description><language>en</language>${items.join('')}</channel></rss>
`;
}
