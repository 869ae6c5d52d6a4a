import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { IslandProps } from '#app/shell/define-island.tsx';
import { onDemand } from '#app/shell/on-demand.tsx';
import { $user } from '#app/shell/stores/session.ts';
import { useForm } from '#app/shell/use-form.ts';
import type { WebhookStrings } from '#app/shell/webhooks-panel.tsx';
import { WebhooksPanel, WebhookTextsProvider } from '#app/shell/webhooks-panel.tsx';
import type profile from '#locales/en/profile.json';
import { pathTo } from '#routes.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Form } from '#ui/form.tsx';
import { Icon } from '#ui/icon.tsx';
import { PasswordInput, type PasswordInputProps } from '#ui/password-input.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { $profileDeleted, createPasswordForm, exportData } from '../stores/profile.ts';
import { webhooks } from '../stores/webhooks.ts';
import { DetailsCard } from './details-card.tsx';
import { EmailCard } from './email-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import styles from './profile.module.css';
import { SectionLinks, sections } from './section-links.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { type CardProps, defineIsland, TextsProvider, useTexts } from './texts.ts';
import { TokensCard } from './tokens-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';
import { useSection } from './use-section.ts';

const DeletionDialog = onDemand(async () => (await import('./deletion-dialog.tsx')).DeletionDialog);

function DataCard() {
  const { strings } = useTexts();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Card as="section" id="data" title={strings.data_title}>
      <div className={styles.stack}>
        <p className="muted">{strings.data_export_text}</p>
        <Button label={strings.data_export} variant="outline" onClick={exportData} />
        <p className={`${styles.apart} muted`}>{strings.data_delete_text}</p>
        <Button label={strings.data_delete} variant="danger" onClick={() => setConfirming(true)} />
      </div>
      {isConfirming && <DeletionDialog fallback={null} onClose={() => setConfirming(false)} />}
    </Card>
  );
}

const ProfileScreen = defineIsland({ route: 'profileEdit', screen: Profile, skeleton: ProfileSkeleton });

type ProfileProps = IslandProps<typeof profile> & { readonly webhookStrings: WebhookStrings };

export function ProfileIsland(props: ProfileProps) {
  const isDeleted = useStore($profileDeleted, { ssr: 'initial' });
  if (!isDeleted) return <ProfileScreen {...props} />;
  return (
    <TextsProvider strings={props.strings} locale={props.locale}>
      <DeletedScreen />
    </TextsProvider>
  );
}

function Profile({ webhookStrings }: ProfileProps) {
  const { strings } = useTexts();
  const user = useStore($user);
  const shown = useSection(sections);
  if (!user) return null;
  const cards = {
    details: <DetailsCard user={user} />,
    password: <PasswordCard user={user} />,
    email: <EmailCard user={user} />,
    passkeys: <PasskeysCard />,
    two: <TwoFactorCard user={user} />,
    sessions: <SessionsCard />,
    tokens: <TokensCard />,
    webhooks: <WebhooksCard webhookStrings={webhookStrings} />,
    data: <DataCard />,
  };
  const part = (name: keyof typeof cards) => (
    <div key={name} data-shown={name === shown || undefined}>
      {cards[name]}
    </div>
  );
  return (
    <div className={`container stack gap-5 ${styles.page}`} data-section={shown}>
      <h1 id="profile">{strings.title}</h1>
      <a href="#profile" className={styles.back}>
        <Icon name="chevron" size={18} />
        {strings.title}
      </a>
      <SectionLinks user={user} />
      <div className={styles.columns}>
        <div className={styles.cards}>{sections.slice(0, 2).map(part)}</div>
        <div className={styles.cards}>{sections.slice(2).map(part)}</div>
      </div>
    </div>
  );
}

function DeletedScreen() {
  const { strings, locale } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={`container stack gap-5 ${styles.page}`}>
      <h1 ref={heading} tabIndex={-1}>
        {strings.deleted_title}
      </h1>
      <p>{strings.deleted_text}</p>
      <div>
        <Button label={strings.deleted_home} href={pathTo('home', {}, locale)} variant="outline" />
      </div>
    </div>
  );
}

/** The number of placeholder fields in each of the first cards. */
const controls = { details: 6, password: 4, email: 2, passkeys: 2 } as const;

/** Placeholders for the links to the sections and the first cards until the session is known. */
function ProfileSkeleton() {
  return (
    <div className={`container stack gap-5 ${styles.page}`}>
      <Skeleton shape="heading" width="short" />
      <div className={styles.sections}>
        <Skeleton shape="row" count={sections.length} />
      </div>
      <div className={styles.columns}>
        {Object.entries(controls).map(([card, count]) => (
          <Card key={card}>
            <div className={styles.form}>
              <Skeleton shape="heading" width="half" />
              <Skeleton shape="control" count={count} />
              <Skeleton shape="button" width="short" />
            </div>
          </Card>
        ))}
      </div>
    </div>
  );
}

function PasswordCard({ user }: CardProps) {
  const { strings } = useTexts();
  const [form] = useState(createPasswordForm);
  const { busy, field } = useForm(form);
  const secret = (
    name: 'current_password' | 'password' | 'confirm_password',
    autoComplete: PasswordInputProps['autoComplete'],
  ) => ({
    label: strings[name],
    ...field(name),
    autoComplete,
    showLabel: strings.show_password,
    hidePasswordLabel: strings.hide_password,
  });
  return (
    <Card as="section" id="password" title={strings.password_title}>
      <Form className={styles.form} onSubmit={form.submit}>
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <PasswordInput {...secret('current_password', 'current-password')} />
        <PasswordInput {...secret('password', 'new-password')} hint={strings.password_hint} />
        <PasswordInput {...secret('confirm_password', 'new-password')} />
        <div className="cluster">
          <Button label={strings.password_submit} type="submit" variant="outline" busy={busy} />
          <span className="muted">{strings.password_note}</span>
        </div>
      </Form>
    </Card>
  );
}

function WebhooksCard({ webhookStrings }: { readonly webhookStrings: WebhookStrings }) {
  const { strings, t, locale } = useTexts();
  return (
    <Card as="section" id="webhooks" title={strings.webhooks_title}>
      <div className="stack">
        <p className="muted">
          {t('webhooks_lead', { standard: 'Standard Webhooks' })}{' '}
          <a href={pathTo('faqDetail', { categoryId: '7', faqId: '198' }, locale)}>{strings.webhooks_examples}</a>
        </p>
        <WebhookTextsProvider strings={webhookStrings} locale={locale}>
          <WebhooksPanel webhooks={webhooks} hint={strings.webhooks_hint} />
        </WebhookTextsProvider>
      </div>
    </Card>
  );
}
