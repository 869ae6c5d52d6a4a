import { useStore } from '@nanostores/react';
import type { Locale } from '#i18n/locales.ts';
import { createTranslate } from '#i18n/translate.ts';
import { formatDateTime } from '#lib/format-date-time.ts';
import { fullName } from '#lib/person-name.ts';
import type calls from '#locales/en/calls.json';
import { Button } from '#ui/button.tsx';
import styles from './app-shell.module.css';
import { $traderView, endView } from './stores/trader-view.ts';

export function TraderViewBanner({ locale, strings }: { readonly locale: Locale; readonly strings: typeof calls }) {
  const view = useStore($traderView, { ssr: 'initial' });
  if (view === null) return null;
  const t = createTranslate(strings, locale);
  const { user, endsAt } = view;
  return (
    <aside className={`cluster between ${styles.view}`} aria-label={strings.view_label}>
      <p>
        {t('view_text', {
          name: fullName(user) || user.email,
          time: formatDateTime(endsAt, locale, { timeStyle: 'short' }),
        })}
      </p>
      <Button label={strings.view_end} variant="outline" size="small" onClick={endView} />
    </aside>
  );
}
