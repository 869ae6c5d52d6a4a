import { useStore } from '@nanostores/react';
import { AppShell } from '#app/shell/app-shell.tsx';
import { $user } from '#app/shell/stores/session.ts';
import { $profileDeleted } from '../stores/profile.ts';
import { DataCard } from './data-card.tsx';
import { DeletedScreen } from './deleted-screen.tsx';
import { DetailsCard } from './details-card.tsx';
import { EmailCard } from './email-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import styles from './profile.module.css';
import { ProfileSkeleton } from './profile-skeleton.tsx';
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

function Profile({ programNames }: Pick<ProfileProps, 'programNames'>) {
  const { strings } = useTexts();
  const user = useStore($user);
  if (!user) return null;
  return (
    <div className={styles.page}>
      <h1>{strings.title}</h1>
      <DetailsCard user={user} />
      <EmailCard user={user} />
      <PasswordCard user={user} />
      <PasskeysCard />
      <TwoFactorCard user={user} />
      <SessionsCard />
      <DataCard user={user} programNames={programNames} />
    </div>
  );
}
