import { useStore } from '@nanostores/react';
import { $profileDeleted } from '../../stores/profile.ts';
import { $user } from '../../stores/session.ts';
import { AppShell } from '../app-shell/app-shell.tsx';
import { DataCard } from './data-card.tsx';
import { DeletedScreen } from './deleted-screen.tsx';
import { DetailsCard } from './details-card.tsx';
import { EmailCard } from './email-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import styles from './profile.module.css';
import { SessionsCard } from './sessions-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';
import type { ProfileProps } from './types.ts';

export function ProfileIsland(props: ProfileProps) {
  const isDeleted = useStore($profileDeleted, { ssr: 'initial' });
  if (isDeleted) return <DeletedScreen {...props} />;
  return (
    <AppShell route="profileEdit" locale={props.locale} calls={props.calls}>
      <Profile {...props} />
    </AppShell>
  );
}

function Profile({ strings, locale, programmeNames }: ProfileProps) {
  const user = useStore($user);
  if (!user) return null;
  const card = { strings, locale, user };
  return (
    <div className={styles.page}>
      <h1>{strings.title}</h1>
      <DetailsCard {...card} />
      <EmailCard {...card} />
      <PasswordCard {...card} />
      <PasskeysCard {...card} />
      <TwoFactorCard {...card} />
      <SessionsCard {...card} />
      <DataCard {...card} programmeNames={programmeNames} />
    </div>
  );
}
