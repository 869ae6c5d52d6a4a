import { chicagoMomentText } from '../../lib/chicago-time.ts';
import { Alert } from '../../ui/alert.tsx';
import { useTexts } from './texts.ts';
import type { CardProps } from './types.ts';

/** Events that the firm must review before they count: how many, and since when. */
export function ParkedAlert({ account }: CardProps) {
  const { strings, t, locale } = useTexts();
  const { parkedEvents } = account;
  if (parkedEvents === null) return null;
  return (
    <Alert kind="warning" title={t('parked_title', { count: parkedEvents.count })} role="status">
      {t('parked_since', { time: chicagoMomentText(parkedEvents.since, locale) })} {strings.parked_text}
    </Alert>
  );
}
