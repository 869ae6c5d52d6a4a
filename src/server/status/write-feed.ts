import { element, writeXml } from '#lib/xml.ts';
import { routes } from '#routes.ts';
import type { Deps } from '#server/core/deps.ts';
import { getTranslate } from '#server/core/translations.ts';
import { readStatus } from './read-status.ts';

/** The updates of recent incidents as RSS, in English, as they were written. */
export async function writeStatusFeed(deps: Deps): Promise<string> {
  const { incidents } = await readStatus(deps);
  const t = getTranslate('mail', 'en');
  const page = `${deps.env.origin}${routes.status.pattern}`;
  const brand = deps.catalog.site.name;
  const items = incidents.flatMap(({ id, component, title, updates }) =>
    updates.map(({ status, text, at }) => {
      const name = title === '' ? t(`component_${component}`) : title;
      return element('item', [
        element('title', `${name}: ${t(`incident_${status}`)}`),
        element('link', page),
        element('guid', `${id}-${at}`, { isPermaLink: 'false' }),
        element('pubDate', new Date(at).toUTCString()),
        element('description', text),
      ]);
    }),
  );
  const channel = element('channel', [
    element('title', t('status_feed_title', { brand })),
    element('link', page),
    element('description', t('status_feed_text', { brand })),
    element('language', 'en'),
    items,
  ]);
  return writeXml(element('rss', channel, { version: '2.0' }));
}
