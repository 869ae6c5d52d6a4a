import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useForm } from '#app/shell/use-form.ts';
import { formatShare } from '#i18n/format.ts';
import { pathTo } from '#routes.ts';
import { affiliateAudienceMaximumLength, affiliateChannelMaximumLength } from '#shared/affiliates/contract.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Form } from '#ui/form.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextArea, TextInput } from '#ui/text-input.tsx';
import styles from './affiliate.module.css';
import { $affiliate, type AffiliateData, createSignupForm } from './stores/affiliate.ts';
import { defineIsland, useTexts } from './texts.ts';

export const AffiliateSignupIsland = defineIsland({ route: 'affiliate', screen: Signup });

function Signup() {
  const { strings } = useTexts();
  const state = useStore($affiliate);
  useEffect(() => void $affiliate.load(), []);
  return (
    <div className={`container stack gap-5 ${styles.narrow}`}>
      <h1 className={styles.title}>{strings.signup_title}</h1>
      {state.status === 'loading' && <Skeleton shape="row" count={6} />}
      {state.status === 'failed' && (
        <RetryAlert title={strings.failed_title} action={strings.retry} onRetry={$affiliate.load} />
      )}
      {state.status === 'ready' && <Body data={state.data} />}
    </div>
  );
}

function Body({ data }: { readonly data: AffiliateData }) {
  const { strings, t, locale } = useTexts();
  const { shareBps, pendingDays } = data.terms;
  const share = formatShare(shareBps, locale);
  if (data.status === 'approved') {
    return (
      <Alert
        kind="success"
        title={strings.approved_title}
        actions={<Button label={strings.to_dashboard} href={pathTo('affiliateDashboard', {}, locale)} />}
      />
    );
  }
  if (data.status === 'pending') return <Alert title={strings.pending_title}>{strings.pending_text}</Alert>;
  return (
    <>
      <p className="muted">{t('signup_lead', { share, days: pendingDays })}</p>
      {data.status === 'declined' && <Alert kind="warning">{strings.declined_text}</Alert>}
      <SignupForm />
    </>
  );
}

function SignupForm() {
  const { strings, locale } = useTexts();
  const [form] = useState(createSignupForm);
  const { busy, field, box } = useForm(form);
  return (
    <Form className={`stack ${styles.form}`} onSubmit={form.submit}>
      <TextInput
        label={strings.code}
        hint={strings.code_hint}
        maxLength={30}
        autoCapitalize="none"
        spellCheck={false}
        {...field('code')}
      />
      <TextArea
        label={strings.channel}
        hint={strings.channel_hint}
        rows={2}
        maxLength={affiliateChannelMaximumLength}
        {...field('channel')}
      />
      <TextArea
        label={strings.audience}
        hint={strings.audience_hint}
        rows={4}
        maxLength={affiliateAudienceMaximumLength}
        {...field('audience')}
      />
      <Checkbox
        {...box('termsUse')}
        label={
          <RichText
            text={strings.terms}
            parts={{
              terms: <a href={pathTo('affiliateAgreement', {}, locale)}>{strings.terms_link}</a>,
            }}
          />
        }
      />
      <Button label={strings.apply} type="submit" busy={busy} />
    </Form>
  );
}
