import { useStore } from '@nanostores/react';
import type { Locale } from '#i18n/locales.ts';
import { createTranslate } from '#i18n/translate.ts';
import { formatDateTime } from '#lib/format-date-time.ts';
import type strings from '#locales/en/calls.json';
import { Alert } from '#ui/alert.tsx';
import styles from './app-shell.module.css';
import { $wrongClock } from './stores/session.ts';

/** Says that times on the screen can't be trusted, because the device's clock is wrong. */
export function ClockAlert({ locale, calls }: { readonly locale: Locale; readonly calls: typeof strings }) {
  const clocks = useStore($wrongClock, { ssr: 'initial' });
  if (!clocks) return null;
  const time = (at: number) => formatDateTime(at, locale, { dateStyle: 'medium', timeStyle: 'short' });
  const t = createTranslate(calls, locale);
  return (
    <div className={styles.clock}>
      <Alert kind="warning" role="status">
        {t('wrong_clock', { device: time(clocks.device), server: time(clocks.server) })}
      </Alert>
    </div>
  );
}
