import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatShare, formatWhole } from '#i18n/format.ts';
import { pathTo } from '#routes.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { type NewAgreement as Agreement, createAgreementForm } from './stores/affiliate.ts';
import { useTexts } from './texts.ts';

/** The terms in force, which the affiliate hasn't accepted yet. */
export function NewAgreement({ agreement: { version, terms } }: { readonly agreement: Agreement }) {
  const { strings, t, locale } = useTexts();
  const [form] = useState(() => createAgreementForm(version));
  const { busy } = useStore(form.$form);
  const share = formatShare(terms.shareBps, locale);
  const minimum = formatWhole(terms.minimumPayoutCents, locale);
  return (
    <Form onSubmit={form.submit}>
      <Alert
        title={strings.agreement_title}
        actions={
          <>
            <Button type="submit" busy={busy}>
              {t('agreement_accept', { version })}
            </Button>
            <Button variant="outline" href={pathTo('affiliateAgreement', {}, locale)}>
              {strings.agreement_read}
            </Button>
          </>
        }
      >
        {t('agreement_text', { version, share, days: terms.pendingDays, minimum })}
      </Alert>
    </Form>
  );
}
