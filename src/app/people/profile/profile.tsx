import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { AppShell } from '#app/shell/app-shell.tsx';
import { $user } from '#app/shell/stores/session.ts';
import { pathTo } from '#routes.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { $profileDeleted } from '../stores/profile.ts';
import { DataCard } from './data-card.tsx';
import { DetailsCard } from './details-card.tsx';
import { EmailCard } from './email-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import styles from './profile.module.css';
import { SessionsCard } from './sessions-card.tsx';
import { TextsProvider, useTexts } from './texts.ts';
import { TwoFactorCard } from './two-factor-card.tsx';
import type { ProfileProps } from './types.ts';

export function ProfileIsland(props: ProfileProps) {
  const isDeleted = useStore($profileDeleted, { ssr: 'initial' });
  return (
    <TextsProvider strings={props.strings} locale={props.locale}>
      {isDeleted ? (
        <DeletedScreen />
      ) : (
        <AppShell route="profileEdit" locale={props.locale} calls={props.calls} skeleton={<ProfileSkeleton />}>
          <Profile programNames={props.programNames} />
        </AppShell>
      )}
    </TextsProvider>
  );
}

/** The ids of the cards and the first parts of their titles' names. */
const sections = ['details', 'password', 'email', 'passkeys', 'two', 'sessions', 'data'] as const;

function Profile({ programNames }: Pick<ProfileProps, 'programNames'>) {
  const { strings } = useTexts();
  const user = useStore($user);
  if (!user) return null;
  return (
    <div className={styles.page}>
      <h1>{strings.title}</h1>
      <nav className={styles.sections} aria-label={strings.sections}>
        {sections.map((section) => (
          <a key={section} href={`#${section}`}>
            {strings[`${section}_title`]}
          </a>
        ))}
      </nav>
      <div className={styles.columns}>
        <div className={styles.cards}>
          <DetailsCard user={user} />
          <PasswordCard user={user} />
        </div>
        <div className={styles.cards}>
          <EmailCard user={user} />
          <PasskeysCard />
          <TwoFactorCard user={user} />
          <SessionsCard />
          <DataCard user={user} programNames={programNames} />
        </div>
      </div>
    </div>
  );
}

/** The last screen after a profile has been deleted. */
function DeletedScreen() {
  const { strings, locale } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.page}>
      <h1 ref={heading} tabIndex={-1}>
        {strings.deleted_title}
      </h1>
      <p>{strings.deleted_text}</p>
      <div>
        <Button href={pathTo('home', {}, locale)} variant="outline">
          {strings.deleted_home}
        </Button>
      </div>
    </div>
  );
}

/** The number of placeholder fields in each of the first cards. */
const controls = { details: 6, password: 4, email: 2, passkeys: 2 } as const;

/** Placeholders for the profile's first cards until the session is known. */
function ProfileSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton shape="heading" width="short" />
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
  );
}
