import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-input.tsx';
import { momentOf } from '../both-times.ts';
import { $breachReport, $disputing, type BreachReport, sendDispute } from '../stores/breach.ts';
import { type AccountTexts, type CardProps, useTexts } from '../texts.ts';

/** What became of the dispute; null if there is none. */
function disputeText({ dispute: { filedAt, dueAt, decision } }: BreachReport, texts: AccountTexts): string | null {
  const { t } = texts;
  if (decision === null) {
    if (filedAt === null || dueAt === null) return null;
    return t('dispute_filed', { ...momentOf(filedAt, texts), due: momentOf(dueAt, texts).time });
  }
  return t(`dispute_${decision.status}`, { ...momentOf(decision.at, texts), reason: decision.reason });
}

/** What became of the account's dispute, once its report has loaded. */
export function DisputeState({ account }: CardProps) {
  const texts = useTexts();
  const { data: report } = useStore($breachReport);
  return report?.accountId === account.id && disputeText(report, texts);
}

/** The form for the one dispute allowed within the window; the text stays until the server has stored it. */
export function DisputePart({ report }: CardProps & { readonly report: BreachReport }) {
  const texts = useTexts();
  const { strings, t } = texts;
  const [open, setOpen] = useState(false);
  const [message, setMessage] = useState('');
  const sending = useStore($disputing) === 'sending';
  const { until } = report.dispute;
  const state = disputeText(report, texts);
  if (state !== null) return <p>{state}</p>;
  const limit = momentOf(until, texts);
  if (Date.now() > until) {
    return (
      <Button label={strings.dispute_open} variant="outline" size="small" disabledReason={t('dispute_over', limit)} />
    );
  }
  if (!open) {
    return (
      <div>
        <Button label={strings.dispute_open} variant="outline" size="small" onClick={() => setOpen(true)} />
        <p className="muted">{t('dispute_until', limit)}</p>
      </div>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void sendDispute(report.accountId, message);
      }}
    >
      <TextArea
        label={strings.dispute_label}
        hint={t('dispute_until', limit)}
        required
        maxLength={4_000}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <Button label={strings.dispute_send} type="submit" size="small" busy={sending} />
    </form>
  );
}
