import { useStore } from '@nanostores/react';
import { showEmail } from '#lib/show-email.ts';
import { LinkRow } from '#ui/link-rows.tsx';
import { $passkeys } from '../stores/passkeys.ts';
import { $signIns } from '../stores/security.ts';
import styles from './profile.module.css';
import { type CardProps, useTexts } from './texts.ts';

/** The ids of the cards and the first parts of their titles' names. */
export const sections = [
  'details',
  'password',
  'email',
  'passkeys',
  'two',
  'sessions',
  'tokens',
  'webhooks',
  'data',
] as const;

/** Leads to the sections: beside them, or on a phone, where each is a screen of its own, with its present state. */
export function SectionLinks({ user }: CardProps) {
  const { strings } = useTexts();
  const signIns = useStore($signIns).data?.sessions;
  const passkeys = useStore($passkeys).data?.passkeys.length;
  const values: Partial<Record<(typeof sections)[number], string | number | undefined>> = {
    details: `${user.first_name} ${user.last_name}`,
    email: showEmail(user.email),
    passkeys,
    two: user.two_factor === 1 ? strings.two_is_on : strings.two_is_off,
    sessions: signIns?.filter(({ readToken }) => readToken === null).length,
    tokens: signIns?.filter(({ readToken }) => readToken !== null).length,
  };
  return (
    <nav className={styles.sections} aria-label={strings.sections}>
      <ul>
        {sections.map((section) => (
          <LinkRow key={section} href={`#${section}`} label={strings[`${section}_title`]} value={values[section]} />
        ))}
      </ul>
    </nav>
  );
}
