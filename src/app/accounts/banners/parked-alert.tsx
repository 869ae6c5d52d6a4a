import { Alert } from '#ui/alert.tsx';
import { momentOf } from '../both-times.ts';
import { type CardProps, useTexts } from '../texts.ts';

/** Events that the firm must review before they count: how many, and since when. */
export function ParkedAlert({ account }: CardProps) {
  const texts = useTexts();
  const { strings, t } = texts;
  const { parkedEvents } = account;
  if (parkedEvents === null) return null;
  return (
    <Alert kind="warning" title={t('parked_title', { count: parkedEvents.count })} role="status">
      {t('parked_since', momentOf(parkedEvents.since, texts))} {strings.parked_text}
    </Alert>
  );
}
