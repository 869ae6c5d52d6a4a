import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { useForm } from '#app/shell/use-form.ts';
import { formatDateTime } from '#lib/format-date-time.ts';
import { readScopes } from '#shared/core/access.ts';
import { readTokenDays } from '#shared/people/contract-security.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { FieldError } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { $newReadToken, $signIns, createReadTokenForm, endSignIn } from '../stores/security.ts';
import styles from './profile.module.css';
import { useTexts } from './texts.ts';
import { useCopy } from './use-copy.ts';

/** Tokens with which the person's own programs read; `$signIns` is loaded by the card of sessions. */
export function TokensCard() {
  const { strings, t, locale } = useTexts();
  const { data } = useStore($signIns);
  const day = (at: number) => formatDateTime(at, locale, { dateStyle: 'medium' });
  return (
    <Card as="section" id="tokens" title={strings.tokens_title}>
      <div className={styles.stack}>
        <p className="muted">
          {strings.tokens_lead} <a href="/api">{strings.tokens_reference}</a>
        </p>
        <ul className={styles.passkeys}>
          {data?.sessions.map(
            ({ id, readToken, seenAt, openedAt, expiresAt }) =>
              readToken && (
                <li key={id}>
                  <div>
                    <b className={styles.address}>{readToken.name}</b>
                    <p className="muted">
                      {[
                        ...readToken.scopes.map((scope) => strings[`tokens_${scope}`]),
                        seenAt === openedAt ? strings.tokens_unused : t('tokens_used', { date: day(seenAt) }),
                        t('tokens_until', { date: day(expiresAt) }),
                      ].join(' · ')}
                    </p>
                  </div>
                  <Button
                    label={strings.tokens_end}
                    variant="danger"
                    size="small"
                    aria-label={t('tokens_end_of', { name: readToken.name })}
                    onClick={() => endSignIn(id)}
                  />
                </li>
              ),
          )}
        </ul>
        <NewToken />
        <TokenForm />
      </div>
    </Card>
  );
}

function NewToken() {
  const { strings } = useTexts();
  const token = useStore($newReadToken);
  const { isCopied, copy } = useCopy(token ?? '');
  if (token === null) return null;
  return (
    <Alert
      kind="warning"
      role="status"
      title={strings.tokens_created}
      actions={
        <>
          <Button label={strings.codes_copy} variant="outline" size="small" onClick={copy} />
          <Button label={strings.tokens_saved} size="small" onClick={() => $newReadToken.set(null)} />
        </>
      }
    >
      <code className={`tabular breakable ${styles.key}`}>{token}</code>
      {isCopied !== null && <p>{isCopied ? strings.codes_copied : strings.tokens_copy_failed}</p>}
    </Alert>
  );
}

function TokenForm() {
  const { strings, t } = useTexts();
  const [form] = useState(createReadTokenForm);
  const { busy, field, values, errors } = useForm(form);
  return (
    <Form className={styles.form} onSubmit={form.submit}>
      <TextInput label={strings.tokens_name} {...field('name')} autoComplete="off" />
      <fieldset className="stack">
        <legend>{strings.tokens_scopes}</legend>
        {readScopes.map((scope) => (
          <Checkbox
            key={scope}
            name={`scope-${scope}`}
            label={strings[`tokens_${scope}`]}
            checked={values.scopes.includes(scope)}
            onChange={({ target }) =>
              form.set('scopes', [
                ...values.scopes.filter((each) => each !== scope),
                ...(target.checked ? [scope] : []),
              ])
            }
          />
        ))}
        <FieldError id="scopes-error" error={errors['scopes']?.[0]} />
      </fieldset>
      <Select
        label={strings.tokens_days}
        {...field('days')}
        options={readTokenDays.map((days) => ({ value: days, label: t('tokens_days_of', { days }) }))}
      />
      <div>
        <Button label={strings.tokens_create} type="submit" variant="outline" busy={busy} />
      </div>
    </Form>
  );
}
